"""The battery finds views that show what everyone may know wrongly, or otherwise to some: planted one by one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Struct

import referee
from referee.battery.numbers import Numbers
from referee.battery.public import is_empty, unlike
from referee.errors import DeclarationError
from referee.kernel.game import Game
from referee.kernel.knowing import CountOf, Private, SameAs
from referee.kernel.seats import Seat
from referee.starters.skeleton.src.skeleton.state import SkeletonTable
from referee.starters.skeleton.src.skeleton.view import SeatView, View, view
from tests.games.battery.planting import SHOWN, Plant, a_leaky_view, battery_of, found_by, skeleton

pytestmark = pytest.mark.no_cover

ME = Seat(0)
SECOND = Seat(2)
Shown = Callable[[SkeletonTable, Seat | None], Any]


def seats_that_show(**changed: Callable[[SeatView], Any]) -> Shown:
    """The seats of the view, with other values in some fields of theirs."""

    def shown(t: SkeletonTable, seat: Seat | None) -> tuple[SeatView, ...]:
        return tuple(
            msgspec.structs.replace(part, **{name: change(part) for name, change in changed.items()})
            for part in view(t, seat).seats
        )

    return shown


def to_seat_2(field: str, change: Callable[[Any], Any]) -> Plant:
    """A field that seat 2 alone is shown otherwise."""

    def shown(t: SkeletonTable, seat: Seat | None) -> Any:
        right = getattr(view(t, seat), field)
        return change(right) if seat == SECOND else right

    return a_leaky_view(**{field: shown})


def view_of(kind: type[Any], **more: Shown) -> Plant:
    """A view of another class."""

    def plant(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
        def made(t: SkeletonTable, seat: Seat | None) -> Any:
            fields = msgspec.structs.asdict(view(t, seat))
            return kind(**fields, **{name: shown(t, seat) for name, shown in more.items()})

        patch.setitem(vars(game), "view_type", kind)
        patch.setitem(vars(game), "view", made)

    return plant


class Undeclared(View, frozen=True, kw_only=True):
    """The view with a field of which it is not said that the viewer alone may know it."""

    best: Annotated[int, "The best card of the hand."]


class WronglyPrivate(View, frozen=True, kw_only=True):
    """The view with a private field that the spectator sees."""

    best: Annotated[int, "The best card of the hand.", Private()]


class OfNoZone(View, frozen=True, kw_only=True):
    """The view with a count of something else."""

    pile: Annotated[int, "The cards of the pile.", CountOf("pile")]


class OfNoPart(View, frozen=True, kw_only=True):
    """The view with a count of what it does not hold."""

    pile: Annotated[tuple[int, ...], "The cards of the pile.", CountOf("deck", at="count")]


class OfNoField(View, frozen=True, kw_only=True):
    """The view with a count of what its parts do not say."""

    pile: Annotated[SeatView, "The pile.", CountOf("deck", at="count")]


class OfNothing(View, frozen=True, kw_only=True):
    """The view with a number that the table does not have."""

    pile: Annotated[int, "The number of the pile.", SameAs("pile")]


class Doubled(View, frozen=True, kw_only=True):
    """The view with a number that a function gives."""

    doubled: Annotated[int, "Twice the round.", SameAs(lambda t, _: 2 * t.round)]


class OwnPoints(View, frozen=True, kw_only=True):
    """The view with a number of the viewer's own."""

    own: Annotated[int | None, "Its points.", Private(), SameAs("points")]


class SeatWithoutCount(Struct, frozen=True):
    """A seat whose number of cards is not said to be one."""

    hand: Annotated[int, "The number of cards in the hand."]
    points: Annotated[int, "The points."]


class WithoutCount(Struct, frozen=True):
    """A view as before there was anything to declare."""

    text = "Round {round}; deck of {deck}"
    round: Annotated[int, "The round, from 1."]
    seats: Annotated[tuple[SeatWithoutCount, ...], "The seats in order."]
    deck: Annotated[int, "The number of cards in the deck."]


def view_without_counts(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    def made(t: SkeletonTable, seat: Seat | None) -> Any:
        seats = tuple(SeatWithoutCount(part.hand, part.points) for part in view(t, seat).seats)
        return WithoutCount(t.round, seats, len(t.deck))

    patch.setitem(vars(game), "view_type", WithoutCount)
    patch.setitem(vars(game), "view", made)


def best(t: SkeletonTable, seat: Seat | None) -> int:
    return 0 if seat is None else max(t.hands[seat])


PLANTS: dict[str, tuple[Plant, str]] = {
    "a hand is counted too large": (
        a_leaky_view(seats=seats_that_show(hand=lambda part: part.hand + 1)),
        r"^SeatView.hand is 4, but zone 'hand' of seat 0 holds 3$",
    ),
    "the deck is counted too small": (
        a_leaky_view(deck=lambda t, _: len(t.deck) - 1),
        r"^View.deck is 6, but zone 'deck' holds 7$",
    ),
    "the discard pile lacks a card": (
        a_leaky_view(discard=lambda t, _: tuple(t.discard[1:])),
        r"^View.discard is 2, but zone 'discard pile' holds 3$",
    ),
    "the round is one more for seat 2": (
        to_seat_2("round", lambda number: number + 1),
        (
            r"^round is 2 for seat 2, but 1 for the spectator: every view must show the same, except in a field "
            r"that declares Private\(\) \(referee.kernel.knowing\)$"
        ),
    ),
    "the round is one more for everyone": (
        a_leaky_view(round=lambda t, _: t.round + 1),
        r"^View.round is 2, but the table's round is 1$",
    ),
    "the points of a seat are another's": (
        a_leaky_view(seats=seats_that_show(points=lambda part: part.points + 1)),
        r"^SeatView.points is 1 for seat 0, but the table's points is 0$",
    ),
    "seat 2 is shown nobody who may look": (
        to_seat_2("to_look", lambda _: ()),
        r"^to_look is \(\) for seat 2, but \(0, 1, 2\) for the spectator",
    ),
    "seat 2 is shown the points of seat 1 wrongly": (
        to_seat_2("seats", lambda parts: (parts[0], SeatView(parts[1].hand, 9), *parts[2:])),
        r"^seats\[1\].points is 9 for seat 2, but 0 for the spectator",
    ),
    "seats are shown how many have answered": (
        a_leaky_view(round=lambda t, seat: t.round + (0 if seat is None else len(t.sealed))),
        r"^after seat \d has answered, round is 2 for seat 0, but 1 for the spectator",
    ),
    "what the viewer alone may know is not declared": (
        view_of(Undeclared, best=best),
        r"^best is \d for seat 0, but 0 for the spectator: .* declares Private\(\)",
    ),
    "what is private is shown to the spectator": (
        view_of(WronglyPrivate, best=lambda t, seat: max(t.hands[seat or 0]) + (seat or 0)),
        r"^best is Private\(\), but the spectator sees \d+ and seat \d \d+: a private field must be empty for the spec",
    ),
    "no field counts a zone": (
        view_without_counts,
        (
            r"^zone 'deck' is hidden and its number of cards is public, but no field of the view shows that number: "
            r"declare CountOf\('deck'\) \(referee.kernel.knowing\) on that field, or counted=False on the zone"
        ),
    ),
    "a function gives another number": (
        view_of(Doubled, doubled=lambda t, _: t.round),
        r"^Doubled.doubled is 1, but the declared function returns 2$",
    ),
    "what the viewer alone may know is wrong": (
        view_of(OwnPoints, own=lambda t, seat: None if seat is None else t.points[seat - 1] + 1),
        r"^OwnPoints.own is \d+ for seat 0, but the table's points is \d+$",
    ),
}


@pytest.mark.parametrize(("plant", "message"), PLANTS.values(), ids=PLANTS)
def test_a_planted_mistake_is_found(plant: Plant, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = skeleton()
    plant(monkeypatch, game)
    found = found_by(battery_of(replace(game)), SHOWN)
    assert found
    assert re.search(message, found.partition("\nassert ")[0]), found


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        pytest.param(
            OfNoZone,
            r"OfNoZone.pile is the CountOf\('pile'\); the zones are deck, hand, discard pile",
            id="a zone",
        ),
        pytest.param(OfNoPart, "OfNoPart.pile holds no parts with a field 'count'", id="parts"),
        pytest.param(OfNoField, "SeatView has no field 'count'", id="a field of parts"),
        pytest.param(OfNothing, r"OfNothing.pile is the SameAs\('pile'\): .*no attribute 'pile'", id="the table"),
    ],
)
def test_what_is_declared_must_be_there(kind: type[Any], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = skeleton()
    view_of(kind, pile=lambda t, _: 0)(monkeypatch, game)
    with pytest.raises(DeclarationError, match=message):
        found_by(battery_of(replace(game)), SHOWN)


def test_without_a_mistake_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = skeleton()
    view_of(WronglyPrivate, best=best)(monkeypatch, game)
    for sound in (skeleton(), replace(game)):
        assert found_by(battery_of(sound), SHOWN) is None


@pytest.mark.parametrize("game", referee.all_games().values(), ids=lambda game: game.id)
def test_our_games_declare_the_counts_of_all_hidden_zones(game: Game[Any]) -> None:
    assert [zone.name for zone in Numbers(game).not_counted] == []


class Stack(Struct, frozen=True):
    """Equal cards."""

    count: int = 0


class Seen(Struct, frozen=True):
    """A view."""

    seat: int | None = None
    stack: Stack | None = None
    cards: Annotated[tuple[int, ...], Private()] = ()


@pytest.mark.parametrize(
    ("spectator", "own", "found"),
    [
        pytest.param(Seen(), Seen(0), 0, id="the viewer's number"),
        pytest.param(Seen(), Seen(1), 1, id="another number"),
        pytest.param(Seen(stack=Stack(1)), Seen(0, Stack(2)), 1, id="in a part"),
        pytest.param(Seen(stack=None), Seen(0, Stack(2)), 1, id="a part that is not there"),
        pytest.param(Seen(cards=(0, 0)), Seen(0, cards=(1, 2)), 0, id="private, and empty for the spectator"),
        pytest.param(Seen(cards=(1, 2)), Seen(0, cards=(1, 2)), 0, id="private, and the same for all"),
        pytest.param(Seen(cards=(1, 2)), Seen(0, cards=(1, 3)), 1, id="private, and another one for the spectator"),
    ],
)
def test_views_are_compared_field_by_field(spectator: Seen, own: Seen, found: int) -> None:
    assert len([*unlike({None: spectator, ME: own})]) == found


@pytest.mark.parametrize(
    ("value", "empty"),
    [(None, True), (0, True), ("", True), ((0, 0), True), (Stack(), True), ((Stack(), Stack(1)), False), ("x", False)],
)
def test_what_is_empty(value: Any, empty: bool) -> None:
    assert is_empty(value) is empty
