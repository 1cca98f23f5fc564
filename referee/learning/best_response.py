"""A searching best response: how much a seat can win that knows how all others choose.

What it wins is a lower bound. A better response may win more, and a search that finds nothing proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

from referee.kernel.cards import CardData
from referee.kernel.game import Game
from referee.kernel.match import Match, start
from referee.kernel.options import OptionValue
from referee.kernel.seats import Seat
from referee.learning.ismcts import Judge, Policy, TreeSearch, judged
from referee.learning.rewards import rewards_of
from referee.learning.seeds import match_seed

__all__ = ["response_rewards"]

SAMPLES = 20


class Redealt:
    """A source of samples from a match in this process: everything that the seat cannot know is dealt again."""

    def __init__(self, match: Match, seat: Seat) -> None:
        self.seat = seat
        self._match = match

    def sample(self, seed: bytes | int) -> Match:
        """A match in which it is the seat's turn."""
        return self._match.redeal(self.seat, seed)


def response_rewards(
    game: str | Game[Any],
    opponent: Callable[[Match], Policy],
    *,
    seats: int,
    deals: int,
    seed: int = 0,
    samples: int = SAMPLES,
    judge: Judge = judged,
    options: Mapping[str, OptionValue] | None = None,
    cards: str | CardData | None = None,
) -> Iterator[float]:
    """Play deals with a searching seat against an opponent in all other seats. Yields the mean reward for each deal.

    The searching seat sits in every seat once. Its rewards are `zero_sum`, so the opponent against itself wins 0 on
    average. In the search, all seats choose as the opponent does, and the searching seat departs from that only if
    another option is clearly better.

    Args:
        game: The game, or its id.
        opponent: Makes the opponent's policy for a match.
        seats: The number of seats.
        deals: The number of deals.
        seed: The number from which the deals follow.
        samples: The number of matches that are imagined for a decision.
        judge: Judges what the search reaches.
        options: The options of the matches.
        cards: Their card set.
    """
    for deal in range(deals):
        rewards = []
        for seat in range(seats):
            match = start(game, seats=seats, seed=match_seed(seed, 0, deal), options=options, cards=cards)
            rewards.append(_reward(match, Seat(seat), opponent(match), samples, judge))
        yield sum(rewards) / seats


def _reward(match: Match, seat: Seat, opponent: Policy, samples: int, judge: Judge) -> float:
    """Play a match to its end. Returns the reward of the searching seat."""
    seeds = count()
    while match.asked:
        answers = {other: opponent(match, other) for other in match.asked if other != seat}
        if seat in match.asked:
            answers[seat] = _searched(match, seat, opponent, samples, judge, next(seeds))
        match.answer(answers)
    if match.result is None:
        raise AssertionError("a match without questions has a result")
    return rewards_of(match.result)[seat]


def _searched(match: Match, seat: Seat, opponent: Policy, samples: int, judge: Judge, number: int) -> int:
    if len(match.asked[seat]) == 1:
        return 0
    left = iter(range(samples - 1))
    search = TreeSearch(Redealt(match, seat), opponent, judge=judge)
    search.search(lambda: next(left, None) is not None, seed=number * samples)
    return search.best()
