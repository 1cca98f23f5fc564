"""Learn the evaluations that are shipped: `python -m tests.learning.evaluations GAME SEATS --matches 500`.

The policy is the sample bot `greedy`. The result is written into `referee/learning/evaluations`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec
from referee_client.bots.greedy import Greedy

import referee
from referee.learning import Space, evaluation
from referee.learning.evaluation import Evaluation, learn_evaluation
from referee.local.policies import BotPolicy, info_of

SHIPPED = Path(evaluation.__file__).parent / evaluation.SHIPPED


def greedy_policy(game_id: str, seats: int) -> BotPolicy:
    """The choices of `greedy` in matches with the game's own cards and the default options."""
    return BotPolicy(Greedy, info_of(referee.start(game_id, seats=seats, seed=0)))


def learned(game_id: str, seats: int, matches: int) -> Evaluation:
    """An evaluation from so many matches."""
    return learn_evaluation(Space(game_id, seats), greedy_policy(game_id, seats), matches=matches)


def main() -> None:
    """Learn one and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--matches", type=int, default=500)
    chosen = parser.parse_args()
    found = learned(chosen.game, chosen.seats, chosen.matches).learned
    SHIPPED.mkdir(exist_ok=True)
    file = SHIPPED / f"{chosen.game}-{chosen.seats}.json"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()
