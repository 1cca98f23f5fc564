"""The battery."""

from __future__ import annotations

import referee
from referee.battery import Battery
from tests.games.inns.facts import FACTS


class TestInns(Battery):
    game = referee.all_games()["inns"]
    facts = FACTS
