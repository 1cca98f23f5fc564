"""How a seat stocks its stores: how many items, in which stores, and how it pays. Spec, section 5.3, "Stocking"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from referee.games.brick.choices import StockAmount, StockSplit
from referee.games.brick.debt import credit, pay, tokens_for
from referee.games.brick.item_events import Portion, Stocked
from referee.games.brick.kinds import ItemType
from referee.games.brick.modifiers import bulk_discount, item_cost, points_for_stocking
from referee.games.brick.shelves import free_space, put_in
from referee.games.brick.state import BrickTable, Place
from referee.games.brick.turn_order import change_points
from referee.kernel.asking import ask
from referee.kernel.seats import Seat


class Shelf(Struct, frozen=True):
    """A store with free space, and the cost of an item that goes there."""

    place: Place
    room: int
    cost: int


class Basket(Struct, frozen=True):
    """The items of a split so far: their total cost, and the most expensive one."""

    total: int = 0
    dearest: int = 0

    def plus(self, count: int, cost: int) -> Basket:
        """The basket after adding some more items."""
        return Basket(self.total + count * cost, max(self.dearest, cost)) if count else self


async def stock(t: BrickTable, seat: Seat, item: ItemType, price: int) -> None:
    """Ask how many items to stock, and how many in each store. Nothing is moved or shown before the last answer."""
    count = (await ask(seat, [StockAmount(count) for count in amounts(t, seat, item, price)])).count
    rest = shelves_for(t, seat, item, price, count)
    basket, left = Basket(), count
    portions: list[tuple[Place, int]] = []
    while rest:
        shelf, *rest = rest
        low, high = max(0, left - sum(other.room for other in rest)), min(left, shelf.room)
        here = low
        if low < high:
            fitting = [
                StockSplit(shelf.place.slot, some)
                for some in range(low, high + 1)
                if can_complete(t, seat, basket.plus(some, shelf.cost), left - some, rest)
            ]
            here = (await ask(seat, fitting)).count
        basket, left = basket.plus(here, shelf.cost), left - here
        portions.append((shelf.place, here))
    pay_and_put(t, seat, item, price, basket, portions)


def shelves_for(t: BrickTable, seat: Seat, item: ItemType, price: int, count: int) -> list[Shelf]:
    """The stores with free space, left to right. The cost of an item depends on how many are stocked together."""
    price -= bulk_discount(t, seat, count)
    rooms = [(place, free_space(t, place.store, item)) for place in t.places(seat)]
    return [Shelf(place, room, item_cost(t, place.store, item, price)) for place, room in rooms if room]


def amounts(t: BrickTable, seat: Seat, item: ItemType, price: int) -> Iterator[int]:
    """Every number of items that can be divided among the stores in a way that the seat can pay for."""
    most = min(t.market[item], sum(free_space(t, store, item) for store in t.players[seat].building))
    for count in range(most + 1):
        if can_complete(t, seat, Basket(), count, shelves_for(t, seat, item, price, count)):
            yield count


def can_pay(t: BrickTable, seat: Seat, basket: Basket) -> bool:
    """Whether the seat can pay all items in cash, or all but one in cash and the rest with debt (rulings R14, R15)."""
    player = t.players[seat]
    if player.borrowed:
        return basket.total == 0
    short = basket.total - player.cash
    return short <= 0 or short <= min(basket.dearest, credit(t, seat))


def can_complete(t: BrickTable, seat: Seat, basket: Basket, left: int, shelves: Sequence[Shelf]) -> bool:
    """Whether the seat can put `count` more items on these shelves and pay for all.

    The cheapest shelves are best, with one exception: the most expensive item may be paid with debt, so every shelf is
    tried for it.
    """
    if left == 0:
        return can_pay(t, seat, basket)
    return any(can_pay(t, seat, cheapest(basket, left, shelves, first)) for first in range(len(shelves)))


def cheapest(basket: Basket, left: int, shelves: Sequence[Shelf], first: int) -> Basket:
    """Put one item on the shelf `first`, and the others where they are cheapest."""
    rooms = [(shelf.cost, shelf.room - (at == first)) for at, shelf in enumerate(shelves)]
    basket, left = basket.plus(1, shelves[first].cost), left - 1
    for cost, room in sorted(rooms):
        some = min(left, room)
        basket, left = basket.plus(some, cost), left - some
    return basket


def pay_and_put(
    t: BrickTable, seat: Seat, item: ItemType, price: int, basket: Basket, portions: list[tuple[Place, int]]
) -> None:
    """Pay with as few debt tokens as possible, move the items, then gain points from stores."""
    player = t.players[seat]
    debt = tokens_for(basket.total - player.cash)
    pay(player, basket.total, debt)
    player.borrowed = player.borrowed or debt > 0
    for place, count in portions:
        put_in(place.store, item, count)
        t.market[item] -= count
    moved = tuple([Portion(place.slot, count) for place, count in portions if count])
    t.tell(Stocked(seat, item, price, moved, basket.total, debt))
    for place, count in portions:
        change_points(t, seat, points_for_stocking(t, place.store, item, count))
