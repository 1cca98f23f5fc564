"""The real rules beside the plain ones: the same decisions, defaults, events and results, match after match."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import msgspec
import pytest

import referee
from referee.games.inventory import events
from referee.kernel.asking import Option
from referee.kernel.match import Match
from referee.kernel.table import Event
from tests.games.inventory.plain_rules import PlainMatch
from tests.games.inventory.plain_table import Ask

pytestmark = pytest.mark.no_cover

PLAIN_NAMES = {
    "PassTurn": "pass",
    "PutCard": "put",
    "DoneEquipping": "done",
    "RowMoved": "row",
}


def plain_name(struct: Option | Event) -> str:
    name = type(struct).__name__
    return PLAIN_NAMES.get(name) or re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def plain(struct: Any) -> tuple[Any, ...]:
    """An option or an event in the words of the plain rules."""
    match struct:
        case events.FirstSeat(throws, seat):
            return ("first_seat", [[(roll.seat, roll.value) for roll in throw.rolls] for throw in throws], seat)
        case events.Attacked(seat, target, roll, target_roll, total, target_total, won):
            return ("attacked", seat, target, [roll, target_roll], [total, target_total], won)
        case events.Bought(seat, card, source, place, rebate):
            return ("bought", seat, card, place if source == "premium" else source, rebate)
        case events.MarketDealt(place, card):
            return ("market_dealt", place or "common", card)
        case events.Dropped(seat, card, gold):
            return ("dropped", seat, card or None, gold)
        case events.RowMoved(cards):
            return ("row", [card or None for card in cards])
    values = msgspec.structs.astuple(struct)
    return (plain_name(struct), *(list(value) if isinstance(value, tuple) else value for value in values))


def asked_of(match: Match) -> dict[int, tuple[list[Any], int]]:
    return {seat: ([plain(option) for option in options], match.default(seat)) for seat, options in match.asked.items()}


def told_of(match: Match, seat: int | None, since: int) -> list[tuple[Any, ...]]:
    return [plain(event) for event in match.events(seat, since)]  # type: ignore[arg-type]


def chosen(count: int, randomly: Random, *, eager: bool) -> int:
    """Any option; or any but the first, which is to pass, so that more is bought, placed and attacked."""
    return randomly.randrange(1 if eager and count > 1 else 0, count)


def play_both(seats: int, seed: int) -> set[str]:
    """One match of both rules with the same random answers; returns the kinds of what happened."""
    real, randomly = referee.start("inventory", seats=seats, seed=seed), Random(seed)
    beside = PlainMatch(seats, seed)
    playing = beside.play()
    asked: dict[int, Ask] = next(playing)
    compared = 0
    happened = set()
    while True:
        for seat in (None, *range(seats)):
            plainly = [private.get(seat, public) for public, private in beside.told[compared:]]
            assert told_of(real, seat, compared) == plainly
        happened |= {public[0] for public, _ in beside.told[compared:]}
        compared = len(beside.told)
        assert asked_of(real) == {seat: (ask.options, ask.default) for seat, ask in asked.items()}
        if not asked:
            break
        answers = {seat: chosen(len(options), randomly, eager=seed % 2 == 1) for seat, options in real.asked.items()}
        real.answer(answers)
        try:
            asked = playing.send({int(seat): index for seat, index in answers.items()})
        except StopIteration:
            asked = {}
    assert real.result is not None
    assert (list(real.result.scores), list(real.result.places)) == (beside.scores, beside.places)
    return happened


ALWAYS = {"put", "done", "drew", "sold", "bought", "first_seat", "turn_begins", "game_over", "end_triggered", "row"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_rules_agree(seats: int) -> None:
    happened = set[str]().union(*(play_both(seats, seed) for seed in range(12)))
    assert happened >= ALWAYS | {"robbed", "gave_up", "pesky_taken", "cycled", "rebate", "trashed", "gold_lost"}


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_rules_agree_for_long(seats: int) -> None:
    for seed in range(1000, 1400):
        play_both(seats, seed)
