"""How a seat delivers items: from which stores, into which boxes, for money or for points. Spec, section 5.4."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from referee.games.brick.choices import ForPoints, SaleSplit, SaleToDemand, SaleToJewelry, SurplusSplit
from referee.games.brick.item_events import Portion, Sold, SurplusTaken
from referee.games.brick.kinds import ItemType
from referee.games.brick.modifiers import (
    can_sell,
    most_for_points,
    points_each,
    points_for_selling,
    sells_elsewhere,
    worth,
)
from referee.games.brick.selling import ELSEWHERE, fill_own_boxes, free_own_boxes
from referee.games.brick.shelves import take_out
from referee.games.brick.state import BrickTable, Place
from referee.games.brick.turn_order import change_points
from referee.kernel.asking import ask
from referee.kernel.seats import Seat

SplitOption = type[SaleSplit] | type[SurplusSplit]


class Taken(Struct):
    """The items of a delivery that come from one store. Some of them may be sold for points."""

    place: Place
    count: int
    for_points: int = 0


class Boxes(Struct, frozen=True):
    """The boxes that take the items of a delivery."""

    demand: int
    elsewhere: int
    own: int


async def deliver(t: BrickTable, seat: Seat, item: ItemType, count: int, price: int) -> None:
    """Ask for stores and boxes. Nothing is moved or shown before the last answer."""
    taken = await split_sale(t, seat, item, count)
    boxes = await choose_boxes(t, seat, item, count, taken)
    for part in taken:
        most = most_for_points(t, part.place.store, part.count)
        if most:
            slot = part.place.slot
            part.for_points = (await ask(seat, [ForPoints(slot, some) for some in range(most + 1)])).count
    carry_out(t, seat, item, price, taken, boxes)


async def split_sale(t: BrickTable, seat: Seat, item: ItemType, count: int) -> list[Taken]:
    """Split a sale among the stores. Items that fit only boxes of their type are limited to those boxes."""
    stores = [(place, can_sell(t, place.store, item)) for place in t.places(seat)]
    bound = {place.slot: not sells_elsewhere(t, place.store, item) for place, _ in stores}
    most_bound = t.boxes[item] + free_own_boxes(t, seat, item)

    def fits(taken: list[Taken], left: int, rest: list[tuple[Place, int]]) -> bool:
        movable = sum(items for place, items in rest if not bound[place.slot])
        return sum(part.count for part in taken if bound[part.place.slot]) + max(0, left - movable) <= most_bound

    return await split(seat, SaleSplit, [(place, items) for place, items in stores if items], count, fits)


def any_split(_taken: list[Taken], _left: int, _rest: list[tuple[Place, int]]) -> bool:
    """Any split of surplus items among the stores."""
    return True


async def split(
    seat: Seat,
    option: SplitOption,
    stores: list[tuple[Place, int]],
    count: int,
    fits: Callable[[list[Taken], int, list[tuple[Place, int]]], bool],
) -> list[Taken]:
    """Ask how many items come from each store, left to right; the rest come from the last one.

    Skips steps without a choice.
    """
    taken: list[Taken] = []
    rest = stores
    while rest:
        (place, items), *rest = rest
        low, high = max(0, count - sum(more for _, more in rest)), min(count, items)
        numbers = [some for some in range(low, high + 1) if fits([*taken, Taken(place, some)], count - some, rest)]
        some = numbers[0]
        if len(numbers) > 1:
            some = (await ask(seat, [option(place.slot, number) for number in numbers])).count
        taken.append(Taken(place, some))
        count -= some
    return taken


async def choose_boxes(t: BrickTable, seat: Seat, item: ItemType, count: int, taken: list[Taken]) -> Boxes:
    """Ask for boxes of the type, then for jewelry boxes, then for own boxes.

    A seat is not asked if it has no choice.
    """
    own = free_own_boxes(t, seat, item)
    movable = sum(part.count for part in taken if sells_elsewhere(t, part.place.store, item))
    elsewhere = min(movable, t.boxes[ELSEWHERE])
    demand = low = max(0, count - own - elsewhere)
    high = min(count, t.boxes[item])
    if low < high:
        listed = [SaleToDemand(some) for some in range(low, high + 1)]
        demand = (await ask(seat, listed, len(listed) - 1)).count
    count -= demand
    to_jewelry = low = max(0, count - own)
    high = min(count, elsewhere)
    if low < high:
        to_jewelry = (await ask(seat, [SaleToJewelry(some) for some in range(low, high + 1)])).count
    return Boxes(demand, to_jewelry, count - to_jewelry)


def carry_out(t: BrickTable, seat: Seat, item: ItemType, price: int, taken: list[Taken], boxes: Boxes) -> None:
    """Fill the boxes and pay the seat; then the seat gains points, store by store."""
    player = t.players[seat]
    t.boxes[item] -= boxes.demand
    t.boxes[ELSEWHERE] -= boxes.elsewhere
    fill_own_boxes(t, seat, item, boxes.own)
    money = 0
    points: list[int] = []
    for part in taken:
        store = part.place.store
        bottom = take_out(store, item, part.count)
        store.sold += part.count
        if not points_each(t, store, item):
            money += (part.count - part.for_points) * worth(t, seat, store, item, price)
        points.append(points_for_selling(t, store, item, part.count, bottom, part.for_points))
    player.cash += money
    if any(part.count for part in taken) and item not in player.sold_types:
        player.sold_types.append(item)
    t.tell(Sold(seat, item, price, portions(taken), boxes.demand, boxes.elsewhere, boxes.own, money))
    for gained in points:
        change_points(t, seat, gained)


async def take_surplus(t: BrickTable, seat: Seat, item: ItemType, count: int) -> None:
    """Remove items that were offered but cannot be sold from any of the seat's stores (ruling R30)."""
    stores = [(place, place.store.items(item)) for place in t.places(seat) if place.store.items(item)]
    taken = await split(seat, SurplusSplit, stores, count, any_split)
    for part in taken:
        take_out(part.place.store, item, part.count)
    t.players[seat].surplus = count
    t.tell(SurplusTaken(seat, item, portions(taken)))


def portions(taken: list[Taken]) -> tuple[Portion, ...]:
    """The number of items from each store."""
    return tuple([Portion(part.place.slot, part.count) for part in taken if part.count])
