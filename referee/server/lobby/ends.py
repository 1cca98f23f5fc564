"""The ends of matches that a bot may have missed, so that they can be told again when it comes back."""

from __future__ import annotations

from collections import deque


class Ends:
    """What a bot was told of ends since something proved that it listens.

    A connection may be lost long before anybody notices, so that something was sent proves nothing. An answer to a Turn
    does: what was sent before that Turn on the same stream has arrived.
    """

    def __init__(self, most: int) -> None:
        """Keeps so many at most."""
        self._kept: deque[tuple[int, bytes]] = deque(maxlen=most)
        self._told = 0

    def __len__(self) -> int:
        return len(self._kept)

    def tell(self, end: bytes) -> None:
        """Takes notice that a bot is told an end, or would be if it were there."""
        self._told += 1
        self._kept.append((self._told, end))

    @property
    def told(self) -> int:
        """How many ends were told so far."""
        return self._told

    def heard(self, told: int) -> None:
        """Forgets those that were told when there were so many: they have arrived."""
        while self._kept and self._kept[0][0] <= told:
            self._kept.popleft()

    def again(self) -> list[bytes]:
        """What may have been missed."""
        return [end for _, end in self._kept]
