"""The table: the current state, as plain data."""

from __future__ import annotations

from msgspec import field

from referee.kernel.seats import Seat
from referee.kernel.table import Table

from .cards import Cards


class SkeletonTable(Table[Cards]):
    """The table. The deck is listed top first. Hands are sorted here, so that views and options need not sort them."""

    round: int = 1
    deck: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    to_look: list[Seat] = field(default_factory=list)


def invariants(t: SkeletonTable) -> None:
    """Assert the facts that hold at every question. The zones already check that no card is lost or created."""
    assert all(len(hand) == t.cards.hand and hand == sorted(hand) for hand in t.hands), f"hands of {t.hands}"
    assert 1 <= t.round <= t.cards.rounds, f"round {t.round}"
