"""Sample bots: `python -m referee_client.bots NAME` runs one.

first, random_bot     always the default; a random option
greedy                plays each game with a bot for that game; they get their cards from `cards_in_play`
brick_greedy          with `brick_reading`, `brick_table`, `brick_cards`, `brick_stores` and `brick_trade`
inns_greedy         with `inns_cards`
inventory_greedy      with `inventory_cards`
keepers_greedy        alone
lootroll_greedy       with `lootroll_cards` and `lootroll_plays`
llm                   a language model: `chat` asks it, `chat_answers` finds its choice, `chat_failures` says what to do
    when there is none, and `llm_tally` counts
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_client.bots.first import First
from referee_client.bots.greedy import Greedy
from referee_client.bots.random_bot import Random

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee_client.bot import BotFactory

BOTS: Mapping[str, BotFactory] = {"first": First, "random": Random, "greedy": Greedy}
"""The sample bots by name.

All of these bots play every game, except `greedy`, which plays only games for which it has a strategy.
"""

SEARCH_BOTS: Mapping[str, str] = {"ismcts": "referee.local.ismcts_bot:Ismcts"}
"""Bots that search with the rules: module and class.

They need the package `referee`, and each of them needs its own process.
"""

TEXT_BOTS: Mapping[str, str] = {"llm": "LanguageModel"}
"""Bots that play by text and depend on something outside, which their module describes: module and class."""
