"""Redealing: another possible world that a seat cannot distinguish from the real one.

The current phase is replayed from its start on a table whose hidden zones were dealt again. The seat's own choices
stay. The choices of others stay the same if they are still possible. If they are not, or if they are still secret, they
are chosen again at random. If the seat's events differ, another deal is tried. If the phase has drawn no random numbers
yet, its future ones are replaced, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.kernel.asking import Answers, Option
from referee.kernel.chance import SEED_BYTES, Chance
from referee.kernel.seats import Seat
from referee.kernel.table import Table
from referee.kernel.zones import swap_some

if TYPE_CHECKING:
    from referee.kernel.match import Match
    from referee.kernel.stretch import Stretch

# The number of full redeals that are tried. If the seat saw so much that none of these agrees with it, some cards
# change places instead.
TRIES = 40
SMALL_TRIES = 360
MOST_TRIES = TRIES + SMALL_TRIES
MOST_SWAPS = 6

ChangeTable = Callable[[Table[Any]], bool]


def redeal(match: Match, seat: Seat | None, seed: bytes) -> Match | None:
    """Return the first of several attempts that agrees with what the seat saw; None if none does."""
    chance = Chance(seed, "redeal", {})
    game = match.game

    def all_anew(table: Table[Any]) -> bool:
        game.deal_anew(table, seat, chance)
        return True

    def some_swapped(table: Table[Any]) -> bool:
        return swap_some(game.zones, table, seat, chance, 1 + chance.below(MOST_SWAPS))

    for change in [all_anew] * TRIES + [some_swapped] * SMALL_TRIES:
        twin = other_world(match, seat, chance, change)
        if twin is not None:
            return twin
    return None


def other_world(
    match: Match, seat: Seat | None, chance: Chance, change: ChangeTable, *, same_chance: bool = False
) -> Match | None:
    """The match in which `change` was made before the current phase; None if the seat would see a difference."""
    phase = running_phase(match)
    table = match.game.decode(phase.start)
    table.attach(match.card_set.cards, [])
    if table.drawn == match.table.drawn and not same_chance:
        table.seed = bytes(chance.below(256) for _ in range(SEED_BYTES))
    if not change(table) or not match.game.is_possible(table):
        return None
    twin = at_phase_start(match, table)
    for step in phase.steps:
        answers = _carried_over(twin, step.asking.options, step.answers, seat, chance)
        if answers is None:
            return None
        twin.answer(answers)
    if match.sealed:
        sealed = _sealed_anew(twin, match, seat, chance)
        if sealed is None:
            return None
        twin.answer(sealed)
    return twin if twin.events(seat, phase.event_count) == match.events(seat, phase.event_count) else None


def running_phase(match: Match) -> Stretch:
    """The steps from the start of the current phase until now.

    Use this only for redealing, for beliefs and in the battery.
    """
    return match._running_phase()


def at_phase_start(match: Match, table: Table[Any]) -> Match:
    """A match at the start of the current phase of `match`, with another table.

    Use this only for redealing, for beliefs and in the battery.
    """
    return match._at_phase_start(table)


def _carried_over(
    twin: Match,
    options: Mapping[Seat, Sequence[Option]],
    answers: Answers,
    knowing: Seat | None,
    chance: Chance,
) -> Answers | None:
    """The original match's answers as indices of the other one's lists; None if the seat cannot choose the same."""
    if twin.asked.keys() != options.keys():
        return None
    carried: Answers = {}
    for seat, index in answers.items():
        listed = twin.asked[seat]
        chosen = options[seat][index]
        alike = [i for i, option in enumerate(listed) if option == chosen]
        if not alike and seat == knowing:
            return None
        if not alike:
            alike = [i for i, option in enumerate(listed) if type(option) is type(chosen)] or list(range(len(listed)))
        carried[seat] = chance.pick(alike)
    return carried


def _sealed_anew(twin: Match, match: Match, knowing: Seat | None, chance: Chance) -> Answers | None:
    """The answers of the open round. Other seats choose again, because nobody knows their secret choices."""
    sealed = _carried_over(twin, match.asked_in_all, match.sealed, knowing, chance)
    if sealed is None:
        return None
    return {seat: index if seat == knowing else chance.below(len(twin.asked[seat])) for seat, index in sealed.items()}
