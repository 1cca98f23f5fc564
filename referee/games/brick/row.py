"""The public stores: the row and the on-deck card. See "Update Store Cards" in the rulebook."""

from __future__ import annotations

from referee.games.brick.cards import StoreId
from referee.games.brick.events import RowChanged
from referee.games.brick.state import BrickTable


def turn_up(t: BrickTable) -> None:
    """Turn up a new on-deck card; there is none if the deck is empty."""
    t.on_deck = t.store_deck.pop(0) if t.store_deck else None


def shift_in(t: BrickTable) -> None:
    """Move the on-deck card to the end of the row."""
    if t.on_deck is not None:
        t.row.append(t.on_deck)
    turn_up(t)


def tell_row(t: BrickTable) -> None:
    """Announce the stores for sale."""
    t.tell(RowChanged(tuple(t.row), t.on_deck or ""))


def take_from_row(t: BrickTable, store: StoreId) -> None:
    """Remove a bought store from the row."""
    t.row.remove(store)
    t.bought_from_row = True
    shift_in(t)
    tell_row(t)


def update_row(t: BrickTable) -> None:
    """Put the oldest store into the box, or all of them if none was bought from the row this month (ruling R21)."""
    going = t.row[:1] if t.bought_from_row else t.row
    t.box += going
    t.row = t.row[len(going) :]
    for _ in going:
        shift_in(t)
    tell_row(t)
