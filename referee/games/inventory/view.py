"""What a seat, or the spectator, sees: the table of the spec's section 11, built from an allow-list.

Numbers are the same as on the wire: seats count from 0, rounds and Premium places from 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated

from msgspec import Struct

from referee.games.inventory import layout as totals
from referee.games.inventory import state
from referee.games.inventory.cards import CardId, Cards
from referee.games.inventory.choices import Done, Put, StoreDie
from referee.games.inventory.words import EndReason, PartOfTurn, Place
from referee.kernel.lasting import Period
from referee.kernel.seats import Seat

__all__ = [
    "Placed",
    "SeatView",
    "Stack",
    "Totals",
    "View",
]


class Placed(Struct, frozen=True, gc=False, cache_hash=True):
    """A card of a layout."""

    card: Annotated[CardId, "The card."]
    where: Annotated[Place, "Where it lies."]


class Stack(Struct, frozen=True, gc=False, cache_hash=True):
    """Some cards that are alike."""

    card: Annotated[CardId, "The card."]
    count: Annotated[int, "How many."]


class Totals(Struct, frozen=True, gc=False, cache_hash=True):
    """What a layout adds up to."""

    power: Annotated[int, "Attack Power."]
    defense: Annotated[int, "Defense."]
    gold: Annotated[int, "Gold of what is equipped and follows."]
    goods_gold: Annotated[int, "Gold of the stored goods."]
    carry: Annotated[int, "Carry."]
    weight: Annotated[int, "What stored cards and carried dice weigh."]
    pockets: Annotated[int, "Gold dice that can lie safe without Carry."]


class SeatView(Struct, frozen=True, gc=False, cache_hash=True):
    """A seat. Only the seat itself sees the cards of its hand."""

    layout: Annotated[tuple[Placed, ...], "What it has laid out, in the order in which it was placed."]
    totals: Annotated[Totals, "What that adds up to now."]
    carried: Annotated[int, "The gold that it carries, on as few dice as possible."]
    purse: Annotated[int, "The gold that it can spend or store."]
    attacked: Annotated[bool, "Whether it attacked in its last turn.", Period(part=("market", "equip", "attack"))]
    hand: Annotated[int, "The number of cards in the hand."]
    deck: Annotated[int, "The number of cards in the draw deck."]
    discard: Annotated[tuple[Stack, ...], "The discard pile, in the order of the card set."]
    hand_cards: Annotated[tuple[CardId, ...], "The hand, in the order of the card set."] = ()


class View(Struct, frozen=True, gc=False):
    """The table as one seat, or the spectator, sees it."""

    round: Annotated[int, "The round, from 1; 0 while all seats equip for the first time."]
    active_seat: Annotated[Seat | None, "Whose turn it is; absent before the first turn."]
    first_seat: Annotated[Seat | None, "Whose turn begins a round; absent before the first turn."]
    part: Annotated[PartOfTurn, "What is being done."]
    seats: Annotated[tuple[SeatView, ...], "The seats in order."]
    premium_row: Annotated[tuple[CardId, ...], "The Premium cards from place 1 (the newest) to 4; empty: none."]
    premium_deck: Annotated[int, "The number of cards in the Premium deck."]
    common: Annotated[CardId, "The Common card; empty: none."]
    rebate: Annotated[int, "The rebate on it."]
    common_deck: Annotated[int, "The number of cards in the Common deck."]
    piles: Annotated[tuple[Stack, ...], "The open piles: Loot from uncommon to epic, and Pesky Quest Items."]
    trash: Annotated[tuple[Stack, ...], "The Trash, in the order of the card set."]
    end: Annotated[EndReason | None, "Why the game ends with this round."]
    equipping: Annotated[tuple[Seat, ...], "The seats that still equip for the first time."]
    chosen: Annotated[Done | StoreDie | Put | None, "The seat's own choice of a round that is still open to others."]
    seat: Annotated[Seat | None, "The seat that this view is for; absent for the spectator."]


def view(t: state.InventoryTable, seat: Seat | None) -> View:
    """Everything public; and for a seat the cards of its hand."""
    market, began = t.market, t.active is not None
    return View(
        t.round,
        t.active,
        t.first if began else None,
        t.part,
        tuple([_seat(t, own, shown=at == seat) for at, own in enumerate(t.adventurers)]),
        tuple([card or "" for card in market.row]),
        len(market.premium_deck),
        market.common or "",
        market.rebate,
        len(market.common_deck),
        tuple([Stack(card, t.piles[card]) for card in (*t.cards.loot, t.cards.pesky)]),
        _stacks(t.cards, t.trash),
        t.end,
        tuple(t.equipping),
        None if seat is None else t.sealed.get(seat),
        seat,
    )


def _seat(t: state.InventoryTable, own: state.Adventurer, *, shown: bool) -> SeatView:
    return SeatView(
        tuple([Placed(placed.card, placed.where) for placed in own.layout]),
        _totals(t.cards, tuple(own.layout), own.carried),
        own.carried,
        own.purse,
        own.attacked,
        len(own.hand),
        len(own.deck),
        _stacks(t.cards, own.discard),
        tuple(t.cards.in_order(own.hand)) if shown else (),
    )


@lru_cache(maxsize=1024)
def _totals(cards: Cards, layout: tuple[state.Placed, ...], carried: int) -> Totals:
    return Totals(
        totals.stat(cards, layout, "power"),
        totals.stat(cards, layout, "defense"),
        totals.stat(cards, layout, "gold"),
        totals.goods_gold(cards, layout),
        totals.carry(cards, layout),
        totals.weight(cards, layout, carried),
        totals.pockets(cards, layout),
    )


def _stacks(cards: Cards, loose: Iterable[str]) -> tuple[Stack, ...]:
    counts = Counter(loose)
    return tuple([Stack(card, counts[card]) for card in cards.in_order(list(counts))])
