"""The battery finds what is declared wrongly, asked unfairly or not shuffled; planted one by one as well."""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee.battery.playing import play
from referee.battery.seeing import unseen
from referee.battery.tally import Tally
from referee.kernel.asking import ask
from referee.kernel.game import Game, Phase
from referee.kernel.match import start
from referee.kernel.seats import Seat
from referee.kernel.zones import everybody, nobody
from referee.starters.skeleton.src.skeleton import rules
from referee.starters.skeleton.src.skeleton.choices import Look, Rest
from referee.starters.skeleton.src.skeleton.events import Drew, Shuffled
from referee.starters.skeleton.src.skeleton.state import SkeletonTable
from tests.games.battery.planting import (
    CARDS,
    HALF,
    SEATS,
    SHUFFLED,
    WORLDS,
    Plant,
    a_leaky_view,
    battery_of,
    found_by,
    skeleton,
)

pytestmark = pytest.mark.no_cover


def zone_that(name: str, **says: Any) -> Plant:
    """A zone that says something else."""

    def plant(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
        zones = [replace(zone, **says) if zone.name == name else zone for zone in game.zones]
        patch.setitem(vars(game), "zones", zones)

    return plant


def no_zone(name: str) -> Plant:
    def plant(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
        patch.setitem(vars(game), "zones", [zone for zone in game.zones if zone.name != name])

    return plant


def the_next_seat(_t: SkeletonTable, owner: Seat | None, seat: Seat | None) -> bool:
    return owner is not None and seat == (owner + 1) % SEATS


def phases(patch: pytest.MonkeyPatch, game: Game[SkeletonTable], **changed: Phase[SkeletonTable]) -> None:
    """Lets other phases be played."""
    for name, phase in changed.items():
        patch.setattr(rules, name, phase)
    patch.setitem(vars(game), "phases", (rules.looking, rules.playing))


def high_on_top(t: SkeletonTable) -> bool:
    """Something that nobody knows."""
    return bool(t.deck) and t.deck[0] > 4


def default_by_hidden_card(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    async def looking(t: SkeletonTable) -> Phase[SkeletonTable]:
        seat = t.to_look[0]
        choice = await ask(seat, rules.look_options(t), default=int(high_on_top(t)))
        t.to_look.pop(0)
        if isinstance(choice, Look):
            rules.tell_look(t, seat, t.deck[0])
        return rules.looking if t.to_look else rules.playing

    phases(patch, game, looking=looking)


def asked_by_hidden_card(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    original = rules.looking

    async def looking(t: SkeletonTable) -> Phase[SkeletonTable] | None:
        if high_on_top(t):
            return await original(t)
        t.to_look.pop(0)
        return rules.looking if t.to_look else rules.playing

    phases(patch, game, looking=looking)


def order_by_hidden_hands(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    original = rules.playing

    async def playing(t: SkeletonTable) -> Phase[SkeletonTable] | None:
        following = await original(t)
        t.to_look.sort(key=lambda seat: t.hands[seat])
        return following

    phases(patch, game, playing=playing)


def options_by_hidden_card(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    patch.setattr(rules, "look_options", lambda t: [Rest(), Look()] if high_on_top(t) else [Rest()])


def draw_told_to_the_next_seat(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    def tell_draw(t: SkeletonTable, seat: Seat, card: int) -> None:
        t.tell(Drew(seat), {Seat((seat + 1) % SEATS): Drew(seat, card)})

    patch.setattr(rules, "tell_draw", tell_draw)


def deck_that_is_only(laid: Callable[[list[int]], list[int]]) -> Plant:
    """A discard pile that becomes the deck without being shuffled."""

    def plant(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
        def draw(t: SkeletonTable, seat: Seat) -> None:
            if not t.deck:
                t.deck, t.discard = laid(t.discard), []
                t.tell(Shuffled(len(t.deck)))
            card = t.deck.pop(0)
            insort(t.hands[seat], card)
            rules.tell_draw(t, seat, card)

        patch.setattr(rules, "draw", draw)

    return plant


def dealt_in_order(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    def set_up(t: SkeletonTable) -> None:
        rules.set_up(t)
        t.deck = [card for card in range(1, t.cards.highest + 1) for _ in range(t.cards.copies)]
        t.hands = [sorted([t.deck.pop(0) for _ in range(t.cards.hand)]) for _ in t.all_seats()]

    patch.setitem(vars(game), "set_up", set_up)


PLANTS: dict[str, tuple[Plant, str, str]] = {
    "the deck is said to be seen": (
        zone_that("deck", seen=everybody),
        WORLDS,
        "zone 'deck'(, which it sees| is declared visible)",
    ),
    "the deck is said to be seen, and cannot be laid": (
        zone_that("deck", seen=everybody, lay=None),
        WORLDS,
        "zone 'deck'(, which it sees| is declared visible)",
    ),
    "hands are said to be seen by all": (zone_that("hand", seen=everybody), WORLDS, "zone 'hand' is declared visible"),
    "hands are said to be seen by nobody": (zone_that("hand", seen=nobody), WORLDS, "seat 0 can tell by the"),
    "hands are said to be another seat's": (
        zone_that("hand", seen=the_next_seat),
        WORLDS,
        "zone 'hand' is declared visible to seat|can tell by the (options|view)",
    ),
    "the discard pile is said to be hidden": (
        zone_that("discard pile", seen=nobody),
        WORLDS,
        "can tell by the view",
    ),
    "the discard pile is said to be hidden, and cannot be laid": (
        zone_that("discard pile", seen=nobody, lay=None),
        WORLDS,
        "zone 'discard pile' is hidden from someone, but has no `lay`",
    ),
    "the discard pile is no zone": (no_zone("discard pile"), CARDS, "cards were lost or created"),
    "hands are no zone": (no_zone("hand"), CARDS, "cards were lost or created"),
    "the default depends on a hidden card": (default_by_hidden_card, WORLDS, "can tell (later )?by the default"),
    "what is listed depends on a hidden card": (options_by_hidden_card, WORLDS, "can tell (later )?by the options"),
    "who is asked depends on a hidden card": (asked_by_hidden_card, WORLDS, "can tell (later )?by the seats asked"),
    "the order of the seats depends on hidden hands": (
        order_by_hidden_hands,
        WORLDS,
        "can tell later by the (seats asked|view)",
    ),
    "a draw is sent to the next seat": (draw_told_to_the_next_seat, WORLDS, "can tell later by the (events|view)"),
    "the hand of another seat is shown": (
        a_leaky_view(hand=lambda t, seat: () if seat is None else tuple(sorted(t.hands[seat - 1]))),
        WORLDS,
        "can tell by the view|zone 'hand' is declared visible",
    ),
    "the seed is shown": (a_leaky_view(round=lambda t, _: 1000 * t.round + t.seed[0]), WORLDS, "can tell by the view"),
    "how many have answered is shown": (a_leaky_view(round=lambda t, _: t.round + 10 * len(t.sealed)), HALF, "view"),
    "a discard pile becomes the deck as it lies": (
        deck_that_is_only(list),
        SHUFFLED,
        "zone 'deck' has the same order with any random numbers",
    ),
    "a discard pile is sorted and becomes the deck": (
        deck_that_is_only(sorted),
        SHUFFLED,
        "zone 'deck' has the same order with any random numbers",
    ),
    "the first deck is not shuffled": (
        dealt_in_order,
        SHUFFLED,
        "zone 'deck' has the same order with any random numbers",
    ),
}


@pytest.mark.parametrize(("plant", "test", "message"), PLANTS.values(), ids=PLANTS)
def test_a_planted_mistake_is_found(plant: Plant, test: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = skeleton()
    plant(monkeypatch, game)
    found = found_by(battery_of(game), test)
    assert found
    assert re.search(message, found, re.DOTALL), found


@pytest.mark.parametrize("lay", [pytest.param({}, id="laid as declared"), pytest.param({"lay": None}, id="in place")])
@pytest.mark.parametrize("zone", ["deck", "hand"])
def test_what_somebody_is_wrongly_said_to_see_is_found_without_another_world(
    zone: str, lay: dict[str, None], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tally = skeleton(), Tally()
    zone_that(zone, seen=everybody, **lay)(monkeypatch, game)
    complaints = {
        complaint.partition(", whose view is the same")[0]
        for seed in range(10)
        for match in play(start(game, seats=SEATS, seed=seed), seed)
        for complaint in unseen(match, tally, Random(seed))
    }
    seats = ["the spectator", *(f"seat {seat}" for seat in range(SEATS))]
    assert complaints == {f"zone {zone!r} is declared visible to {who}" for who in seats}
