"""Where bales lie, and who sees them."""

from __future__ import annotations

from referee.kernel.seats import Seat
from referee.kernel.zones import Zone, nobody, owner

from .state import FerryTable


def lay_store(t: FerryTable, _seat: Seat, bales: list[int]) -> None:
    """Makes these bales the store."""
    t.store = bales


def lay_hand(t: FerryTable, seat: Seat, bales: list[int]) -> None:
    """Makes these bales a hand."""
    t.hands[seat] = bales


ZONES: list[Zone[FerryTable]] = [
    Zone("store", lambda t, _: t.store, lay_store, nobody, ordered=True),
    Zone("hand", lambda t, seat: t.hands[seat], lay_hand, owner, each=True),
    Zone("ferry", lambda t, _: t.ferry, ordered=True),
    Zone("shipped bales", lambda t, _: t.shipped, ordered=True),
]
