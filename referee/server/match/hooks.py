"""What a referee does for a match in addition to playing it.

A match that is played without a referee needs none of this.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from referee.server.match.taking_turns import TakingTurns
from referee.server.match.writer import UntilWritable


@dataclass(frozen=True)
class MatchHooks:
    """Services of a referee for its matches.

    Attributes:
        until_writable: Waits until the disk can be written again; without this hook, a write error voids the match.
        keep: Keeps the whole record, so that anyone notified of the end finds it.
        taking_turns: Gives precedence to other matches as long as all bots of this one are disconnected.
    """

    until_writable: UntilWritable | None = None
    keep: Callable[[], Awaitable[None]] | None = None
    taking_turns: TakingTurns | None = None


NO_HOOKS = MatchHooks()
