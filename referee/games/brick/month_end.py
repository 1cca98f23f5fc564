"""The chapters "Inventory Phase", "Utilities Phase" and "Investment Phase" of the rulebook.

See sections 5.5 to 5.7 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.brick.building import close
from referee.games.brick.choices import BuyPoints, InvestNothing, ReturnItems, SellPoints
from referee.games.brick.debt import pay, tokens_for
from referee.games.brick.events import Invested, UtilitiesPaid
from referee.games.brick.item_events import Expired, Returned
from referee.games.brick.kinds import TYPES, HoldOrClose, ItemType, ReturnExpired
from referee.games.brick.modifiers import Modifier, purchases, window
from referee.games.brick.ranges import MOST_SOLD
from referee.games.brick.shelves import age
from referee.games.brick.state import BrickTable
from referee.games.brick.turn_order import change_points, in_turn_order
from referee.kernel.asking import MAX_OPTIONS, ask
from referee.kernel.seats import Seat

Trade = InvestNothing | BuyPoints | SellPoints
Lost = dict[tuple[Seat, int, ItemType], int]


async def age_items(t: BrickTable) -> None:
    """Move all items one shelf down; some that fall off can go back to the market."""
    lost: Lost = {}
    for seat in t.all_seats():
        for place in t.places(seat):
            for item in TYPES:
                expired = age(place.store, item) if item in place.store.shelves else 0
                if expired:
                    lost[seat, place.slot, item] = expired
                    t.tell(Expired(seat, place.slot, item, expired))
    for owner in window(t, ReturnExpired):
        await return_expired(t, owner, lost)


async def return_expired(t: BrickTable, owner: Modifier[ReturnExpired], lost: Lost) -> None:
    """Return items that fell off the bottom shelf of one store."""
    for item in TYPES:
        expired = lost.get((owner.seat, owner.slot, item), 0)
        if expired and item in owner.effect.types:
            listed = [ReturnItems(owner.slot, item, count) for count in range(expired + 1)]
            count = (await ask(owner.seat, listed)).count
            t.market[item] += count
            t.tell(Returned(owner.seat, owner.slot, item, count))
            change_points(t, owner.seat, count * owner.effect.points)


def pay_utilities(t: BrickTable) -> None:
    """Pay for stores and slots. A seat that has too little cash must take debt tokens."""
    for seat in t.all_seats():
        player = t.players[seat]
        stores = sum(t.card(store).utilities for store in player.building)
        bill = stores + sum(t.cards.building.slot_utilities[: len(player.building)])
        debt = tokens_for(bill - player.cash)
        pay(player, bill, debt)
        t.tell(UtilitiesPaid(seat, bill, debt))


def hold_or_close(t: BrickTable) -> None:
    """After Utilities: some stores bring points for the items in them; if such a store is empty, it closes."""
    for owner in window(t, HoldOrClose):
        held = owner.store.items(owner.effect.type)
        if held:
            change_points(t, owner.seat, owner.effect.points * (held // owner.effect.per))
        else:
            close(t, owner.seat, owner.store)


async def invest(t: BrickTable, seat: Seat) -> None:
    """Offer one opportunity to buy or sell; some seats may split a purchase (ruling R39)."""
    most, *more = purchases(t, seat)
    most_sold = min(t.players[seat].points, MOST_SOLD, MAX_OPTIONS - len([InvestNothing()]) - most)
    sold = [SellPoints(points) for points in range(1, most_sold + 1)]
    choice: Trade = await ask(seat, [InvestNothing(), *affordable(t, seat, most), *sold])
    trade(t, seat, choice)
    for most in more:
        if not isinstance(choice, BuyPoints):
            break
        choice = await ask(seat, [InvestNothing(), *affordable(t, seat, most)])
        trade(t, seat, choice)


def affordable(t: BrickTable, seat: Seat, most: int) -> list[BuyPoints]:
    """The numbers of points that a seat can buy in one purchase, which it must pay in cash."""
    costs: Sequence[int] = t.cards.investment.buy_cost[:most]
    return [BuyPoints(points) for points, cost in enumerate(costs, 1) if cost <= t.players[seat].cash]


def trade(t: BrickTable, seat: Seat, choice: Trade) -> None:
    """Exchange money for points, or points for money."""
    match choice:
        case BuyPoints(points):
            money = t.cards.investment.buy_cost[points - 1]
            t.players[seat].cash -= money
        case SellPoints(sold):
            points, money = -sold, sold * t.cards.investment.sell_value
            t.players[seat].cash += money
        case _:
            points = money = 0
    t.tell(Invested(seat, points, money))
    change_points(t, seat, points)


async def invest_in_turn(t: BrickTable) -> None:
    """Ask each seat once, even if the turn order changes in the meantime."""
    for seat in in_turn_order(t, t.all_seats()):
        await invest(t, seat)
