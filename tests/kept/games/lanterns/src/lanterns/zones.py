"""Where cards lie, who sees them, and whether their order means something."""

from __future__ import annotations

from referee.kernel.seats import Seat
from referee.kernel.zones import Zone, nobody, owner

from .state import LanternsTable


def lay_deck(t: LanternsTable, _seat: Seat, cards: list[int]) -> None:
    """Makes these cards the deck."""
    t.deck = cards


def lay_hand(t: LanternsTable, seat: Seat, cards: list[int]) -> None:
    """Makes these cards a hand."""
    t.hands[seat] = cards


ZONES: list[Zone[LanternsTable]] = [
    Zone("deck", lambda t, _: t.deck, lay_deck, nobody, ordered=True),
    Zone("hand", lambda t, seat: t.hands[seat], lay_hand, owner, each=True),
    Zone("discard pile", lambda t, _: t.discard, ordered=True),
]
