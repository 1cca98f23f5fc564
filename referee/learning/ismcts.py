"""Information-set Monte Carlo tree search over a belief, for any game.

Each iteration samples a match that agrees with what the seat knows, walks down one tree for all samples, adds a node,
and continues by a policy for some decisions. The final position is judged by places and scores: those of the result, or
those that the rules would give if the match ended there. Another `Judge` can be given, such as an `Evaluation`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, log, sqrt, tanh
from typing import Protocol

from referee.kernel.asking import Option
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.learning.rewards import rewards_of

__all__ = ["Judge", "Policy", "SampleSource", "TreeSearch", "judged"]

EXPLORATION = 0.5
PLAYED_ON = 30
"""The number of decisions that are simulated after the tree ends, unless the caller says otherwise."""

CURIOSITY = 1.5
"""By how many standard errors an option may still be better than the mean difference says."""

USUAL_DIFFERENCE = 0.3

WEIGHT_OF_SCORES = 0.5

Policy = Callable[[Match, Seat], int]
"""Returns the index of the option that a seat chooses when the search continues a match."""

Judge = Callable[[Match], Sequence[float]]
"""Returns how well each seat does, from -1 to 1, in a match that has ended or not."""


def judged(match: Match) -> list[float]:
    """How well each seat does, from -1 to 1. A match that has not ended is judged by what the scores are now.

    The places count, and so do the scores, because one of several equal places can still be far behind.
    """
    result = match.result
    if result is None:
        try:
            result = match.game.result(match.table)
        except Exception:  # noqa: BLE001 - a game need not have a result before its end
            return [0.0] * match.table.seat_count
    mean = sum(result.scores) / len(result.scores)
    scale = max(1, abs(mean))
    return [
        (1 - WEIGHT_OF_SCORES) * reward + WEIGHT_OF_SCORES * tanh((score - mean) / scale)
        for reward, score in zip(rewards_of(result), result.scores, strict=True)
    ]


class SampleSource(Protocol):
    """A source of matches that agree with what a seat knows, such as a `Belief`."""

    seat: Seat

    def sample(self, seed: bytes | int) -> Match:
        """A match in which it is the seat's turn."""


class Node:
    """What followed a choice, in all samples in which it was possible.

    Attributes:
        visits: How often the choice was made.
        available: How often it could have been made.
        value: The sum of the values for the seat that made it.
        after: What followed the choices after it.
    """

    __slots__ = ("after", "available", "value", "visits")

    def __init__(self) -> None:
        self.visits = self.available = 0
        self.value = 0.0
        self.after: dict[Option, Node] = {}

    @property
    def mean(self) -> float:
        """The mean value."""
        return self.value / self.visits

    def explored(self, options: Sequence[Option], favourite: int) -> int:
        """The index of the option to follow: first the policy's choice, then all others, then the most promising."""
        for index in (favourite, *range(len(options))):
            if options[index] not in self.after:
                return int(index)
        promising: int = max(range(len(options)), key=lambda index: self.after[options[index]].bound())
        return promising

    def bound(self) -> float:
        """An optimistic estimate of how good the choice is."""
        return self.mean + EXPLORATION * sqrt(log(self.available + 1) / self.visits)

    def follow(self, options: Sequence[Option], index: int) -> Node:
        """The node after a choice; a new one if it was never made."""
        for option in options:
            if option in self.after:
                self.after[option].available += 1
        return self.after.setdefault(options[index], Node())


class Comparison:
    """How much better an option was than the policy's choice, in the same samples."""

    def __init__(self) -> None:
        self._count = 0
        self._sum = 0.0
        self._squares = USUAL_DIFFERENCE**2

    def note(self, difference: float) -> None:
        """Record the difference in one sample."""
        self._count += 1
        self._sum += difference
        self._squares += difference**2

    def bound(self, errors: float) -> float:
        """The mean difference, plus this many standard errors; infinite if there was no sample."""
        if not self._count:
            return inf
        return self._sum / self._count + errors * sqrt(self._squares / (self._count + 1) / self._count)


class TreeSearch:
    """A search for the best option of a seat's present turn.

    In each sample, the policy's choice is compared with another option: the one that may still turn out best.

    Args:
        samples: The source of matches.
        policy: Chooses for all seats after the tree.
        judge: Judges the final position.
        played_on: The number of decisions that are simulated after the tree ends.
    """

    def __init__(
        self, samples: SampleSource, policy: Policy, *, judge: Judge = judged, played_on: int = PLAYED_ON
    ) -> None:
        self._samples = samples
        self._policy = policy
        self._judge = judge
        self._played_on = played_on
        self._root = Node()
        self._favourite = 0
        self._others: dict[int, Comparison] = {}

    def search(self, goes_on: Callable[[], bool], seed: int = 0) -> int:
        """Search while `goes_on`, at least once. Returns the number of samples."""
        count = 0
        while not count or goes_on():
            match = self._samples.sample(seed + count)
            if not count:
                self._favourite = self._policy(match, self._samples.seat)
                options = range(len(match.asked[self._samples.seat]))
                self._others = {index: Comparison() for index in options if index != self._favourite}
            count += 1
            if self._others:
                self._compare(match)
        return count

    def best(self) -> int:
        """The index of the best option: the policy's choice, unless another one has turned out to be better.

        The more options there are, the more certain this has to be, because among many options one looks better by
        chance.
        """
        caution = sqrt(2 * log(1 + len(self._others)))
        surely = {index: other.bound(-caution) for index, other in self._others.items()}
        found = max((index for index in surely if surely[index] < inf), key=surely.__getitem__, default=self._favourite)
        return found if surely.get(found, 0.0) > 0 else self._favourite

    def _compare(self, match: Match) -> None:
        tried = max(self._others, key=lambda index: self._others[index].bound(CURIOSITY))
        twin = match.clone()
        self._others[tried].note(self._value_of(match, tried) - self._value_of(twin, self._favourite))

    def _value_of(self, match: Match, first: int) -> float:
        """Choose an option, walk down the tree, and continue the match. Returns how well the seat does in the end."""
        acting, left = self._samples.seat, self._played_on
        node: Node | None = self._root
        path: list[tuple[Seat, Node]] = []
        index = first
        while match.asked and left:
            options = match.asked[acting]
            if path:
                index = self._policy(match, acting)
            if node is None:
                left -= 1
            else:
                index = node.explored(options, index) if path else first
                node = node.follow(options, index)
                path.append((acting, node))
                node = node if node.visits else None
            match.answer({acting: index})
            acting = next(iter(match.asked), acting)
        values = self._judge(match)
        for seat, visited in path:
            visited.visits += 1
            visited.value += values[seat]
        return values[self._samples.seat]
