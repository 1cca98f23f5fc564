"""When each modifier of a store applies: by moment and, within it, by kind.

See "Phase Icons" in the rulebook, and section 8 of the specification.

Some kinds apply whenever the rules compute a value; they are functions here. Each of the other kinds has its own
window: `window` yields its effects in turn order. No rule refers to a store by its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

from referee.games.brick import kinds
from referee.games.brick.cards import StoreCard
from referee.games.brick.kinds import ItemType, K, Kind
from referee.games.brick.state import BrickTable, Store
from referee.games.brick.turn_order import in_turn_order
from referee.kernel.seats import Seat

# This table lists, for each moment, the kinds that apply then and the code that handles them.
WHEN: dict[str, dict[type[Kind], str]] = {
    "building": {
        kinds.PurchaseDiscount: "when its price is paid: purchase_discount",
        kinds.PointsOnClose: "when it is closed while managing: points_on_close",
    },
    "before_advertisement": {kinds.DrawAndDiscard: "a window"},
    "advertisement": {kinds.PeekAndAdd: "a window, after gathering"},
    "before_supply": {kinds.SelfSupply: "a window"},
    "before_supply_type": {kinds.SelfSupply: "a window, before its type"},
    "supply": {
        kinds.StockDiscount: "when its owner stocks: item_cost",
        kinds.BulkDiscount: "when its owner stocks: item_cost",
        kinds.PointsIfStocked: "when its owner has stocked: points_for_stocking",
    },
    "after_supply_type": {
        kinds.FreeStock: "a window, after its types",
        kinds.SupplyOrPoints: "a window after that",
    },
    "before_sale": {kinds.TransferIn: "a window, when the demand is known"},
    "sale": {
        kinds.SaleNeedsMarket: "whenever the rules count what can be sold: can_sell",
        kinds.SellInto: "whenever the rules count what can be sold: sells_elsewhere",
        kinds.SellBonus: "when its owner delivers: worth",
        kinds.SellBonusFirst: "when its owner delivers: worth",
        kinds.PointsInstead: "when its owner delivers: points_each",
        kinds.PointsChoice: "a question, when its owner delivers: most_for_points",
        kinds.PointsPerSold: "when its owner has delivered: points_for_selling",
    },
    "after_sale_type": {
        kinds.CloseIfSold: "a window, after its type",
        kinds.BuySurplus: "a window after that",
    },
    "after_sale": {
        kinds.PointsIfTypesSold: "a window",
        kinds.TransferIn: "a window after that",
    },
    "inventory": {kinds.ReturnExpired: "a window, when all items have moved"},
    "after_utilities": {kinds.HoldOrClose: "a window"},
    "investment": {kinds.SplitPurchase: "when its owner invests: purchases"},
}


@dataclass(frozen=True)
class Modifier(Generic[K]):
    """An effect that applies now, with its store, its slot and its owner."""

    seat: Seat
    slot: int
    store: Store
    effect: K


def modifiers_of(t: BrickTable, seat: Seat, kind: type[K], phase: str | None = None) -> Iterator[Modifier[K]]:
    """The effects of a kind in a building, left to right.

    Stores may close in the meantime, which changes their slots.
    """
    building = t.players[seat].building
    for store in list(building):
        effect = t.card(store).effect(kind, phase)
        if effect is not None:
            yield Modifier(seat, building.index(store) + 1, store, effect)


def window(t: BrickTable, kind: type[K], phase: str | None = None) -> Iterator[Modifier[K]]:
    """The effects of a kind that apply now: seats in turn order, stores left to right.

    No store opens in the meantime, so seats without such an effect can be left out from the start.
    """
    by_store = t.cards.by_store
    seats = {
        Seat(seat)
        for seat, player in enumerate(t.players)
        for store in player.building
        if kind in by_store[store.card].by_kind
    }
    for seat in in_turn_order(t, seats):
        yield from modifiers_of(t, seat, kind, phase)


# Building


def purchase_discount(t: BrickTable, seat: Seat, card: StoreCard) -> int:
    """The discount for the buyer's empty slots at this moment."""
    effect = card.effect(kinds.PurchaseDiscount)
    return 0 if effect is None else effect.amount * (t.cards.building.slots - len(t.players[seat].building))


def points_on_close(t: BrickTable, store: Store) -> int:
    """The points for closing a store while managing."""
    effect = t.card(store).effect(kinds.PointsOnClose)
    return 0 if effect is None else effect.points * store.items(effect.type)


# Supply


def bulk_discount(t: BrickTable, seat: Seat, count: int) -> int:
    """The discount per item if `count` items are stocked at one time."""
    bulk = modifiers_of(t, seat, kinds.BulkDiscount)
    return sum(found.effect.amount for found in bulk if found.effect.threshold <= count)


def item_cost(t: BrickTable, store: Store, item: ItemType, price: int) -> int:
    """The cost of an item stocked in this store; `price` is negative if the discounts exceed it."""
    effect = t.card(store).effect(kinds.StockDiscount)
    return max(0, price - (effect.amount if effect is not None and item in effect.types else 0))


def points_for_stocking(t: BrickTable, store: Store, item: ItemType, count: int) -> int:
    """The points for stocking `count` items in this store."""
    effect = t.card(store).effect(kinds.PointsIfStocked)
    return 0 if effect is None or effect.type != item or count < effect.count else effect.points


# Sale


def can_sell(t: BrickTable, store: Store, item: ItemType) -> int:
    """The number of items of a type that can be sold from here."""
    effect = t.card(store).effect(kinds.SaleNeedsMarket)
    barred = effect is not None and effect.type == item and not t.market[item]
    return 0 if barred else store.items(item)


def sells_elsewhere(t: BrickTable, store: Store, item: ItemType) -> bool:
    """Whether items from here may use boxes of another type: those for jewelry."""
    effect = t.card(store).effect(kinds.SellInto)
    return effect is not None and effect.type == item


def worth(t: BrickTable, seat: Seat, store: Store, item: ItemType, price: int) -> int:
    """What an item sold from here at the given price pays."""
    card = t.card(store)
    always, first = card.effect(kinds.SellBonus), card.effect(kinds.SellBonusFirst)
    if always is not None and item in always.types:
        price += always.amount
    others = (player for other, player in enumerate(t.players) if other != seat)
    if first is not None and item in first.types and not any(item in player.sold_types for player in others):
        price += first.amount
    return max(0, price)


def points_each(t: BrickTable, store: Store, item: ItemType) -> int:
    """The points for an item sold from here instead of money; 0 if it pays money."""
    effect = t.card(store).effect(kinds.PointsInstead)
    return 0 if effect is None else effect.points.get(item, 0)


def most_for_points(t: BrickTable, store: Store, count: int) -> int:
    """The number of items of a delivery from here for which the owner may choose points."""
    effect = t.card(store).effect(kinds.PointsChoice)
    return 0 if effect is None else count // effect.per


def points_for_selling(t: BrickTable, store: Store, item: ItemType, count: int, bottom: int, chosen: int) -> int:
    """The points for a delivery from here: `bottom` items came from the bottom shelf, `chosen` are sold for points."""
    card = t.card(store)
    choice, per_sold = card.effect(kinds.PointsChoice), card.effect(kinds.PointsPerSold)
    points = points_each(t, store, item) * count
    if choice is not None:
        points += choice.points * chosen
    if per_sold is not None:
        points += per_sold.points * ((bottom if per_sold.bottom_only else count) // per_sold.every)
    return points


# Investment


def purchases(t: BrickTable, seat: Seat) -> list[int]:
    """The maximum number of points that the seat may buy in each of its purchases."""
    for split in modifiers_of(t, seat, kinds.SplitPurchase):
        return [split.effect.each] * split.effect.purchases
    return [t.cards.investment.max_points_per_phase]
