"""What a seat or the spectator sees: each view is built only from what its viewer may see.

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
from referee.games.inventory.cards import CardId, Cards, card_name
from referee.games.inventory.choices import Done, Put, StoreDie
from referee.games.inventory.kinds import dice_text
from referee.games.inventory.state import ROW
from referee.games.inventory.words import EndReason, PartOfTurn, Place
from referee.kernel.knowing import CountOf, Private, SameAs
from referee.kernel.lasting import Period
from referee.kernel.ranges import InOrder
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat
from referee.kernel.texts import Lines, ShownAs, text_of


class Placed(Struct, frozen=True, gc=False, cache_hash=True):
    """A card of a layout."""

    text = "{card} {where}"
    card: Annotated[CardId, "The card."]
    where: Annotated[Place, "The place where the card lies."]


class Stack(Struct, frozen=True, gc=False, cache_hash=True):
    """Several copies of one card."""

    text = "{count} {card}"
    card: Annotated[CardId, "The card."]
    count: Annotated[int, "The number of copies."]


def stacks_text(stacks: Iterable[Stack]) -> str:
    """The stacks of cards with at least one copy."""
    return ", ".join(text_of(stack) for stack in stacks if stack.count) or "nothing"


def row_text(row: Iterable[CardId]) -> str:
    """The text for the Premium row."""
    return ", ".join(f"{place} {card_name(card)}" for place, card in enumerate(row, 1))


class Totals(Struct, frozen=True, gc=False, cache_hash=True):
    """The totals of a layout."""

    text = (
        "Power {power}, defense {defense}, gold {gold} and goods {goods_gold}."
        "\n  Weight {weight} of Carry {carry}[{pockets:}, and {pockets} safe in pockets]"
    )
    power: Annotated[int, "The attack power."]
    defense: Annotated[int, "Defense."]
    gold: Annotated[int, "The gold of equipped cards and followers."]
    goods_gold: Annotated[int, "The gold of stored goods."]
    carry: Annotated[int, "Carry."]
    weight: Annotated[int, "The weight of stored cards and carried dice."]
    pockets: Annotated[int, "The number of gold dice that can be kept safe without Carry.", ShownAs(dice_text)]


class SeatView(Struct, frozen=True, gc=False, cache_hash=True):
    """A seat. Only the seat itself sees the cards in its hand."""

    text = (
        "[{layout}|nothing laid out].\n  {totals}; carries {carried} gold, purse {purse}."
        "\n  Hand of {hand}, deck of {deck}; discarded: [{discard}|nothing]{attacked:; attacked in its last turn}."
    )
    layout: Annotated[
        tuple[Placed, ...], "The cards that the seat has laid out, in the order placed.", CountOf("layout")
    ]
    totals: Annotated[Totals, "The current totals of these cards."]
    carried: Annotated[
        int, "The gold that the seat carries, on as few dice as possible.", SameAs("adventurers.carried")
    ]
    purse: Annotated[int, "The gold that the seat can spend or store.", SameAs("adventurers.purse")]
    attacked: Annotated[
        bool,
        "Whether the seat attacked in its last turn.",
        Period(part=("market", "equip", "attack")),
        SameAs("adventurers.attacked"),
    ]
    hand: Annotated[int, "The number of cards in the hand.", CountOf("hand", "known hand")]
    deck: Annotated[int, "The number of cards in the draw deck.", CountOf("draw deck")]
    discard: Annotated[
        tuple[Stack, ...], "The discard pile, in the order of the card set.", CountOf("discard pile", at="count")
    ]
    hand_cards: Annotated[tuple[CardId, ...], "The hand, in the order of the card set.", Private()] = ()


class View(Struct, frozen=True, gc=False):
    """The table as a seat or the spectator sees it."""

    text = (
        "Round {round}: {part}[ of seat {active_seat}]."
        "\nPremium Market: {premium_row}; deck of {premium_deck}."
        "\nCommon Market: {common}, rebate {rebate}; deck of {common_deck}."
        "\nPiles: {piles}. Trash: [{trash}|nothing].\n{seats}[{seat:}\nYour hand: [{own_hand}|nothing].]"
        "[\nYou have chosen: {chosen}.][\nThe game ends with this round: {end}.]"
    )
    round: Annotated[int, "The round, from 1; 0 while all seats equip for the first time.", SameAs("round")]
    active_seat: Annotated[Seat | None, "The seat whose turn it is; absent before the first turn.", SameAs("active")]
    first_seat: Annotated[Seat | None, "The seat whose turn begins a round; absent before the first turn."]
    part: Annotated[PartOfTurn, "The current part of the match.", SameAs("part")]
    seats: Annotated[tuple[SeatView, ...], "The seats in order.", Lines("Seat", you="seat")]
    premium_row: Annotated[
        tuple[CardId, ...],
        "The Premium cards from place 1 (the newest) to 4; empty where there is none.",
        CountOf("Premium row"),
        InOrder(ROW),
        ShownAs(row_text),
    ]
    premium_deck: Annotated[int, "The number of cards in the Premium deck.", CountOf("premium deck")]
    common: Annotated[CardId, "The Common card; empty if there is none.", CountOf("Common card")]
    rebate: Annotated[int, "The rebate on the Common card.", SameAs("market.rebate")]
    common_deck: Annotated[int, "The number of cards in the Common deck.", CountOf("common deck")]
    piles: Annotated[
        tuple[Stack, ...],
        "The open piles: Loot from uncommon to epic, and Pesky Quest Items.",
        CountOf("piles", at="count"),
        ShownAs(stacks_text),
    ]
    trash: Annotated[tuple[Stack, ...], "The Trash, in the order of the card set.", CountOf("Trash", at="count")]
    end: Annotated[EndReason | None, "Why the game ends with this round.", SameAs("end")]
    equipping: Annotated[
        tuple[Seat, ...], "The seats that are still equipping for the first time.", SameAs("equipping")
    ]
    chosen: Annotated[
        Done | StoreDie | Put | None,
        "The seat's own choice in a round in which others still have to answer.",
        Private(),
    ]
    seat: Annotated[Seat | None, "The seat that this view is for; absent for the spectator."]

    @property
    def own_hand(self) -> tuple[CardId, ...]:
        """The hand of the viewer."""
        return () if self.seat is None else self.seats[self.seat].hand_cards


def view(t: state.InventoryTable, seat: Seat | None) -> View:
    """The public facts, and for a seat the cards in its hand."""
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


__all__ = list(class_names(__name__))
