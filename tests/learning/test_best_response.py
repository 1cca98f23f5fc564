"""A search that knows how the others choose."""

from __future__ import annotations

from math import sqrt

import pytest

import referee
from referee.errors import UsageError
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.learning.best_response import Redealt, response_rewards
from referee.learning.ismcts import Policy

SHORT = {"max_rounds": 2}


def first(_match: Match) -> Policy:
    """The policy that always takes the first option."""
    return lambda _match, _seat: 0


def interval(rewards: list[float]) -> tuple[float, float]:
    mean = sum(rewards) / len(rewards)
    error = sqrt(sum((reward - mean) ** 2 for reward in rewards) / (len(rewards) - 1) / len(rewards))
    return mean - 1.96 * error, mean + 1.96 * error


def test_it_clearly_beats_the_first_option() -> None:
    low, _ = interval([*response_rewards("keepers", first, seats=2, deals=10, samples=12, options=SHORT)])
    assert low > 0


def test_a_search_that_finds_nothing_better_wins_nothing() -> None:
    def blind(_match: Match) -> list[float]:
        return [0.0, 0.0]

    rewards = [*response_rewards("keepers", first, seats=2, deals=6, samples=4, judge=blind, options=SHORT)]
    assert rewards == [0.0] * 6


def test_the_same_seed_gives_the_same_rewards() -> None:
    runs = [[*response_rewards("keepers", first, seats=3, deals=2, seed=4, samples=6, options=SHORT)] for _ in range(2)]
    assert runs[0] == runs[1]


def test_it_does_not_see_hidden_cards() -> None:
    match = referee.start("keepers", seats=2, seed=3)
    (seat,) = match.asked
    twin = match.redeal(seat, 7)
    assert twin.table_bytes() != match.table_bytes()
    hands = [Redealt(each, Seat(seat)).sample(1).view(seat) for each in (match, twin)]
    assert hands[0] == hands[1]
    decks = {Redealt(match, Seat(seat)).sample(number).table_bytes() for number in range(5)}
    assert match.table_bytes() not in decks


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(UsageError, match="chess"):
        next(response_rewards("chess", first, seats=2, deals=1))
