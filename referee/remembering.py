"""Whether a bot could recognise a deal that it played in an earlier match."""

from __future__ import annotations


def can_remember(*, builtin: bool, fresh: bool, forgetful: bool) -> bool:
    """Whether a bot could remember a deal that it has played, and know all cards when it is played again.

    A built-in bot does not. Any other bot could, unless it starts fresh for each match in a sandbox that keeps nothing
    between matches (`is_forgetful` of `referee.server.bots.sandbox`).
    """
    return not builtin and not (fresh and forgetful)
