"""Whether a bot could know a deal again that it met in an earlier match."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # plans ask what can be remembered, also where no bot is started
    from referee.server.bots.sandbox import Sandbox


def can_remember(*, builtin: bool, fresh: bool, forgetful: bool) -> bool:
    """Whether a bot could remember a deal that it has played, and so know all cards when it comes again.

    A bot that is built in does not. Any other one could, unless it starts fresh for each match in a sandbox that is
    forgetful (`is_forgetful`).
    """
    return not builtin and not (fresh and forgetful)


def is_forgetful(sandbox: Sandbox | None) -> bool:
    """Whether a fresh process in this sandbox finds nothing that an earlier one left."""
    return sandbox is not None and sandbox.forgets
