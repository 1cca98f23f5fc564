"""Plays each game with a sensible bot for that game.

To add a game, write `<game>_greedy.py` beside this file and list its class in `GREEDY`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from google.protobuf.message import Message

    from referee_client.bot import BotFactory, Chooser
    from referee_client.turn import MatchInfo, Turn

GREEDY: Mapping[str, str] = {
    "brick": "BrickGreedy",
    "inns": "InnsGreedy",
    "inventory": "InventoryGreedy",
    "keepers": "KeepersGreedy",
    "lootroll": "LootRollGreedy",
}


class Greedy:
    """Passes every turn to the bot of the game. Those bots need only `choose`."""

    _bot: Chooser

    def start(self, match: MatchInfo) -> None:
        """Pick the bot of the game."""
        if match.game_id not in GREEDY:
            raise ValueError(f"the greedy bot plays only {', '.join(sorted(GREEDY))}, not {match.game_id}")
        module = import_module(f"referee_client.bots.{match.game_id}_greedy")
        bot: BotFactory = getattr(module, GREEDY[match.game_id])
        self._bot = bot()

    def choose(self, turn: Turn) -> int | Message:
        """Choose as the bot of the game does."""
        return self._bot.choose(turn)
