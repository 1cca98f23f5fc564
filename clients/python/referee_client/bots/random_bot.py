"""Takes a random option; all are equally likely.

The draw depends only on the match id, the seat and the number of the turn. So if a match is played again, it is the
same, and a process that is restarted half-way continues as the first one would have done.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee_client.turn import Turn


class Random:
    """A weak opponent that tries everything."""

    def choose(self, turn: Turn) -> int:
        """Draw an option; the remainder of a 64-bit number favours no option by more than 1 in 10^16."""
        drawn = blake2b(f"{turn.match.match_id} {turn.seat} {turn.number}".encode(), digest_size=8)
        return int.from_bytes(drawn.digest(), "little") % turn.option_count
