"""The battery."""

from __future__ import annotations

import referee
from referee.battery import Battery
from tests.games.inventory.facts import FACTS


class TestInventory(Battery):
    game = referee.games()["inventory"]
    facts = FACTS
