"""What the sample bots know about the cards of the match in which they are choosing now.

These bots choose one after the other, in one thread. So the cards need not be passed through all of their functions.
"""

from __future__ import annotations

import json
import tomllib
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from referee_client.turn import MatchInfo

Facts = TypeVar("Facts")
KEPT_SETS = 8


class CardsInPlay(Generic[Facts]):
    """The cards of one game.

    Attributes:
        now: The facts about the cards that are in play now (treat as read-only).
    """

    def __init__(self, game: str, read: Callable[[Mapping[str, Any]], Facts]) -> None:
        """Derive the facts of a card set with `read`, once for each set."""

        @lru_cache(KEPT_SETS)
        def facts_of(card_set: str) -> Facts:
            return read(json.loads(card_set) if card_set else _shipped(game))

        self._facts_of = facts_of
        self.now = facts_of("")

    def choose_for(self, match: MatchInfo) -> None:
        """Use the cards of this match from now on; if the referee sent none, the game's own."""
        self.now = self._facts_of(match.card_set)


def _shipped(game: str) -> Mapping[str, Any]:
    text = (resources.files("referee_client") / "games" / game / "cards.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
