"""What a referee does for a match besides playing it. A match that is played by itself goes without."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from referee.server.match.courtesy import Courtesy
from referee.server.match.writer import UntilWritable


@dataclass(frozen=True)
class Care:
    """What a match may rely on.

    Attributes:
        until_writable: Waits for a disk that takes nothing; without it, that voids the match.
        keep: Has the whole record kept, where whoever was told the end finds it.
        courtesy: Lets other matches go first as long as all its bots are away.
    """

    until_writable: UntilWritable | None = None
    keep: Callable[[], Awaitable[None]] | None = None
    courtesy: Courtesy | None = None


NO_CARE = Care()
