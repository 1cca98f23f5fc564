"""Sample bots: `python -m referee_client.bots NAME` runs one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_client.bots.first import First
from referee_client.bots.greedy import Greedy
from referee_client.bots.random_bot import Random

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee_client.bot import BotFactory

BOTS: Mapping[str, BotFactory] = {"first": First, "random": Random, "greedy": Greedy}
"""The sample bots by name. All of them play every game, but `greedy` only those that it has a strategy for."""

TEXT_BOTS: Mapping[str, str] = {"llm": "LanguageModel"}
"""Those that play by text, and need something from outside: the modules, which say what, and their classes."""
