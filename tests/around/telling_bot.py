"""A bot that writes into its first note what it received when its match began: the id and the commitment."""

from __future__ import annotations

from referee_client import Bot, MatchInfo, Turn, run


class Tells(Bot):
    """Plays what would be played for it."""

    def __init__(self) -> None:
        self._told = ""

    def start(self, match: MatchInfo) -> None:
        self._told = f"{match.match_id} {match.seed_commitment.hex()}"

    def choose(self, turn: Turn) -> int:
        turn.note, self._told = self._told, ""
        return turn.default_option


if __name__ == "__main__":
    run(Tells)
