"""The chapter "Building Phase" of the rulebook; section 5.1 of the game's specification."""

from __future__ import annotations

from referee.games.brick.auction import limit, store_price
from referee.games.brick.cards import StoreId
from referee.games.brick.choices import (
    BidOn,
    BuyFromHand,
    CloseStore,
    Done,
    OpenStore,
    PassBuying,
    StartingStore,
)
from referee.games.brick.events import NotOpened, Started, StoreClosed, StoreOpened
from referee.games.brick.modifiers import points_on_close
from referee.games.brick.setup import preset_starting_stores
from referee.games.brick.shelves import free_space, new_store, put_in
from referee.games.brick.state import BrickTable, Store
from referee.games.brick.turn_order import change_points
from referee.kernel.asking import ask
from referee.kernel.seats import Seat


async def choose_starting_stores(t: BrickTable) -> None:
    """January: let each seat, in turn order, begin with a starting store.

    The remaining starting stores go to the box.
    """
    preset = preset_starting_stores(t) if t.options.preset_hands else {}
    for seat in t.order:
        store = preset.get(seat) or (await ask(seat, [StartingStore(card) for card in t.starting_stores])).store
        start_with(t, seat, store)
    t.box += t.starting_stores
    t.starting_stores = []


def start_with(t: BrickTable, seat: Seat, store: StoreId) -> None:
    """Open a starting store in slot 1, full of items."""
    opened = new_store(t.cards.by_store[store])
    for item in opened.shelves:
        put_in(opened, item, free_space(t, opened, item))
    t.starting_stores.remove(store)
    t.players[seat].building.append(opened)
    t.tell(Started(seat, store))


def ways_to_buy(t: BrickTable, seat: Seat) -> list[PassBuying | BuyFromHand | BidOn]:
    """The options to buy: pass, and the stores in the hand and in the row that the seat could pay for."""
    most = limit(t, seat)
    from_hand = [BuyFromHand(store) for store in t.players[seat].stores if store_price(t, seat, store) <= most]
    from_row = [BidOn(store) for store in t.row if t.cards.stores[store].cost <= most]
    return [PassBuying(), *from_hand, *from_row]


async def manage(t: BrickTable, seat: Seat) -> None:
    """Let a seat close stores and open the new one, in any order, until it is done (ruling R18)."""
    player = t.players[seat]
    while True:
        closing = [CloseStore(place.slot) for place in t.places(seat)]
        can_open = player.bought is not None and len(player.building) < t.cards.building.slots
        options = [Done(), *closing, *([OpenStore()] if can_open else [])]
        match await ask(seat, options, len(options) - 1 if can_open else 0):
            case CloseStore(slot):
                store = player.building[slot - 1]
                change_points(t, seat, points_on_close(t, store))
                close(t, seat, store)
            case OpenStore():
                open_bought(t, seat)
            case _:
                break
    if player.bought is not None:
        t.tell(NotOpened(seat, player.bought))
        t.box.append(player.bought)
        player.bought = None


def open_bought(t: BrickTable, seat: Seat) -> None:
    """Open the bought store, empty, in the leftmost free slot."""
    player = t.players[seat]
    assert player.bought is not None, "nothing was bought"
    player.building.append(new_store(t.cards.stores[player.bought]))
    t.tell(StoreOpened(seat, len(player.building), player.bought))
    player.bought = None


def close(t: BrickTable, seat: Seat, store: Store) -> None:
    """Close a store: its items go to the general supply, its card to the box; stores to its right move left by one."""
    building = t.players[seat].building
    slot = building.index(store) + 1
    del building[slot - 1]
    t.box.append(store.card)
    t.tell(StoreClosed(seat, slot, store.card))
