"""The twin test is worth something only if it can fail: leaks are planted in Keepers one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import referee
from referee.battery.battery import POSITIONS
from referee.battery.searching import look_for_leaks
from referee.games.keepers import auction, deck, sabotage
from referee.games.keepers import round as keepers_round
from referee.games.keepers.choices import ADD
from referee.games.keepers.events import CardLaid, Drew, LaidDone, NoCard, Passed, Reshuffled
from referee.games.keepers.state import Auction, Counts, KeepersTable
from referee.games.keepers.view import View, view
from referee.kernel.asking import ask
from referee.kernel.seats import Seat
from tests.games.keepers.facts import FACTS

pytestmark = pytest.mark.no_cover

Plant = Callable[[pytest.MonkeyPatch], None]


def view_shows_the_top_card(patch: pytest.MonkeyPatch) -> None:
    def leaky(t: KeepersTable, seat: Seat | None) -> View:
        shown = view(t, seat)
        return msgspec.structs.replace(shown, deck=len(t.deck) + (t.deck[0] if t.deck else 0))

    patch.setitem(vars(referee.all_games()["keepers"]), "view", leaky)


def option_order_depends_on_another_hand(patch: pytest.MonkeyPatch) -> None:
    original = sabotage.sabotages

    def leaky(t: KeepersTable, seat: Seat) -> list[Any]:
        listed = original(t, seat)
        return listed if t.keepers[seat - 1].hand[0] else listed[::-1]

    patch.setattr(sabotage, "sabotages", leaky)


def default_depends_on_another_hand(patch: pytest.MonkeyPatch) -> None:
    async def leaky(t: KeepersTable, running: Auction, seat: Seat, minimum: int) -> None:
        keeper = t.keepers[seat]
        while any(keeper.hand):
            options = auction.additions(keeper.hand)
            choice = await ask(seat, options, default=len(options) - 1 if t.keepers[seat - 1].hand[0] else 0)
            auction.lay_card(t, seat, choice.colour)
        auction.lay_no_more(t, running, seat)

    patch.setattr(auction, "lay_cards", leaky)


def only_seats_with_a_pair_are_asked(patch: pytest.MonkeyPatch) -> None:
    original = sabotage.may_sabotage
    patch.setattr(sabotage, "may_sabotage", lambda t, seat: original(t, seat) and max(t.keepers[seat].hand) > 1)


def laid_card_is_told_to_all(patch: pytest.MonkeyPatch) -> None:
    def leaky(t: KeepersTable, seat: Seat, colour: int) -> None:
        t.keepers[seat].hand[colour] -= 1
        t.keepers[seat].pile[colour] += 1
        t.tell(CardLaid(seat, colour))

    patch.setattr(auction, "lay_card", leaky)


def drawn_card_is_told_to_all(patch: pytest.MonkeyPatch) -> None:
    def leaky(t: KeepersTable, seat: Seat) -> None:
        if not t.deck:
            t.tell(NoCard(seat=seat))
            return
        card = t.deck.pop(0)
        t.keepers[seat].hand[card] += 1
        t.tell(Drew(seat, card))

    patch.setattr(keepers_round, "deal_to_hand", leaky)


def events_carry_the_id_of_a_card(patch: pytest.MonkeyPatch) -> None:
    original = deck.deal_to_hand

    def leaky(t: KeepersTable, seat: Seat) -> None:
        top = 100 * t.deck[0] + len(t.deck) if t.deck else 0
        original(t, seat)
        t.tell(Reshuffled(top))

    patch.setattr(keepers_round, "deal_to_hand", leaky)


def events_are_counted_by_a_hidden_hand(patch: pytest.MonkeyPatch) -> None:
    original = auction.lay_no_more

    def leaky(t: KeepersTable, running: Auction, seat: Seat) -> None:
        original(t, running, seat)
        for _ in range(t.keepers[seat].pile[0]):
            t.tell(LaidDone(seat))

    patch.setattr(auction, "lay_no_more", leaky)


def a_pass_betrays_the_hand(patch: pytest.MonkeyPatch) -> None:
    original = auction.additions

    async def leaky(t: KeepersTable, running: Auction, seat: Seat) -> None:
        hand: Counts = t.keepers[seat].hand
        await ask(seat, [*original(hand), ADD[0]] if hand[0] else [*original(hand)] or [ADD[0]])
        running.passed.append(seat)
        t.tell(Passed(Seat(seat if hand[0] else -1)))

    patch.setattr(auction, "other_seat_bids", leaky)


PLANTS = [
    view_shows_the_top_card,
    option_order_depends_on_another_hand,
    default_depends_on_another_hand,
    only_seats_with_a_pair_are_asked,
    laid_card_is_told_to_all,
    drawn_card_is_told_to_all,
    events_carry_the_id_of_a_card,
    events_are_counted_by_a_hidden_hand,
    a_pass_betrays_the_hand,
]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_planted_leak_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError, match="can tell"):
        look_for_leaks(referee.all_games()["keepers"], 3, FACTS, POSITIONS)
