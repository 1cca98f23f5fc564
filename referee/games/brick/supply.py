"""The chapter "Supply Phase" of the rulebook; section 5.3 of the game's specification."""

from __future__ import annotations

from referee.games.brick.choices import SupplyBid, SupplyMarket, TakeFree, TakePoints
from referee.games.brick.item_events import Bid, MarketSupplied, SelfSupplied, StockedFree, StoreSupplied, SupplyBids
from referee.games.brick.kinds import TYPES, FreeStock, ItemType, SelfSupply, SupplyOrPoints
from referee.games.brick.market_cards import crates
from referee.games.brick.modifiers import Modifier, window
from referee.games.brick.shelves import free_space, put_in
from referee.games.brick.state import BrickTable, Dial
from referee.games.brick.stocking import stock
from referee.games.brick.turn_order import change_points, in_turn_order, latest_first
from referee.kernel.asking import ask, ask_all
from referee.kernel.seats import Seat


def supply_market(t: BrickTable) -> None:
    """Add the crates of the supply pile to the market. Debt from earlier months does not count (ruling R14)."""
    for player in t.players:
        player.borrowed = False
    added = crates(t, t.supply_pile)
    for item, count in zip(TYPES, added, strict=True):
        t.market[item] += count
    t.discard += t.supply_pile
    t.supply_pile = []
    t.tell(MarketSupplied(added))


def self_supply(t: BrickTable, phase: str, item: ItemType | None = None) -> None:
    """Fill stores that are supplied directly with as many items as fit, without a choice (ruling R8)."""
    for owner in window(t, SelfSupply, phase):
        if item not in {None, owner.effect.type}:
            continue
        count = min(owner.effect.amount, free_space(t, owner.store, owner.effect.type))
        if count:
            put_in(owner.store, owner.effect.type, count)
            t.tell(SelfSupplied(owner.seat, owner.slot, owner.effect.type, count))


def room_of(t: BrickTable, seat: Seat, item: ItemType) -> int:
    """The free space of a seat for a type."""
    return sum(free_space(t, store, item) for store in t.players[seat].building)


async def bid_for(t: BrickTable, item: ItemType) -> None:
    """Put the seats that can stock in `waiting`; if there are too few items for all, they bid first (ruling R2)."""
    room = {seat: room_of(t, seat, item) for seat in t.all_seats()}
    t.waiting = [seat for seat in t.all_seats() if room[seat]] if t.market[item] else []
    if len(t.waiting) <= 1 or t.market[item] >= sum(room.values()):
        return
    prices = range(t.cards.prices.minimum[item], t.cards.dial.highest_price + 1)
    bids = await ask_all({seat: [SupplyBid(price) for price in prices] for seat in t.waiting})
    t.dials = {seat: Dial(choice.price) for seat, choice in bids.items()}
    t.revealed = True
    t.tell(SupplyBids(item, tuple([Bid(seat, choice.price) for seat, choice in bids.items()])))


async def stock_in_turn(t: BrickTable, item: ItemType) -> None:
    """Stock: the highest bid first, equal bids in reverse turn order (ruling R5); without bids, in turn order."""
    if t.dials:
        for seat in sorted(latest_first(t, t.dials), key=lambda seat: -bid_of(t, seat)):
            if t.market[item]:
                await stock(t, seat, item, bid_of(t, seat))
    else:
        for seat in in_turn_order(t, t.waiting):
            await stock(t, seat, item, t.cards.prices.minimum[item])
    t.waiting = []


def bid_of(t: BrickTable, seat: Seat) -> int:
    """The price that a seat has bid."""
    price = t.dials[seat].price
    assert price is not None, "no bid yet"
    return price


async def free_stock(t: BrickTable, item: ItemType) -> None:
    """Let some stores take left-over items."""
    for owner in window(t, FreeStock):
        most = min(free_space(t, owner.store, item), t.market[item])
        if item in owner.effect.types and most:
            count = (await ask(owner.seat, [TakeFree(owner.slot, count) for count in range(most + 1)])).count
            t.market[item] -= count
            put_in(owner.store, item, count)
            t.tell(StockedFree(owner.seat, owner.slot, item, count))


async def supply_or_points(t: BrickTable, item: ItemType) -> None:
    """Let some stores supply the market or gain points (ruling R35)."""
    for owner in window(t, SupplyOrPoints):
        if owner.effect.type == item:
            await supply_or_gain(t, owner)


async def supply_or_gain(t: BrickTable, owner: Modifier[SupplyOrPoints]) -> None:
    """Let one store supply the market or gain points."""
    effect = owner.effect
    choice: TakePoints | SupplyMarket = await ask(owner.seat, [TakePoints(owner.slot), SupplyMarket(owner.slot)])
    if isinstance(choice, TakePoints):
        change_points(t, owner.seat, effect.points)
    else:
        t.market[effect.type] += effect.amount
        t.tell(StoreSupplied(owner.seat, owner.slot, effect.type, effect.amount))
