"""Items on the shelves of a store: they enter at the top and leave from the bottom (ruling R7)."""

from __future__ import annotations

from referee.games.brick.cards import StoreCard
from referee.games.brick.kinds import ItemType
from referee.games.brick.state import BrickTable, Store


def new_store(card: StoreCard) -> Store:
    """An empty store."""
    return Store(
        card.id,
        {item: [0] * card.shelves[item].shelves for item in card.types},
        [boxes.count for boxes in card.boxes],
    )


def free_space(t: BrickTable, store: Store, item: ItemType) -> int:
    """How many more items of a type fit into the store."""
    shelving = t.card(store).shelves.get(item)
    return 0 if shelving is None else shelving.capacity - store.items(item)


def put_in(store: Store, item: ItemType, count: int) -> None:
    """Put items on the top shelf."""
    if count:
        store.shelves[item][0] += count


def take_out(store: Store, item: ItemType, count: int) -> int:
    """Take items out, from the lowest non-empty shelf first. Returns how many were on the bottom shelf."""
    if not count:
        return 0
    shelves = store.shelves[item]
    from_bottom = min(count, shelves[-1])
    for at in reversed(range(len(shelves))):
        taken = min(count, shelves[at])
        shelves[at] -= taken
        count -= taken
    return from_bottom


def age(store: Store, item: ItemType) -> int:
    """Move items one shelf down. Returns how many fell off the bottom shelf."""
    shelves = store.shelves[item]
    expired = shelves[-1]
    shelves[:] = [0, *shelves[:-1]]
    return expired
