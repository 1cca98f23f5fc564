"""The rows of a batch: some matches in lock-step, which write what is seen into arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.kernel.options import OptionValue
from referee.learning.episode import Episode
from referee.learning.rewards import RewardKind
from referee.learning.seeds import match_seed
from referee.learning.space import Space


@dataclass(frozen=True)
class BatchArrays:
    """What a batch shows: one row for each match.

    Attributes:
        match_seeds: The seed of the running match, for `referee.start`.
        seats: The seat that acts.
        actions: The actions for the next step.
        observations: What that seat sees.
        rewards: The reward of each seat in the last step.
        masks: What the seat can choose.
        ended: Whether a match ended in the last step.
    """

    match_seeds: NDArray[np.int64]
    seats: NDArray[np.int64]
    actions: NDArray[np.int64]
    observations: NDArray[np.float32]
    rewards: NDArray[np.float32]
    masks: NDArray[np.int8]
    ended: NDArray[np.bool_]

    @classmethod
    def over(cls, memory: Any, matches: int, space: Space) -> BatchArrays:
        """Place the arrays in a block of memory with at least `size_of` bytes."""
        arrays, offset = [], 0
        for kind, shape in _shapes(matches, space):
            arrays.append(np.ndarray(shape, kind, memory, offset))
            offset += arrays[-1].nbytes
        return cls(*arrays)

    def rows(self, first: int, end: int) -> BatchArrays:
        """The arrays of some of the rows."""
        return BatchArrays(*(getattr(self, name)[first:end] for name in self.__dataclass_fields__))


def size_of(matches: int, space: Space) -> int:
    """The number of bytes that the arrays take."""
    return sum(int(np.prod(shape)) * np.dtype(kind).itemsize for kind, shape in _shapes(matches, space))


def _shapes(matches: int, space: Space) -> list[tuple[type, tuple[int, ...]]]:
    """The type and shape of each array, those with the largest items first, so that all of them are aligned."""
    return [
        *[(np.int64, (matches,))] * 3,
        (np.float32, (matches, len(space.observations))),
        (np.float32, (matches, space.seats)),
        (np.int8, (matches, len(space.actions))),
        (np.bool_, (matches,)),
    ]


class BatchRows:
    """Matches that are played in lock-step. The caller has checked that the actions are allowed."""

    def __init__(
        self,
        space: Space,
        arrays: BatchArrays,
        first: int,
        options: Mapping[str, OptionValue] | None,
        rewards: RewardKind,
    ) -> None:
        self._space = space
        self._arrays = arrays
        self._first = first
        self._options = options
        self._rewards: RewardKind = rewards
        self._seed = 0
        self._started = [0] * len(arrays.actions)
        self._episodes: list[Episode] = []

    def reset(self, seed: int) -> None:
        """Restart all matches."""
        self._seed = seed
        self._started = [0] * len(self._started)
        self._episodes = [self._next(row) for row in range(len(self._started))]
        self._arrays.rewards[:] = 0
        self._arrays.ended[:] = False
        self._show()

    def step(self) -> None:
        """Play the action of each row. In a row whose match has ended, the next match begins at once."""
        self._arrays.rewards[:] = 0
        self._arrays.ended[:] = False
        for row, action in enumerate(self._arrays.actions.tolist()):
            episode = self._episodes[row]
            episode.step(action)
            if episode.over:
                self._arrays.rewards[row] = episode.rewards(self._rewards)
                self._arrays.ended[row] = True
                self._episodes[row] = self._next(row)
        self._show()

    def _next(self, row: int) -> Episode:
        """Start the next match of a row that has a decision."""
        while True:
            seed = match_seed(self._seed, self._first + row, self._started[row])
            self._started[row] += 1
            episode = self._space.start(seed, options=self._options)
            if not episode.over:
                self._arrays.match_seeds[row] = seed
                return episode

    def _show(self) -> None:
        """Fill the arrays after all matches have moved on, which is faster than row by row (measured)."""
        arrays, episodes = self._arrays, self._episodes
        seen = b"".join([episode.observation_bytes() for episode in episodes])
        arrays.observations[:] = np.frombuffer(seen, np.float32).reshape(arrays.observations.shape)
        arrays.seats[:] = [-1 if episode.seat is None else episode.seat for episode in episodes]
        allowed = [episode.numbers for episode in episodes]
        rows = np.repeat(np.arange(len(allowed)), [len(numbers) for numbers in allowed])
        arrays.masks[:] = 0
        arrays.masks[rows, [*chain.from_iterable(allowed)]] = 1
