"""Order, default and number of the options of every decision (spec, section 10), all along random matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import referee
from referee.games.lootroll import choices
from referee.games.lootroll.state import LootTable
from referee.kernel.asking import Option
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from tests.games.lootroll.tables import tbl
from tests.support.play import play

# The most options that the spec allows for a decision, by phase; a duty is a phase of its own here.
MOST = {
    "turn": 31,
    "exploring": 2,
    "discarding": 7,
    "preparing": 32,
    "choosing": 2,
    "fighting": 43,
    "rolling": 35,
    "in_town": 16,
    "paying": 7,
    "Losing": 7,
    "Snatching": 7,
    "Scouting": 3,
    "Banking": 8,
    "Recovering": 20,
}
ORDER: list[type[Option]] = [
    choices.PassTurn,
    choices.Done,
    choices.Keep,
    choices.Leave,
    choices.PlayAbility,
    choices.PlayLoot,
    choices.PlayGear,
    choices.Equip,
    choices.Explore,
    choices.FightMonster,
    choices.DiscardLoot,
    choices.Buy,
    choices.Deposit,
    choices.EquipFound,
    choices.UseFound,
    choices.Stand,
    choices.Flee,
    choices.Drop,
    choices.Lose,
    choices.Take,
    choices.PutInBank,
    choices.Pay,
]
CHEAPEST = (choices.Drop, choices.Lose, choices.Take, choices.Pay)


def decision(t: LootTable) -> str:
    return type(t.duties[0]).__name__ if t.phase == "settling" else t.phase


def place(t: LootTable, seat: Seat, option: Option) -> tuple[Any, ...]:
    """Where an option stands: by kind, by card, then by target, clockwise from the seat; the normal fight first."""
    target = getattr(option, "target", None)
    mode = option.mode == "boss" if isinstance(option, choices.FightMonster) else False
    away = 0 if target is None else (target - seat) % t.seat_count
    return ORDER.index(type(option)), getattr(option, "card", ""), away, mode


def expected_default(t: LootTable, options: Sequence[Option]) -> int:
    """The default as the spec has it."""
    cheapest = [option for option in options if isinstance(option, CHEAPEST)]
    if cheapest and options[0] == cheapest[0]:
        return min(range(len(options)), key=lambda index: (t.treasure(cheapest[index].card), cheapest[index].card))
    for wanted in (choices.FLEE, choices.EXPLORE, choices.FIGHT_NORMAL, choices.FIGHT_BOSS):
        if wanted in options:
            return options.index(wanted)
    return 0


@pytest.mark.parametrize("seats", range(2, 7))
def test_options_of_every_decision(seats: int) -> None:
    asked: set[str] = set()
    for seed in range(8):
        for match in play(referee.start("lootroll", seats=seats, seed=seed), seed):
            asked |= check(match)
    assert asked >= MOST.keys() - {"Snatching", "Scouting", "Banking", "Recovering"}


def check(match: Match) -> set[str]:
    t = tbl(match)
    for seat, options in match.asked.items():
        assert len(options) <= MOST[decision(t)]
        assert match.default(seat) == expected_default(t, options)
        if decision(t) != "Scouting":
            assert [*options] == sorted(options, key=lambda option: place(t, seat, option))
    return {decision(t)} if match.asked else set()
