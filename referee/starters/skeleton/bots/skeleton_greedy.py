"""Plays the highest card of the hand."""

from __future__ import annotations

from typing import Any

from referee_client import Turn, run


class Greedy:
    """Options are listed with the lowest card first.

    If a seat may look at a card, which costs nothing, that is the last option.
    """

    def choose(self, turn: Turn) -> Any:
        """Choose the highest card, and look at the deck whenever that is possible."""
        return max(turn.options, key=lambda option: option.play.card if option.HasField("play") else 0)


if __name__ == "__main__":
    run(Greedy, name="skeleton greedy")
