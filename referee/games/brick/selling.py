"""What can be sold, and into which boxes: those on the demand cards and the seat's own. Spec, sections 3 and 5.4."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.brick.kinds import ItemType
from referee.games.brick.modifiers import can_sell, sells_elsewhere
from referee.games.brick.state import BrickTable, Store
from referee.kernel.seats import Seat

ELSEWHERE: ItemType = "jewelry"
"""The type whose boxes on the demand cards some stores may use for other items."""


def own_boxes(t: BrickTable, seat: Seat, item: ItemType) -> Iterator[tuple[int, Store, int]]:
    """A seat's own boxes for a type. For each box: how many types it takes, its store, and its number in the store."""
    for store in t.players[seat].building:
        for at, boxes in enumerate(t.card(store).boxes):
            if item in boxes.types:
                yield len(boxes.types), store, at


def free_own_boxes(t: BrickTable, seat: Seat, item: ItemType) -> int:
    """The number of free own boxes for a type."""
    return sum(store.boxes[at] for _, store, at in own_boxes(t, seat, item))


def fill_own_boxes(t: BrickTable, seat: Seat, item: ItemType, count: int) -> None:
    """Fill own boxes: first those that take the fewest types, then by store and in the order on the card."""
    for _, store, at in sorted(own_boxes(t, seat, item), key=lambda boxes: boxes[0]):
        some = min(count, store.boxes[at])
        store.boxes[at] -= some
        count -= some


def items_to_sell(t: BrickTable, seat: Seat, item: ItemType) -> int:
    """The items of a type that a seat can sell."""
    return sum(can_sell(t, store, item) for store in t.players[seat].building)


def most_to_sell(t: BrickTable, seat: Seat, item: ItemType) -> int:
    """The maximum number of items of a type that a seat can deliver now."""
    building = t.players[seat].building
    movable = sum(can_sell(t, store, item) for store in building if sells_elsewhere(t, store, item))
    places = t.boxes[item] + free_own_boxes(t, seat, item) + min(movable, t.boxes[ELSEWHERE])
    return min(items_to_sell(t, seat, item), places)
