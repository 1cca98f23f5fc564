"""Playing matches at random, reproducibly anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from referee.kernel.asking import Answers
from referee.kernel.match import Match


def random_answers(match: Match, randomly: Random) -> Answers:
    """A uniformly random answer of every asked seat."""
    return {seat: randomly.randrange(len(options)) for seat, options in match.asked.items()}


def play(match: Match, seed: int = 0, choose: Callable[[Match, Random], Answers] = random_answers) -> Iterator[Match]:
    """Plays a match to its end, and yields it before every answer and at the end."""
    randomly = Random(seed)
    while match.asked:
        yield match
        match.answer(choose(match, randomly))
    yield match
