"""Many matches in lock-step, as arrays: for training with numpy or any library that takes its arrays.

with BatchEnv("keepers", 2, matches=64, seed=1, workers=2) as env:
    observations, infos = env.reset()
    for _ in range(1000):
        actions = choose(observations, infos["action_mask"])
        observations, rewards, terminations, truncations, infos = env.step(actions)

The methods are those of `gymnasium.vector.VectorEnv`. Two things differ, because every match has several seats: the
rows belong to the seat that acts in each match (`infos["seat"]`), and `rewards` has a column for each seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from referee.errors import IllegalChoice, UsageError
from referee.kernel.cards import CardData
from referee.kernel.game import Game
from referee.kernel.options import OptionValue
from referee.learning.batch_processes import BatchProcesses, BatchSettings
from referee.learning.batch_rows import BatchArrays, BatchRows, size_of
from referee.learning.observations import Observation
from referee.learning.rewards import RewardKind
from referee.learning.space import Space

Infos = dict[str, NDArray[Any]]


class BatchEnv:
    """N matches of a game in lock-step.

    When a match ends, the next one begins in the same step (`AutoresetMode.SAME_STEP` of Gymnasium): the row shows the
    first turn of the new match, `terminations` is true, and `rewards` are those of the match that has ended.

    Row r plays the seeds `match_seed(seed, r, 0)`, `match_seed(seed, r, 1)` and so on (`referee.learning.match_seed`),
    whatever the number of workers is.

    Args:
        game: The game, or its id. With workers, it must be an installed one.
        seats: The number of seats.
        matches: The number of matches.
        seed: The number from which all deals are derived.
        workers: The number of processes that play the matches; 0: this process plays them.
        options: The options of the matches.
        cards: Their card set.
        rewards: `zero_sum`, `place` or `score` (`rewards_of`), at the end of each match.
        copy: Whether `reset` and `step` return copies. Without, the next step overwrites what was returned.

    Attributes:
        space: The actions and observations of the game.
        num_envs: The number of matches.
    """

    def __init__(
        self,
        game: str | Game[Any],
        seats: int,
        *,
        matches: int,
        seed: int,
        workers: int = 0,
        options: Mapping[str, OptionValue] | None = None,
        cards: str | CardData | None = None,
        rewards: RewardKind = "zero_sum",
        copy: bool = True,
    ) -> None:
        if matches < 1:
            raise UsageError(f"a batch of {matches} matches is not possible: use 1 or more")
        if not 0 <= workers <= matches:
            raise UsageError(f"{workers} workers are not possible: use 0 to {matches}, the number of matches")
        self.space = Space(game, seats, cards=cards)
        self.num_envs = matches
        self._seed = seed
        self._copy = copy
        self._range = np.arange(matches)
        self._players: BatchRows | BatchProcesses
        if workers:
            own = None if self.space.cards is None else dict(self.space.cards)
            settings = BatchSettings(self.space.game.id, seats, matches, dict(options or {}), own, rewards)
            self._players = BatchProcesses(self.space, settings, workers)
            self._arrays = self._players.arrays
        else:
            self._arrays = BatchArrays.over(bytearray(size_of(matches, self.space)), matches, self.space)
            self._players = BatchRows(self.space, self._arrays, 0, options, rewards)
        self._began = False

    def reset(self, *, seed: int | None = None) -> tuple[Observation, Infos]:
        """Restart all matches, with the given seed or the same one as before. Returns observations and infos.

        `infos` has `action_mask` (what the seat can choose), `seat` (which one it is) and `match_seed` (the seed of the
        match).
        """
        self._seed = self._seed if seed is None else seed
        self._players.reset(self._seed)
        self._began = True
        return self._given(self._arrays.observations), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Let one seat of each match act. Returns observations, rewards, terminations, truncations and infos.

        No match is ever truncated. If an action is not allowed, this raises `IllegalChoice`, and nothing is played.
        """
        self._check(np.asarray(actions))
        self._arrays.actions[:] = actions
        self._players.step()
        arrays = self._arrays
        truncations = np.zeros(self.num_envs, np.bool_)
        return (
            self._given(arrays.observations),
            self._given(arrays.rewards),
            self._given(arrays.ended),
            truncations,
            self._infos(),
        )

    def _check(self, actions: NDArray[Any]) -> None:
        if not self._began:
            raise UsageError("call reset before the first step")
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            given = f"an array of {actions.dtype} with the shape {actions.shape}"
            raise UsageError(f"actions is {given}; expected one whole number for each of {self.num_envs} matches")
        known = (actions >= 0) & (actions < len(self.space.actions))
        allowed = known & (self._arrays.masks[self._range, np.where(known, actions, 0)] == 1)
        if not allowed.all():
            row = int(np.argmin(allowed))
            right = ", ".join(map(str, np.flatnonzero(self._arrays.masks[row])))
            raise IllegalChoice(
                f"action {actions[row]} is not allowed in match {row}; seat "
                f"{self._arrays.seats[row]} can choose {right}"
            )

    def _infos(self) -> Infos:
        arrays = self._arrays
        return {
            "action_mask": self._given(arrays.masks),
            "seat": self._given(arrays.seats),
            "match_seed": self._given(arrays.match_seeds),
        }

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def close(self) -> None:
        """End the worker processes, if there are any."""
        if isinstance(self._players, BatchProcesses):
            self._players.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
