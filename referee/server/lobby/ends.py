"""The ends of matches that a bot may have missed, to be sent again when it comes back."""

from __future__ import annotations

from collections import deque


class Ends:
    """The ends that were sent to a bot since it last proved that it receives messages.

    A connection may be lost long before this is noticed, so sending something proves nothing. An answer to a Turn does:
    everything sent before that Turn on the same stream has arrived.
    """

    def __init__(self, most: int) -> None:
        """Keep at most `most` ends."""
        self._kept: deque[tuple[int, bytes]] = deque(maxlen=most)
        self._told = 0

    def __len__(self) -> int:
        return len(self._kept)

    def tell(self, end: bytes) -> None:
        """Record that the end of a match is sent to a bot, or would be sent if the bot were connected."""
        self._told += 1
        self._kept.append((self._told, end))

    @property
    def told(self) -> int:
        """How many ends were sent so far."""
        return self._told

    def heard(self, told: int) -> None:
        """Forget the first `told` ends: they have arrived."""
        while self._kept and self._kept[0][0] <= told:
            self._kept.popleft()

    def again(self) -> list[bytes]:
        """The ends that may have been missed."""
        return [end for _, end in self._kept]
