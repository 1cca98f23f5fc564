"""Takes any option, each as likely as the others.

The draw depends only on the match id, the seat and the number of the turn. So a match played again is the same match,
and a process that was restarted half-way continues as the lost one would have.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee_client.turn import Turn


class Random:
    """A weak opponent that tries everything."""

    def choose(self, turn: Turn) -> int:
        """Draw an option; with a 64-bit number, the remainder favours none by more than 1 in 10^16."""
        drawn = blake2b(f"{turn.match.match_id} {turn.seat} {turn.number}".encode(), digest_size=8)
        return int.from_bytes(drawn.digest(), "little") % turn.option_count
