"""Rewards: what the seats get at the end of a match, computed from its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from referee.errors import UsageError
from referee.kernel.ranking import Result

RewardKind = Literal["zero_sum", "place", "score"]


def rewards_of(result: Result, kind: RewardKind = "zero_sum") -> list[float]:
    """The reward of each seat.

    `zero_sum`: the seats that it beat minus those that beat it, divided by the number of other seats, so from -1 to 1.
    `place`: from 1 for the first place to 0 for the last. `score`: the score.
    """
    if kind not in _KINDS:
        raise UsageError(f"unknown reward {kind!r}; allowed are {', '.join(get_args(RewardKind))}")
    return _KINDS[kind](result)


def _zero_sum(result: Result) -> list[float]:
    places = result.places
    return [sum((other > own) - (other < own) for other in places) / (len(places) - 1) for own in places]


def _by_place(result: Result) -> list[float]:
    return [(len(result.places) - place) / (len(result.places) - 1) for place in result.places]


def _score(result: Result) -> list[float]:
    return [float(score) for score in result.scores]


_KINDS: dict[str, Callable[[Result], list[float]]] = {"zero_sum": _zero_sum, "place": _by_place, "score": _score}
