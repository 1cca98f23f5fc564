"""The battery."""

from __future__ import annotations

import referee
from referee.battery import Battery
from tests.games.brick.facts import FACTS


class TestBattery(Battery):
    game = referee.all_games()["brick"]
    facts = FACTS
