"""`python -m tests.support.graded ...`: the command `tournament`, with sample bots of ten strengths.

The bot `graded0` plays as `random` does, `graded9` as `greedy` does, and the others play a share of their turns as the
one and the rest as the other. They remember nothing, so a match that is played again is the same match.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from referee_client.bots import BOTS
from referee_client.bots.greedy import Greedy
from referee_client.bots.random_bot import Random

if TYPE_CHECKING:
    from google.protobuf.message import Message
    from referee_client.bot import BotFactory
    from referee_client.turn import MatchInfo, Turn

STRENGTHS = 10


class Graded:
    """Plays so many of nine turns as `greedy` does."""

    skill = 0

    def __init__(self) -> None:
        self._greedy, self._random = Greedy(), Random()

    def start(self, match: MatchInfo) -> None:
        """Let the greedy bot prepare."""
        self._greedy.start(match)

    def choose(self, turn: Turn) -> int | Message:
        """Choose as one of the two bots does."""
        drawn = blake2b(f"skill {turn.match.match_id} {turn.seat} {turn.number}".encode(), digest_size=8).digest()
        skilled = int.from_bytes(drawn, "little") % (STRENGTHS - 1) < self.skill
        return self._greedy.choose(turn) if skilled else self._random.choose(turn)


def graded_bots() -> dict[str, BotFactory]:
    """The bots by name."""
    return {f"graded{skill}": type(f"Graded{skill}", (Graded,), {"skill": skill}) for skill in range(STRENGTHS)}


def add_graded_bots() -> None:
    """Let plans name them. Call it before the package `tournament` is imported."""
    assert isinstance(BOTS, dict)
    BOTS.update(graded_bots())


if __name__ == "__main__":
    add_graded_bots()
    from tournament.cli import main

    main(prog_name="tournament")
