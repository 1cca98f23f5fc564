"""How fast matches are played as numbers, beside what researchers use: one process, pinned, in turn."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from importlib.util import find_spec
from itertools import count
from typing import Any

import numpy as np
import pyspiel

from referee.learning import BatchEnv, Space
from tests.bench.figures import on_one_core, ratios, spread

ROUNDS = 9
SECONDS = 0.4
MATCHES = 64
MATCHES_OF_WORKERS = 256
NOISE = 4096
HEADINGS = ["what: us a decision", "here", "beside it", "times", "goal"]

Play = Callable[[], int]
"""Plays on for a while, and returns how many decisions were made."""


def measure() -> list[list[str]]:
    """All rows: what is measured, its time for a decision, that of the yardstick, their ratio, and the goal."""
    single, with_arrays, batch = (
        one_by_one("keepers", 2),
        one_by_one_with_arrays("keepers", 2),
        in_a_batch("keepers", 2),
    )
    with on_one_core():
        rows = [
            _beside("Keepers with array and mask", single, "OpenSpiel's gin rummy in C++", gin_rummy(), "at most 1.5"),
            _beside("Keepers in a batch", batch, "one by one", with_arrays, "at most 1.0"),
        ]
        if find_spec("rlcard") is not None:
            rows.append(_beside("PettingZoo's Texas hold'em", texas_holdem(), "Keepers", single, "at least 3.0"))
    return [*rows, _two_workers()]


def one_by_one(game: str, seats: int) -> Play:
    """One match after the other."""
    space, seeds, randomly = Space(game, seats), count(), random.Random(1)

    def play() -> int:
        episode, decisions = space.start(next(seeds)), 0
        while not episode.over:
            episode.observe()
            episode.mask()
            episode.step(randomly.choice(episode.numbers))
            decisions += 1
        return decisions

    return play


def one_by_one_with_arrays(game: str, seats: int) -> Play:
    """One match after the other; actions are chosen from the mask, as a policy does."""
    space, seeds = Space(game, seats), count()
    noise = _noise(len(space.actions))

    def play() -> int:
        episode, decisions = space.start(next(seeds)), 0
        while not episode.over:
            episode.observe()
            episode.step(int((noise[decisions % NOISE] * episode.mask()).argmax()))
            decisions += 1
        return decisions

    return play


def in_a_batch(game: str, seats: int, matches: int = MATCHES, workers: int = 0) -> Play:
    """Many matches in lock-step; actions are chosen in the same way, for all matches at once."""
    env = BatchEnv(game, seats, matches=matches, seed=1, workers=workers, copy=False)
    masks = env.reset()[1]["action_mask"]
    noise, steps = _noise(len(env.space.actions)), count()

    def play() -> int:
        first = next(steps) % (NOISE - matches)
        env.step((noise[first : first + matches] * masks).argmax(axis=1))
        return matches

    return play


def _noise(actions: int) -> Any:
    """Random numbers, made before anything is measured."""
    return np.random.default_rng(1).random((NOISE, actions), np.float32) + np.float32(0.1)


def gin_rummy() -> Play:
    """OpenSpiel's game in C++, with its tensor and mask."""
    game, randomly = pyspiel.load_game("gin_rummy"), random.Random(1)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(randomly.choice(state.legal_actions()))
                continue
            state.observation_tensor()
            state.legal_actions_mask()
            state.apply_action(randomly.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return play


def texas_holdem() -> Play:
    """PettingZoo's environment, without its wrappers."""
    from pettingzoo.classic.rlcard_envs.texas_holdem import raw_env

    env, seeds, randomly = raw_env(), count(), random.Random(1)

    def play() -> int:
        env.reset(seed=next(seeds))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"].tolist()
            env.step(randomly.choice([at for at, allowed in enumerate(mask) if allowed]))
            decisions += 1
        return decisions

    return play


def _beside(what: str, ours: Play, beside_what: str, theirs: Play, goal: str) -> list[str]:
    pairs = [(_microseconds(ours, time.process_time), _microseconds(theirs, time.process_time)) for _ in range(ROUNDS)]
    here, beside = zip(*pairs, strict=True)
    told = f"{beside_what}: {spread(beside, ',.1f')}"
    return [what, spread(here, ",.1f"), told, ratios(here, beside), f"{goal} times"]


def _two_workers() -> list[str]:
    one, two = (in_a_batch("keepers", 2, MATCHES_OF_WORKERS, workers) for workers in (1, 2))
    pairs = [(_microseconds(one, time.monotonic), _microseconds(two, time.monotonic)) for _ in range(ROUNDS)]
    alone, both = zip(*pairs, strict=True)
    told = f"2 workers: {spread(both, ',.1f')}"
    return ["Keepers in a batch, 1 worker", spread(alone, ",.1f"), told, ratios(alone, both), "at least 1.8 times"]


def _microseconds(play: Play, clock: Callable[[], float]) -> float:
    decisions, began = 0, clock()
    while clock() - began < SECONDS:
        decisions += play()
    return (clock() - began) / decisions * 1e6
