"""Learn the evaluations that are shipped: `python -m tests.learning.evaluations GAME SEATS --matches 500`.

The policy is the sample bot `greedy`. The result is written into `referee/learning/evaluations`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec
from referee_client.turn import MatchInfo
from referee_client.v1 import match_pb2

import referee
from referee.kernel.options import as_dict, option_text
from referee.learning import Space, evaluation
from referee.learning.evaluation import Evaluation, learn_evaluation
from referee.local.ismcts_bot import GreedyPolicy

SHIPPED = Path(evaluation.__file__).parent / evaluation.SHIPPED


def greedy_policy(game_id: str, seats: int) -> GreedyPolicy:
    """The choices of `greedy` in matches with the game's own cards and the default options."""
    match = referee.start(game_id, seats=seats, seed=0)
    return GreedyPolicy(
        MatchInfo(
            match_id="m",
            game_id=game_id,
            rules_version=match.game.rules_version,
            card_set_digest=match.card_set.digest,
            options={name: option_text(value) for name, value in as_dict(match.table.options).items()},
            seat=0,
            bots=("greedy",) * seats,
            time_control=match_pb2.TimeControl(),
            seed_commitment=b"",
            resumed=False,
        )
    )


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
