"""Your first bot: change `choose`."""

from __future__ import annotations

import random

from referee_client import Turn, run


class Bot:
    """Plays one match: what you store on `self` belongs to that match."""

    def choose(self, turn: Turn) -> int:
        """Return the index of an option. turn.view, turn.options and turn.events are messages of the game."""
        return random.randrange(turn.option_count)


run(Bot, name="my bot")
