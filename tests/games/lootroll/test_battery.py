"""The battery."""

from __future__ import annotations

import referee
from referee.battery import Battery
from tests.games.lootroll.facts import FACTS


class TestLootRoll(Battery):
    game = referee.all_games()["lootroll"]
    facts = FACTS
