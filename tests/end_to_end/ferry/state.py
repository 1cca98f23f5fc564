"""The table."""

from __future__ import annotations

from msgspec import field

from referee.kernel.seats import Seat
from referee.kernel.table import Table

from .cards import Cards


class FerryTable(Table[Cards]):
    """The table. The store of bales is listed top first, the ferry in the order of loading."""

    turn: int = 0
    active: Seat = Seat(0)
    store: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    ferry: list[int] = field(default_factory=list)
    shipped: list[int] = field(default_factory=list)
    coins: list[int] = field(default_factory=list)


def invariants(t: FerryTable) -> None:
    """What holds whenever a seat is asked."""
    assert sum(t.ferry) < t.cards.mark, f"{t.ferry} on the ferry"
    assert all(len(hand) <= t.cards.hand for hand in t.hands), f"hands of {t.hands}"
