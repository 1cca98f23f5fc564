"""Random play that is reproducible on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from referee.kernel.asking import Answers
from referee.kernel.match import Match

Choose = Callable[[Match, Random], Answers]
"""A function that answers for all asked seats."""


def random_answers(match: Match, randomly: Random) -> Answers:
    """A random answer for every asked seat; all options are equally likely."""
    return {seat: randomly.randrange(len(options)) for seat, options in match.asked.items()}


def defaults(match: Match, _randomly: Random) -> Answers:
    """The default option for every asked seat."""
    return {seat: match.default(seat) for seat in match.asked}


def play(match: Match, seed: int = 0, choose: Choose = random_answers) -> Iterator[Match]:
    """Play a match to its end, and yield it before every answer and at the end.

    `choose` answers for the asked seats, using a stream of chance derived from `seed`. It yields the same match object
    each time: clone it to keep a position.
    """
    randomly = Random(seed)
    while match.asked:
        yield match
        match.answer(choose(match, randomly))
    yield match


def check_end(match: Match) -> None:
    """Fail unless a finished match has a result and a winner; the kernel has checked places and scores."""
    assert match.result is not None, "the match has no result"
    assert min(match.result.places) == 1, f"no seat has place 1: {match.result}"
