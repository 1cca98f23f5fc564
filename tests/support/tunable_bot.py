"""A bot of which one number can be tuned: it plays best with SKILL = 6, and at random more often further away."""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

from referee_client import MatchInfo, Turn, run
from referee_client.bots.greedy import Greedy

if TYPE_CHECKING:
    from google.protobuf.message import Message

BEST = 6.0


class Tunable:
    """Decides by its own dice, which depend on the match and the number alone."""

    def __init__(self, skill: float) -> None:
        self._skill = skill
        self._greedy = Greedy()
        self._dice = Random()

    def start(self, match: MatchInfo) -> None:
        self._greedy.start(match)
        self._dice = Random(f"{match.match_id}/{self._skill}")

    def choose(self, turn: Turn) -> int | Message:
        sensible = self._dice.random() >= abs(self._skill - BEST) / 8
        return self._greedy.choose(turn) if sensible else self._dice.randrange(turn.option_count)


if __name__ == "__main__":
    run(lambda: Tunable(float(os.environ["SKILL"])), name="tunable")
