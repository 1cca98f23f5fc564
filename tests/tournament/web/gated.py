"""A bot that waits before its third answer of each match, until the file `gate` beside it has a byte for the match."""

from __future__ import annotations

import time
from pathlib import Path

from referee_client import Turn, run

GATE = Path(__file__).parent / "gate"


class Gated:
    """Plays the defaults."""

    matches = 0

    def __init__(self) -> None:
        Gated.matches += 1
        self.number = Gated.matches
        self.answers = 0

    def choose(self, turn: Turn) -> int:
        self.answers += 1
        while self.answers == 3 and GATE.stat().st_size < self.number:
            time.sleep(0.02)
        return turn.default_option


if __name__ == "__main__":
    run(Gated)
