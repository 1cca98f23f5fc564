"""Where cards lie, who sees them, and whether their order matters."""

from __future__ import annotations

from referee.kernel.zones import Zone, nobody, owner

from .state import SkeletonTable

ZONES: list[Zone[SkeletonTable]] = [
    Zone.in_field("deck", "deck", nobody, ordered=True),
    Zone.in_field("hand", "hands[seat]", owner, sort=True),
    Zone.in_field("discard pile", "discard", ordered=True),
]
