"""Takes any option, each as likely as the others.

The draw depends on the match id, the seat and the number of the turn alone: a match played again is the same match,
and a process that was restarted half-way goes on as the lost one would have.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee_client.turn import Turn


class Random:
    """The weakest opponent that tries everything."""

    def choose(self, turn: Turn) -> int:
        """Draws an option; the remainder of so large a number favours none by more than 1 in 10^16."""
        drawn = blake2b(f"{turn.match.match_id} {turn.seat} {turn.number}".encode(), digest_size=8)
        return int.from_bytes(drawn.digest(), "little") % turn.option_count
