"""Evaluations: what is learned from matches, and those that are shipped."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import referee
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.learning import Space, evaluation
from referee.learning.evaluation import MOST_WEIGHTS, Evaluation, learn_evaluation
from referee.learning.ismcts import judged
from tests.learning.evaluations import SHIPPED, greedy_policy

LATE = 40
"""Of about 60 decisions of a match of Keepers."""


def default(match: Match, seat: Seat) -> int:
    """The policy that always plays the default."""
    return match.default(seat)


def test_what_is_learned_foretells_results_of_other_matches() -> None:
    policy = greedy_policy("keepers", 2)
    learned = learn_evaluation(Space("keepers", 2), policy, matches=120, seed=1)
    assert 0 < len(learned.learned.weights) <= MOST_WEIGHTS
    expected, results = [], []
    for seed in range(1000, 1060):
        match, steps = referee.start("keepers", seats=2, seed=seed), 0
        while match.asked:
            match.answer({seat: policy(match, seat) for seat in match.asked})
            steps += 1
            if steps == LATE and match.asked:
                values = learned(match)
                assert sum(values) == pytest.approx(0, abs=1e-6)
                expected.append(values[0])
        assert learned(match) == judged(match)
        results += [judged(match)[0]] * (steps > LATE)
    assert np.corrcoef(expected, results)[0, 1] > 0.3


def test_the_same_matches_teach_the_same() -> None:
    first, second = (learn_evaluation(Space("keepers", 2), default, matches=6, seed=2).learned for _ in range(2))
    assert first == second


@pytest.mark.parametrize("file", sorted(SHIPPED.iterdir()), ids=lambda file: file.stem)
def test_a_shipped_evaluation_fits_its_game(file: Path) -> None:
    game_id, seats = file.stem.rsplit("-", 1)
    game, space = find_game(game_id), Space(game_id, int(seats))
    shipped = Evaluation.shipped(game_id, int(seats), game.card_set_digest)
    assert shipped is not None, "the rules or the cards have changed: run `python -m tests.learning.evaluations` again"
    assert set(shipped.learned.weights) <= {*space.observations.names}
    policy = greedy_policy(game_id, int(seats))
    expected, results = [], []
    for seed in range(12):
        match, count = referee.start(game_id, seats=int(seats), seed=seed), 0
        while match.asked:
            match.answer({seat: policy(match, seat) for seat in match.asked})
            count += 1
            if count % 40 == 0 and match.asked:
                expected.append((seed, shipped(match)[0]))
        results.append(judged(match)[0])
    assert np.corrcoef([value for _, value in expected], [results[seed] for seed, _ in expected])[0, 1] > 0.3


def test_there_is_none_for_other_cards_rules_or_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("inventory")
    assert Evaluation.shipped("inventory", 2, game.card_set_digest) is not None
    assert Evaluation.shipped("inventory", 2, "12ab") is None
    assert Evaluation.shipped("inventory", 4, game.card_set_digest) is None
    monkeypatch.setattr(evaluation, "find_game", lambda _game: SimpleNamespace(rules_version="0"))
    assert Evaluation.shipped("inventory", 2, game.card_set_digest) is None
