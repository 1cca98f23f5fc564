"""Where bales lie, and who sees them."""

from __future__ import annotations

from referee.kernel.zones import Zone, nobody, owner

from .state import FerryTable

ZONES: list[Zone[FerryTable]] = [
    Zone.in_field("store", "store", nobody, ordered=True),
    Zone.in_field("hand", "hands[seat]", owner),
    Zone.in_field("ferry", "ferry", ordered=True),
    Zone.in_field("shipped bales", "shipped", ordered=True),
]
