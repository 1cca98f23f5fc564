"""Plays the highest card of the hand."""

from __future__ import annotations

from typing import Any

from referee_client import Turn, run


class Greedy:
    """Options list the lowest card first; where a seat may look, the last option is to look, which is free."""

    def choose(self, turn: Turn) -> Any:
        """Choose the highest card, and look where it may."""
        return max(turn.options, key=lambda option: option.play.card if option.HasField("play") else 0)


if __name__ == "__main__":
    run(Greedy, name="skeleton greedy")
