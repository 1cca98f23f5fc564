"""Always takes the first option, which is the default."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee_client.turn import Turn


class First:
    """The simplest bot."""

    def choose(self, _turn: Turn) -> int:
        """Take the first option."""
        return 0
