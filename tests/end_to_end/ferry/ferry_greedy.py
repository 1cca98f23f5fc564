"""Fills the ferry where it can, and never sinks it: waits rather than leave a seat after it what it can fill."""

from __future__ import annotations

from typing import Any

from referee_client import Turn, run


class Greedy:
    """Loads what fills the ferry; else the heaviest bale that leaves more room than one bale can fill; else waits."""

    def choose(self, turn: Turn) -> Any:
        """Looks at the room that each bale would leave."""
        room = turn.view.mark - sum(turn.view.ferry)
        loads = {option.load.weight: option for option in turn.options if option.HasField("load")}
        good = [weight for weight in loads if weight == room or room - weight > 4]
        return loads[max(good, key=lambda weight: (weight == room, weight))] if good else 0


if __name__ == "__main__":
    run(Greedy, name="ferry greedy")
