"""The battery finds mistakes without any golden file: they are planted in the skeleton of a game one by one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from referee.battery import Battery
from referee.commands.skeleton.src.skeleton import rules
from referee.commands.skeleton.src.skeleton.choices import Play
from referee.commands.skeleton.src.skeleton.events import Drew, Looked, Shared, Won
from referee.commands.skeleton.src.skeleton.facts import FACTS
from referee.commands.skeleton.src.skeleton.game import GAME
from referee.commands.skeleton.src.skeleton.state import SkeletonTable
from referee.commands.skeleton.src.skeleton.view import View, view
from referee.kernel.asking import Option
from referee.kernel.chance import Chance
from referee.kernel.game import Game
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from referee.kernel.zones import nobody

SEATS = 3
Plant = Callable[[pytest.MonkeyPatch, Game[SkeletonTable]], None]


def skeleton() -> Game[SkeletonTable]:
    """The game of the skeleton, made anew, so that it can be changed."""
    return replace(GAME)


def battery_of(game: Game[SkeletonTable]) -> Battery:
    """The battery of a game, to be run here."""
    kind = type("TestSkeleton", (Battery,), {"game": game, "facts": FACTS})
    battery: Battery = kind()
    return battery


def found_by(battery: Battery) -> list[str]:
    """The tests that fail."""
    kinds = (battery.game.view_type, *battery.game.choices, *battery.game.event_types)
    tests: dict[str, list[Any]] = {
        "test_after_every_step_the_invariants_hold_and_no_card_is_lost_or_made": [SEATS],
        "test_every_value_is_sent_as_it_is": [*kinds],
        "test_no_seat_can_tell_two_worlds_apart": [SEATS],
    }
    return [name for name, arguments in tests.items() if any(_fails(battery, name, each) for each in arguments)]


def _fails(battery: Battery, name: str, argument: Any) -> bool:
    try:
        getattr(battery, name)(argument)
    except AssertionError:
        return True
    return False


WORLDS = "test_no_seat_can_tell_two_worlds_apart"
CARDS = "test_after_every_step_the_invariants_hold_and_no_card_is_lost_or_made"
SENT = "test_every_value_is_sent_as_it_is"


def a_leaky_view(**leak: Callable[[SkeletonTable, Seat | None], Any]) -> Plant:
    """A view in which some fields tell more."""

    def plant(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
        def leaky(t: SkeletonTable, seat: Seat | None) -> View:
            return msgspec.structs.replace(view(t, seat), **{name: told(t, seat) for name, told in leak.items()})

        patch.setitem(vars(game), "view", leaky)

    return plant


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
        t.hands[seat][-1] = 1 + t.hands[seat][-1] % 8

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
        t.hands[other] = [loose.pop() for _ in t.hands[other]]


def invents_cards(t: SkeletonTable, seat: Seat | None, chance: Chance) -> None:
    t.deck = [1 + chance.below(t.cards.highest) for _ in t.deck]
    for other in t.all_seats():
        if other != seat:
            t.hands[other] = [1 + chance.below(t.cards.highest) for _ in t.hands[other]]


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


def sealed_choice_shown(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    original = Match.position_bytes

    def leaky(match: Match, seat: Seat | None, since: int | None = None) -> bytes:
        return original(match, seat, since) + b"".join(bytes(answer) for answer in sorted(match.sealed.items()))

    patch.setattr(Match, "position_bytes", leaky)


PLANTS: dict[str, tuple[Plant, str]] = {
    "a hand is shown in the view": (a_leaky_view(round=lambda t, _: t.round + 10 * t.hands[0][0]), WORLDS),
    "the order of a list tells a hidden card": (order_of_options, WORLDS),
    "a look is told to all": (look_told_to_all, WORLDS),
    "a draw is told to all": (draw_told_to_all, WORLDS),
    "a card is lost": (card_lost, CARDS),
    "a card becomes another one": (card_made, CARDS),
    "a card becomes another one, and the invariants only count": (card_made_behind_invariants, CARDS),
    "a zone that redeal forgets is shown": (leak_of_what_redeal_forgets, WORLDS),
    "redeal forgets a zone": (redeal_that(forgets_the_deck), WORLDS),
    "redeal invents cards": (redeal_that(invents_cards), WORLDS),
    "an option loses a field": (sent_as("option", Play, lambda play: Play(0)), SENT),
    "an event loses a field": (sent_as("event", Won, lambda won: Won(won.seat, 0)), SENT),
    "an event swaps two fields": (sent_as("event", Won, lambda won: Won(won.points, won.seat)), SENT),
    "an event is the wrong kind": (sent_as("event", Won, lambda won: Shared(won.seat, won.points)), SENT),
    "the next die is shown": (a_leaky_view(round=die_to_come), WORLDS),
    "the next shuffle is shown": (a_leaky_view(round=shuffle_to_come), WORLDS),
    "a sealed choice is shown": (sealed_choice_shown, WORLDS),
}


def test_without_a_mistake_nothing_is_found() -> None:
    assert found_by(battery_of(skeleton())) == []


@pytest.mark.parametrize(("plant", "test"), PLANTS.values(), ids=PLANTS)
def test_a_planted_mistake_is_found(plant: Plant, test: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = skeleton()
    plant(monkeypatch, game)
    assert test in found_by(battery_of(game))


def test_a_hand_that_is_said_to_be_hidden_from_its_owner_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = skeleton()
    zones = [replace(zone, seen=nobody) if zone.name == "hand" else zone for zone in game.zones]
    monkeypatch.setitem(vars(game), "zones", zones)
    assert WORLDS in found_by(battery_of(game))
