"""Estimates of how well each seat will do, learned from matches: for searches that do not play on to the end.

An evaluation is a weighted sum of the numbers that a seat sees (`Observations`). It is fitted to the results of matches
that one policy played for all seats. Where the scores during a match say little about its result, it judges better than
they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.learning.ismcts import Policy, judged
from referee.learning.seeds import match_seed
from referee.learning.space import Space, installed_space

__all__ = ["Evaluation", "Weights", "learn_evaluation"]

SHIPPED = "evaluations"
SHARE_SEEN = 0.12
"""The share of the positions of a match that are learned from; those next to each other are almost the same."""

MOST_MISTAKES = 0.1
"""In each match, up to this share of the choices is random, so that the policy is not always in the same positions."""

MOST_WEIGHTS = 200
STIFFNESS = 1000.0
"""How strongly the weights are drawn to 0."""

SMALLEST_SPREAD = 1e-3
DIGITS = 6


class Weights(msgspec.Struct, forbid_unknown_fields=True):
    """An evaluation in a file.

    Attributes:
        rules_version: The version of the rules for which it was learned.
        card_set_digest: The card set for which it was learned.
        matches: The number of matches from which it was learned.
        constant: The estimate for an observation of zeros.
        weights: The weight of each entry of an observation, by its name; others have none.
    """

    rules_version: str
    card_set_digest: str
    matches: int
    constant: float
    weights: Mapping[str, float]


class Evaluation:
    """An estimate for each seat of a match, from -1 to 1 in most positions; their sum is 0.

    Attributes:
        learned: The weights.
    """

    def __init__(self, space: Space, learned: Weights) -> None:
        self.learned = learned
        self._observations = space.observations
        names = space.observations.names
        self._weights = np.array([learned.weights.get(name, 0.0) for name in names], np.float32)

    def __call__(self, match: Match) -> list[float]:
        """Estimate how well each seat of a match will do; of a match that has ended, say how well it did."""
        if match.result is not None:
            return judged(match)
        seats = [Seat(seat) for seat in range(match.table.seat_count)]
        seen = [self._observations.of(match.view(seat), seat) for seat in seats]
        estimates = [float(array @ self._weights) for array in seen]
        mean = sum(estimates) / len(estimates)
        return [estimate - mean for estimate in estimates]

    @classmethod
    def shipped(cls, game_id: str, seats: int, card_set_digest: str) -> Evaluation | None:
        """The evaluation that comes with this program, if there is one for this game, seats and card set."""
        learned = _shipped(game_id, seats)
        if learned is None or learned.card_set_digest != card_set_digest:
            return None
        if learned.rules_version != find_game(game_id).rules_version:
            return None
        return cls(installed_space(game_id, seats), learned)


@cache
def _shipped(game_id: str, seats: int) -> Weights | None:
    file = resources.files("referee.learning") / SHIPPED / f"{game_id}-{seats}.json"
    return msgspec.json.decode(file.read_bytes(), type=Weights) if file.is_file() else None


def learn_evaluation(space: Space, policy: Policy, *, matches: int, seed: int = 0) -> Evaluation:
    """Let a policy play matches against itself, and fit an evaluation to their results."""
    randomly = np.random.default_rng(seed)
    seen: list[NDArray[np.float32]] = []
    results: list[float] = []
    for number in range(matches):
        episode = space.start(match_seed(seed, 0, number))
        observed = _play(space, episode.match, policy, randomly)
        values = judged(episode.match)
        seen += [array for array, _ in observed]
        results += [values[seat] for _, seat in observed]
    game = space.game
    constant, weights = _fitted(np.array(seen), np.array(results, np.float32), space.observations.names)
    return Evaluation(space, Weights(game.rules_version, _digest(space), matches, constant, weights))


def _digest(space: Space) -> str:
    return space.start(0).match.card_set.digest


def _play(
    space: Space, match: Match, policy: Policy, randomly: np.random.Generator
) -> list[tuple[NDArray[np.float32], Seat]]:
    """Play a match to its end. Returns what the seats saw in some of its positions."""
    observed: list[tuple[NDArray[np.float32], Seat]] = []
    mistakes = randomly.random() * MOST_MISTAKES
    while match.asked:
        answers = {
            seat: int(randomly.integers(len(options))) if randomly.random() < mistakes else policy(match, seat)
            for seat, options in match.asked.items()
        }
        if randomly.random() < SHARE_SEEN:
            seats = [Seat(seat) for seat in range(space.seats)]
            observed += [(space.observations.of(match.view(seat), seat), seat) for seat in seats]
        match.answer(answers)
    return observed


def _fitted(seen: NDArray[Any], results: NDArray[Any], names: list[str]) -> tuple[float, dict[str, float]]:
    """A ridge regression with all entries that vary, and then one with those that count most."""
    spread, mean = seen.std(axis=0), seen.mean(axis=0)
    used = np.flatnonzero(spread > SMALLEST_SPREAD)
    all_weights = _ridge((seen[:, used] - mean[used]) / spread[used], results)
    used = used[np.sort(np.argsort(-abs(all_weights), kind="stable")[:MOST_WEIGHTS])]
    weights = _ridge((seen[:, used] - mean[used]) / spread[used], results) / spread[used]
    constant = float(results.mean() - weights @ mean[used])
    return constant, {names[at]: round(float(weight), DIGITS) for at, weight in zip(used, weights, strict=True)}


def _ridge(scaled: NDArray[Any], results: NDArray[Any]) -> NDArray[Any]:
    stiff = scaled.T @ scaled + STIFFNESS * np.eye(scaled.shape[1], dtype=np.float32)
    weights: NDArray[Any] = np.linalg.solve(stiff, scaled.T @ (results - results.mean()))
    return weights
