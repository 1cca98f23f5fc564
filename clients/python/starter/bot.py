"""A first bot of your own: change `choose`."""

from __future__ import annotations

import random

from referee_client import Turn, run


class Bot:
    """Plays one match: what you keep on `self` is of that match."""

    def choose(self, turn: Turn) -> int:
        """Returns the index of an option. turn.view, turn.options and turn.events are messages of the game."""
        return random.randrange(turn.option_count)


run(Bot, name="my bot")
