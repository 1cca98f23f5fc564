"""Redealing: another world that a seat can not tell from the real one.

The running phase is played again from its start on a table whose hidden zones were dealt anew. What the seat chose
stays; what others chose stays where it can, and is drawn anew where it can not. The seat's events must come out the
same, or another deal is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.errors import NoOtherWorld
from referee.kernel.asking import Answers, Option
from referee.kernel.chance import Chance
from referee.kernel.seats import Seat

if TYPE_CHECKING:
    from referee.kernel.match import Match

TRIES = 40


def redeal(match: Match, seat: Seat | None, seed: bytes) -> Match:
    """Returns the first of some tries that agrees with what the seat saw, or raises `NoOtherWorld`."""
    chance = Chance(seed, "redeal", {})
    seen = match.events(seat, match.phase_log)
    for _ in range(TRIES):
        twin = _other_world(match, seat, chance)
        if twin is not None and twin.events(seat, match.phase_log) == seen:
            return twin
    raise NoOtherWorld(
        f"{TRIES} other deals all differ from what {'the spectator' if seat is None else f'seat {seat}'} saw"
    )


def _other_world(match: Match, seat: Seat | None, chance: Chance) -> Match | None:
    table = match.game.decode(match.phase_start)
    vars(table)["cards"] = match.card_set.cards
    match.game.redeal(table, seat, chance)
    twin = match.from_phase_start(table)
    for step in match.steps:
        if twin.asked.keys() != step.asking.options.keys():
            return None
        twin.answer(_carried_over(twin, step.asking.options, step.answers, seat, chance))
    if match.sealed:
        twin.answer(_carried_over(twin, match.asked_in_all, match.sealed, seat, chance))
    return twin


def _carried_over(
    twin: Match,
    options: dict[Seat, Sequence[Option]],
    answers: Answers,
    knowing: Seat | None,
    chance: Chance,
) -> Answers:
    """The answers of the original, as indices of the twin's lists."""
    carried: Answers = {}
    for seat, index in answers.items():
        listed = twin.asked[seat]
        chosen = options[seat][index]
        alike = [i for i, option in enumerate(listed) if option == chosen]
        if not alike and seat != knowing:
            alike = [i for i, option in enumerate(listed) if type(option) is type(chosen)] or list(range(len(listed)))
        carried[seat] = chance.pick(alike) if alike else index
    return carried
