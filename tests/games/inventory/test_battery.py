"""The battery."""

from __future__ import annotations

import referee
from referee.battery import Battery
from tests.games.inventory.facts import FACTS


class TestInventory(Battery):
    game = referee.all_games()["inventory"]
    facts = FACTS
