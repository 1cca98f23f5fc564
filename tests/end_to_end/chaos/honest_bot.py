"""A bot that computes for THINKS seconds at every turn, on one core, and does nothing else.

As a rule it looks at the clock, as bots do that know their limit. With COUNTS=cpu it has as much to compute, however
long that takes.
"""

from __future__ import annotations

import os
import time

from referee_client import Bot, Turn, run

THINKS = float(os.environ["THINKS"])
CLOCK = time.thread_time if os.environ.get("COUNTS") == "cpu" else time.monotonic


class Honest(Bot):
    """Thinks, and takes the default."""

    def choose(self, turn: Turn) -> int:
        until = CLOCK() + THINKS
        while CLOCK() < until:
            sum(range(1000))
        return turn.default_option


run(Honest)
