"""Many matches in lock-step: the same matches as one by one, in this process and in workers."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

import referee
from referee.errors import IllegalChoice, RefereeError, UsageError
from referee.kernel.game import Game
from referee.learning import BatchEnv, Space, match_seed
from tests.games.extreme_cards import extreme_set
from tests.learning.playing import GAMES, SKELETON


def chosen(mask: np.ndarray[Any, Any], step: int) -> np.ndarray[Any, Any]:
    """An allowed action for each row, another one at each step."""
    return np.array([np.flatnonzero(row)[step * 7 % row.sum()] for row in mask])


def played(env: BatchEnv, steps: int) -> Iterator[tuple[Any, ...]]:
    observations, infos = env.reset()
    yield observations, infos
    for step in range(steps):
        *seen, infos = env.step(chosen(infos["action_mask"], step))
        yield (*seen, infos)


def same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, dict):
        return ours.keys() == theirs.keys() and all(same(ours[name], theirs[name]) for name in ours)
    if isinstance(ours, tuple):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    return bool(ours.dtype == theirs.dtype and np.array_equal(ours, theirs))


@pytest.mark.parametrize("game", [*GAMES, SKELETON], ids=lambda game: game.id)
def test_each_row_is_a_match_after_the_other(game: Game[Any]) -> None:
    space, env = Space(game, 3), BatchEnv(game, 3, matches=3, seed=9, rewards="place")
    numbers = [0, 0, 0]
    episodes = [space.start(match_seed(9, row, 0)) for row in range(3)]
    observations, infos = env.reset()
    for step in range(150):
        for row, episode in enumerate(episodes):
            assert (observations[row] == episode.observe()).all()
            assert (infos["action_mask"][row] == episode.mask()).all()
            assert infos["seat"][row] == episode.seat
            assert infos["match_seed"][row] == match_seed(9, row, numbers[row])
        actions = chosen(infos["action_mask"], step)
        observations, rewards, ended, truncated, infos = env.step(actions)
        assert not truncated.any()
        for row, episode in enumerate(episodes):
            episode.step(int(actions[row]))
            assert ended[row] == episode.over
            assert rewards[row] == pytest.approx(episode.rewards("place"))
            if episode.over:
                numbers[row] += 1
                episodes[row] = space.start(match_seed(9, row, numbers[row]))
    assert env.num_envs == 3


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_workers_play_the_same(workers: int) -> None:
    settings: dict[str, Any] = {"matches": 5, "seed": 3, "options": {"max_rounds": 2}}
    with BatchEnv("keepers", 2, workers=workers, **settings) as apart, BatchEnv("keepers", 2, **settings) as within:
        for ours, theirs in zip(played(within, 150), played(apart, 150), strict=True):
            assert same(ours, theirs)
        again, _ = apart.reset()
        assert (again == within.reset()[0]).all()
        assert (again != apart.reset(seed=-4)[0]).any()
        assert (apart.reset()[0] == within.reset(seed=-4)[0]).all()


def test_workers_play_with_changed_cards() -> None:
    cards = extreme_set(referee.all_games()["brick"], Random(5))
    with BatchEnv("brick", 2, matches=2, seed=1, workers=2, cards=cards) as apart:
        within = BatchEnv("brick", 2, matches=2, seed=1, cards=cards)
        for ours, theirs in zip(played(within, 30), played(apart, 30), strict=True):
            assert same(ours, theirs)


def test_what_is_not_allowed_is_refused_before_anything_is_played() -> None:
    env = BatchEnv("keepers", 2, matches=2, seed=1)
    with pytest.raises(UsageError, match="call reset before the first step"):
        env.step([0, 0])
    observations, infos = env.reset()
    right = [int(np.flatnonzero(row)[0]) for row in infos["action_mask"]]
    for wrong in (-1, 16, 10**9):
        with pytest.raises(IllegalChoice, match=f"action {wrong} is not allowed in match 1; seat . can choose 0, 1, 2"):
            env.step([right[0], wrong])
    for actions in ([0], [0.0, 0.0], [[0, 0]]):
        with pytest.raises(UsageError, match="expected one whole number for each of 2 matches"):
            env.step(actions)
    assert (env.reset()[0] == observations).all()


def test_settings_that_cannot_be_are_refused() -> None:
    with pytest.raises(UsageError, match="a batch of 0 matches is not possible"):
        BatchEnv("keepers", 2, matches=0, seed=1)
    with pytest.raises(UsageError, match="3 workers are not possible: use 0 to 2, the number of matches"):
        BatchEnv("keepers", 2, matches=2, seed=1, workers=3)
    game = replace(referee.all_games()["keepers"], name="Another")
    with pytest.raises(UsageError, match="this game 'keepers' is not the installed one, so workers cannot find it"):
        BatchEnv(game, 2, matches=2, seed=1, workers=1)


def test_copies_stay_as_they_are_and_others_do_not() -> None:
    for copy in (True, False):
        env = BatchEnv("keepers", 2, matches=1, seed=1, copy=copy)
        observations, infos = env.reset()
        before = observations.copy()
        env.step(chosen(infos["action_mask"], 0))
        assert (observations == before).all() == copy


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="this system cannot reserve space in a file")
def test_arrays_without_room_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_file: int, _start: int, _size: int) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(UsageError, match=r"there is no room for arrays of \d+ bytes: use fewer matches"):
        BatchEnv("keepers", 2, matches=2, seed=1, workers=1)


def test_an_error_of_a_worker_is_told_and_ends_all() -> None:
    env = BatchEnv("keepers", 2, matches=2, seed=1, workers=2, options={"max_rounds": 201})
    with pytest.raises(RefereeError, match="option max_rounds = '201' is not allowed: 1 to 200"):
        env.reset()
    with pytest.raises(UsageError, match="the batch is closed"):
        env.reset()


def test_a_worker_that_is_killed_is_noticed() -> None:
    env = BatchEnv("keepers", 2, matches=2, seed=1, workers=2)
    _, infos = env.reset()
    workers = [*env._players._workers]  # type: ignore[union-attr]
    os.kill(workers[0].pid, signal.SIGKILL)
    with pytest.raises(RefereeError, match="a worker of the batch ended with exit code -9"):
        env.step(chosen(infos["action_mask"], 0))
    assert [worker.returncode for worker in workers] == [-9, 0]
