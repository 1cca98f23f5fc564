"""The battery finds mistakes without any golden file: they are planted in the skeleton of a game one by one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from referee.kernel.asking import Option
from referee.kernel.chance import Chance
from referee.kernel.game import Game
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from referee.starters.skeleton.src.skeleton import rules
from referee.starters.skeleton.src.skeleton.choices import Play
from referee.starters.skeleton.src.skeleton.events import Drew, Looked, Shared, Won
from referee.starters.skeleton.src.skeleton.state import SkeletonTable
from tests.games.battery.planting import (
    CARDS,
    HALF,
    SENT,
    SHUFFLED,
    WORLDS,
    Plant,
    a_leaky_view,
    battery_of,
    found_by,
    skeleton,
)

pytestmark = pytest.mark.no_cover


def order_of_options(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    original = rules.look_options
    patch.setattr(rules, "look_options", lambda t: original(t)[:: 1 if t.deck and t.deck[0] > 4 else -1])


def look_told_to_all(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    patch.setattr(rules, "tell_look", lambda t, seat, card: t.tell(Looked(seat, card)))


def draw_told_to_all(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    patch.setattr(rules, "tell_draw", lambda t, seat, card: t.tell(Drew(seat, card)))


def card_lost(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    original = rules.settle

    def losing(t: SkeletonTable, cards: list[int]) -> None:
        original(t, cards)
        t.discard.pop()

    patch.setattr(rules, "settle", losing)


def card_made(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    original = rules.draw

    def making(t: SkeletonTable, seat: Seat) -> None:
        original(t, seat)
        t.hands[seat] = sorted([1 + t.hands[seat][0] % 8, *t.hands[seat][1:]])

    patch.setattr(rules, "draw", making)


def card_made_behind_invariants(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    def invariants(t: SkeletonTable) -> None:
        everywhere = [*t.deck, *t.discard, *(card for hand in t.hands for card in hand)]
        assert len(everywhere) == t.cards.copies * t.cards.highest

    patch.setitem(vars(game), "invariants", invariants)
    card_made(patch, game)


def redeal_that(does: Callable[[SkeletonTable, Seat | None, Chance], None]) -> Plant:
    """A redeal of the game's own."""

    def plant(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
        patch.setitem(vars(game), "redeal", does)

    return plant


def forgets_the_deck(t: SkeletonTable, seat: Seat | None, chance: Chance) -> None:
    others = [other for other in t.all_seats() if other != seat]
    loose = [card for other in others for card in t.hands[other]]
    chance.shuffle(loose)
    for other in others:
        t.hands[other] = sorted([loose.pop() for _ in t.hands[other]])


def invents_cards(t: SkeletonTable, seat: Seat | None, chance: Chance) -> None:
    t.deck = [1 + chance.below(t.cards.highest) for _ in t.deck]
    for other in t.all_seats():
        if other != seat:
            t.hands[other] = sorted([1 + chance.below(t.cards.highest) for _ in t.hands[other]])


def leak_of_what_redeal_forgets(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    redeal_that(forgets_the_deck)(patch, game)
    a_leaky_view(deck=lambda t, _: len(t.deck) + sum(t.deck[:1]))(patch, game)


def sent_as(part: str, kind: type[Any], change: Callable[[Any], Any]) -> Plant:
    """Bytes that say something else than the value."""

    def plant(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
        original = getattr(game.encoders, part)

        def encode(value: Option | Event) -> bytes:
            encoded: bytes = original(change(value) if type(value) is kind else value)
            return encoded

        patch.setattr(game.encoders, part, encode)

    return plant


def die_to_come(t: SkeletonTable, _seat: Seat | None) -> int:
    return 100 * t.round + Chance(t.seed, "die", {**t.drawn}).below(t.cards.die)


def shuffle_to_come(t: SkeletonTable, _seat: Seat | None) -> int:
    return 100 * t.round + Chance(t.seed, "shuffle", {**t.drawn}).below(16)


def sealed_choices(t: SkeletonTable, _seat: Seat | None) -> int:
    sealed: int = sum(play.card for play in t.sealed.values())
    return 100 * t.round + sealed


# Each with the test that must fail, and what it must say.
PLANTS: dict[str, tuple[Plant, str, str]] = {
    "a hand is shown in the view": (
        a_leaky_view(round=lambda t, _: t.round + 10 * t.hands[0][0]),
        WORLDS,
        "seat 1 can tell by the view",
    ),
    "the order of a list reveals a hidden card": (order_of_options, WORLDS, "can tell by the options"),
    "a look is sent to all": (look_told_to_all, WORLDS, r"can tell later by the events .*Looked\(seat=\d, card=\d"),
    "a draw is sent to all": (draw_told_to_all, WORLDS, r"can tell later by the events .*Drew\(seat=\d, card=\d"),
    "a card is lost": (card_lost, CARDS, "cards were lost or created"),
    "a card becomes another one": (card_made, CARDS, "cards were lost or created"),
    "a card becomes another one, and the invariants only count": (
        card_made_behind_invariants,
        CARDS,
        "cards were lost or created",
    ),
    "a zone that redeal forgets is shown": (leak_of_what_redeal_forgets, WORLDS, "can tell (later )?by the view"),
    "redeal forgets a zone": (redeal_that(forgets_the_deck), WORLDS, "zone 'deck' is the same in all twins"),
    "redeal invents cards": (redeal_that(invents_cards), WORLDS, "cards, which differ in a twin"),
    "an option loses a field": (
        sent_as("option", Play, lambda play: Play(0)),
        SENT,
        "'card': 1.*is sent as.*'card': 0",
    ),
    "an event loses a field": (sent_as("event", Won, lambda won: Won(won.seat, 0)), SENT, "'points': 1.*is sent as"),
    "an event swaps two fields": (
        sent_as("event", Won, lambda won: Won(won.points, won.seat)),
        SENT,
        "'seat': 0, 'points': 1.*is sent as.*'seat': 1, 'points': 0",
    ),
    "an event is the wrong kind": (
        sent_as("event", Won, lambda won: Shared(won.seat, won.points)),
        SENT,
        "'won'.*is sent as.*'shared'",
    ),
    "the next die is shown": (a_leaky_view(round=die_to_come), WORLDS, "can tell by the view"),
    "the next shuffle is shown": (a_leaky_view(round=shuffle_to_come), WORLDS, "can tell by the view"),
    "a sealed choice is shown": (
        a_leaky_view(round=sealed_choices),
        WORLDS,
        r"after seats \[.*\] have answered, .* can tell by the view",
    ),
}


@pytest.mark.parametrize("test", [CARDS, SENT, WORLDS, SHUFFLED, HALF])
def test_without_a_mistake_nothing_is_found(test: str) -> None:
    assert found_by(battery_of(skeleton()), test) is None


@pytest.mark.parametrize(("plant", "test", "message"), PLANTS.values(), ids=PLANTS)
def test_a_planted_mistake_is_found(plant: Plant, test: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = skeleton()
    plant(monkeypatch, game)
    found = found_by(battery_of(game), test)
    assert found
    assert re.search(message, found, re.DOTALL), found
