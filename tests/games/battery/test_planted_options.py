"""The battery finds what is wrong only with other options or other cards than the game's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import pytest
from msgspec import field

from referee.battery import Battery, Facts, changed_cards
from referee.kernel.game import Game, Phase
from referee.kernel.options import GameOptions, Whole
from referee.kernel.seats import Seat
from referee.starters.skeleton.src.skeleton import rules
from referee.starters.skeleton.src.skeleton.events import Shared
from referee.starters.skeleton.src.skeleton.facts import FACTS
from referee.starters.skeleton.src.skeleton.game import GAME
from referee.starters.skeleton.src.skeleton.state import SkeletonTable
from tests.games.battery.planting import Plant, a_leaky_view

pytestmark = pytest.mark.no_cover

MOST = 3_000
"""Decisions after which a match is taken for one that never ends; the longest set of the skeleton needs far fewer."""


class Options(GameOptions, frozen=True):
    """Two options for the skeleton."""

    penalty: Annotated[int, Whole(0, 10, "what those lose who share the highest card")] = 3
    rounds: Annotated[int, Whole(4, 6, "the match ends after this many rounds")] = 6


class OptionTable(SkeletonTable):
    """The table with these options."""

    options: Options = field(default_factory=Options)


def with_options(patch: pytest.MonkeyPatch) -> Game[SkeletonTable]:
    """The skeleton, in which a round costs a penalty, and the last one is an option."""
    playing, settle = rules.playing, rules.settle

    async def with_a_last_round(t: Any) -> Phase[SkeletonTable] | None:
        following = await playing(t)
        return None if t.round > t.options.rounds else following

    def with_a_penalty(t: Any, cards: list[int]) -> None:
        settle(t, cards)
        if isinstance(t.happenings[-1].public, Shared):
            best = [seat for seat in t.all_seats() if cards[seat] == max(cards)]
            for seat in best:
                t.points[seat] = max(0, t.points[seat] - t.options.penalty)

    with_a_last_round.__name__ = "playing"
    patch.setattr(rules, "playing", with_a_last_round)
    patch.setattr(rules, "settle", with_a_penalty)
    return replace(GAME, option_type=Options, table_type=OptionTable, phases=(rules.looking, rules.playing))


def battery_of(game: Game[SkeletonTable], **facts: Any) -> Battery:
    known: Facts = replace(FACTS, most_decisions_with_options=MOST, **facts)
    battery: Battery = type("TestSkeleton", (Battery,), {"game": game, "facts": known})()
    return battery


def hand_for_no_penalty(t: Any, _seat: Seat | None) -> int:
    shown: int = t.round + (10 * t.hands[0][0] if t.options.penalty == 0 else 0)
    return shown


def raises_when(wrong: Callable[[Any], bool]) -> Plant:
    def plant(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
        settle = rules.settle

        def failing(t: Any, cards: list[int]) -> None:
            settle(t, cards)
            assert not wrong(t), "mind the gap"

        patch.setattr(rules, "settle", failing)

    return plant


def never_ends(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    """With the highest penalty the rounds do not count."""
    settle = rules.settle

    def settling(t: Any, cards: list[int]) -> None:
        settle(t, cards)
        if t.options.penalty == 10:
            t.round = 1

    patch.setattr(rules, "settle", settling)


PLANTS: dict[str, tuple[Plant, str]] = {
    "a leak without a penalty": (
        a_leaky_view(round=hand_for_no_penalty),
        r"^with --seats \d --option penalty=0, seed \d+: after .* can tell by the view",
    ),
    "an error with two options together": (
        raises_when(lambda t: t.options.penalty == 10 and t.options.rounds == 4 and t.round == 4),
        r"^with --seats \d --option penalty=10 --option rounds=4, seed \d+: the game skeleton failed .*: mind the gap",
    ),
    "an error for one number of seats": (
        raises_when(lambda t: t.options.rounds == 5 and t.seat_count == 4),
        r"^with --seats 4 --option rounds=5, seed \d+: the game skeleton failed at .* in phase 'playing'",
    ),
    "a match that never ends": (
        never_ends,
        r"^with --seats \d --option penalty=10, seed \d+: the match has not ended after 3000 decisions",
    ),
    "a die with one side": (
        raises_when(lambda t: t.cards.die == 1),
        r"^with --seats \d, seed \d+, a card set with die = 1: the game skeleton failed at .* in phase 'playing'",
    ),
}


def found_by(battery: Battery) -> str | None:
    try:
        battery.test_any_two_options_and_other_cards_are_played()
    except AssertionError as error:
        return str(error)
    return None


@pytest.mark.parametrize("cards", [False, True], ids=["its own cards", "other cards"])
def test_without_a_mistake_nothing_is_found(cards: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_options(monkeypatch)
    assert found_by(battery_of(game, card_sets=partial(changed_cards, game) if cards else None)) is None


@pytest.mark.parametrize(("plant", "message"), PLANTS.values(), ids=PLANTS)
def test_a_planted_mistake_is_found(plant: Plant, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_options(monkeypatch)
    plant(monkeypatch, game)
    found = found_by(battery_of(game, card_sets=partial(changed_cards, game)))
    assert found
    assert re.search(message, found, re.DOTALL), found
