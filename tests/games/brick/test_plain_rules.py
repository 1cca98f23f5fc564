"""The real rules beside the plain ones: the same decisions, defaults, events and results, match after match."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

import referee
from referee.kernel.match import Match
from tests.games.brick import odd_cards
from tests.games.brick.plain_rules import play
from tests.games.brick.plain_table import Ask, Table

pytestmark = pytest.mark.no_cover


@cache
def plain_name(kind: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind).lower()


def plain(value: Any) -> Any:
    """An option or an event in the words of the plain rules: its name and what it says."""
    return (plain_name(type(value).__name__), *map(inner, msgspec.structs.astuple(value)))


def inner(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return tuple(map(inner, msgspec.structs.astuple(value)))
    return list(map(inner, value)) if isinstance(value, tuple) else value


def asked_of(match: Match) -> dict[int, tuple[list[Any], int]]:
    return {seat: ([plain(option) for option in options], match.default(seat)) for seat, options in match.asked.items()}


def told_of(match: Match, seat: int | None, since: int) -> list[tuple[Any, ...]]:
    return [plain(event) for event in match.events(seat, since)]  # type: ignore[arg-type]


Chooser = Callable[[Ask, Random], int]

# How often, in percent, an eager seat takes an option of that kind for what it is.
SELDOM = {"sell_points": 5, "close_store": 12, "pass_buying": 25, "drop_out": 60, "agency_pass": 15}


def anything(ask: Ask, randomly: Random) -> int:
    return randomly.randrange(len(ask.options))


def eager(ask: Ask, randomly: Random) -> int:
    """Builds, stocks and sells as much as it can, and seldom gives away what it has."""
    kinds = sorted({option[0] for option in ask.options})
    taken = {kind for kind in kinds if randomly.randrange(100) < SELDOM.get(kind, 100)}
    kept = [at for at, option in enumerate(ask.options) if option[0] in taken]
    kept = kept or list(range(len(ask.options)))
    if ask.options[kept[-1]][0] in {"raise_bid", "open_bid"}:
        return kept[min(randomly.randrange(4), len(kept) - 1)]
    if ask.options[kept[-1]][0] == "play_card":
        return randomly.choice(kept)
    return max(randomly.choice(kept), randomly.choice(kept))


def play_both(seats: int, seed: int, options: dict[str, Any], cards: str, choose: Chooser) -> set[str]:
    """One match of both rules with the same random answers; returns the kinds of what happened."""
    real = referee.start("brick", seats=seats, seed=seed, options=options, cards=cards)
    randomly, beside = Random(seed), Table(seats, seed, options, cards)
    playing = play(beside)
    asked: dict[int, Ask] = next(playing)
    compared = 0
    happened = set()
    while True:
        for seat in (None, *range(seats)):
            plainly = [private.get(seat, public) for public, private in beside.told[compared:]]
            assert told_of(real, seat, compared) == plainly
        happened |= {public[0] for public, _ in beside.told[compared:]}
        happened |= {option[0] for ask in asked.values() for option in ask.options}
        compared = len(beside.told)
        assert asked_of(real) == {seat: (ask.options, ask.default) for seat, ask in asked.items()}
        if not asked:
            break
        answers = {seat: choose(ask, randomly) for seat, ask in asked.items()}
        real.answer(answers)  # type: ignore[arg-type]
        try:
            asked = playing.send(answers)
        except StopIteration:
            asked = {}
    assert real.result is not None
    assert (list(real.result.scores), list(real.result.places)) == (beside.scores, beside.places)
    return happened


def options_of(seats: int, seed: int) -> dict[str, Any]:
    """Every option by turns."""
    start = {"start_seat": seed % seats} if seed % 3 == 0 else {}
    return {"preset_hands": seed % 5 == 4, **start}


SETS: dict[str, Callable[[int], str]] = {
    "house": lambda _: odd_cards.house(),
    "cheap": lambda _: odd_cards.cheap(),
    "mixed": odd_cards.mixed,
}


def campaign(seats: int, cards: str, seeds: range) -> set[str]:
    happened: set[str] = set()
    for seed in seeds:
        choose = anything if seed % 4 == 0 else eager
        happened |= play_both(seats, seed, options_of(seats, seed), SETS[cards](seed), choose)
    return happened


@pytest.mark.parametrize("cards", SETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_rules_agree(seats: int, cards: str) -> None:
    campaign(seats, cards, range(5))


def test_everything_happens_in_the_matches_that_are_compared() -> None:
    game = referee.all_games()["brick"]
    known = {plain_name(kind.__name__) for kind in (*game.choices, *game.event_types)}
    happened = set[str]().union(
        *(campaign(seats, "mixed", range(12, 32)) for seats in (3, 4)), campaign(2, "house", range(12, 16))
    )
    assert happened == known


@pytest.mark.long
@pytest.mark.parametrize("cards", SETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_rules_agree_for_long(seats: int, cards: str) -> None:
    campaign(seats, cards, range(1000, 1300))
