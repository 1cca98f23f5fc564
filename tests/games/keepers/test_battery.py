"""The battery."""

from __future__ import annotations

import referee
from referee.battery import Battery
from tests.games.keepers.facts import FACTS


class TestKeepers(Battery):
    game = referee.all_games()["keepers"]
    facts = FACTS
