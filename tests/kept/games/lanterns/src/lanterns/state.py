"""The table: everything that is true now, as plain data."""

from __future__ import annotations

from msgspec import field

from referee.kernel.seats import Seat
from referee.kernel.table import Table

from .cards import Cards


class LanternsTable(Table[Cards]):
    """The table. The deck is listed top first."""

    round: int = 1
    deck: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    to_look: list[Seat] = field(default_factory=list)


def invariants(t: LanternsTable) -> None:
    """What holds whenever somebody is asked; that no card is lost or made is checked from the zones."""
    assert all(len(hand) == t.cards.hand for hand in t.hands), f"hands of {t.hands}"
    assert 1 <= t.round <= t.cards.rounds, f"round {t.round}"
