"""Whether a bot could know a deal again that it met in an earlier match."""

from __future__ import annotations

from referee.server.sandbox import Sandbox


def can_remember(*, builtin: bool, fresh: bool, sealed: bool) -> bool:
    """Whether a bot could remember a deal that it has played, and so know all cards when it comes again.

    A bot that is built in does not. Any other one could, unless it starts fresh for each match in a sandbox in which it
    can leave no note for the next match (`leaves_no_notes`).
    """
    return not builtin and not (fresh and sealed)


def leaves_no_notes(sandbox: Sandbox | None) -> bool:
    """Whether nothing that a bot does in this sandbox outlives it; without one, bots leave what they like."""
    return sandbox is not None and sandbox.forgets
