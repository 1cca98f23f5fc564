"""PettingZoo's own tests, for every game and number of seats."""

from __future__ import annotations

import re
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as check_that_nothing_is_a_picture

from referee.errors import IllegalChoice, UsageError
from referee.kernel.game import Game
from referee.learning.for_pettingzoo import aec_env, parallel_env
from tests.learning.playing import GAMES, SEATINGS

FEWEST_AND_MOST = [(game, seats) for game, seats in SEATINGS if seats in game.seats]
BY_SEATING = pytest.mark.parametrize(
    ("game", "seats"), FEWEST_AND_MOST, ids=[f"{game.id}-{seats}" for game, seats in FEWEST_AND_MOST]
)


@BY_SEATING
def test_it_passes_the_tests_of_environments_in_turn(game: Game[Any], seats: int) -> None:
    api_test(aec_env(game, seats), num_cycles=60)
    seed_test(partial(aec_env, game, seats), num_cycles=20)


@BY_SEATING
def test_it_passes_the_tests_of_parallel_environments(game: Game[Any], seats: int) -> None:
    parallel_api_test(parallel_env(game, seats, illegal="default"), num_cycles=40)
    parallel_seed_test(partial(parallel_env, game, seats, illegal="default"), num_cycles=8)


@pytest.mark.long
def test_it_passes_their_tests_with_every_number_of_seats_for_long() -> None:
    for game, seats in SEATINGS:
        api_test(aec_env(game, seats), num_cycles=1000)
        seed_test(partial(aec_env, game, seats), num_cycles=500)
        parallel_api_test(parallel_env(game, seats, illegal="default"), num_cycles=1000)
        parallel_seed_test(partial(parallel_env, game, seats, illegal="default"), num_cycles=500)


def test_it_renders_what_a_spectator_sees() -> None:
    # Their test begins with "human", in which an environment opens a window. Ours have none.
    render_test(lambda render_mode: aec_env("keepers", 2, render_mode="ansi", illegal="default"))
    assert aec_env("keepers", 2).render() is None
    env = parallel_env("keepers", 2, render_mode="ansi")
    assert re.match(r"Round 1\. Seat \d holds the Quest Giver token\.", str(env.render()))
    with pytest.raises(UsageError, match="unknown render mode 'rgb_array'; allowed is ansi"):
        aec_env("keepers", 2, render_mode="rgb_array")


def test_there_is_no_picture() -> None:
    check_that_nothing_is_a_picture(aec_env("keepers", 2))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_match_is_the_same_both_ways(game: Game[Any]) -> None:
    """The parallel environment plays the same match as the one in turn, step by step, to the same rewards."""
    one, together = aec_env(game, 3), parallel_env(game, 3)
    one.reset(seed=5)
    seen, told = together.reset(seed=5)
    randomly = Random(5)
    rewards: dict[str, float] = {}
    while together.agents:
        asked = [agent for agent in together.agents if not told[agent]["action_mask"][together.wait]]
        actions = dict.fromkeys(together.agents, together.wait)
        for agent in asked:
            assert one.agent_selection == agent
            observation, _, terminated, _, info = one.last()
            assert not terminated
            # The two differ at most in the own choices of a round, which the other does not have one by one.
            assert asked.index(agent) > 0 or (observation == seen[agent]).all()
            assert (info["action_mask"] == told[agent]["action_mask"][:-1]).all()
            actions[agent] = randomly.choice([*np.flatnonzero(info["action_mask"])])
            one.step(actions[agent])
        seen, rewards, _, _, told = together.step(actions)
    assert one.rewards == rewards
    assert sum(rewards.values()) == pytest.approx(0)


def test_what_is_not_allowed_is_refused_before_anything_is_played() -> None:
    env = aec_env("inns", 3)
    with pytest.raises(IllegalChoice, match="action 400 is not allowed now; seat 0 can choose"):
        env.step(400)
    with pytest.raises(IllegalChoice, match="seat_0 must act: None is for agents whose match is over"):
        env.step(None)
    together = parallel_env("inns", 3)
    before = together.episode.match.table_bytes()
    wrong = {"seat_0": 0, "seat_1": 0, "seat_2": together.wait}
    with pytest.raises(IllegalChoice, match=f"action {together.wait} of seat_2 is not allowed now; it can choose 0, 1"):
        together.step(wrong)
    assert together.episode.match.table_bytes() == before
    assert not together.episode.match.sealed
    with pytest.raises(UsageError, match="unknown value illegal='ignore'"):
        aec_env("keepers", 2, illegal="ignore")


def test_a_seed_fixes_all_matches_that_follow() -> None:
    def deals(seed: int) -> list[bytes]:
        env = aec_env("keepers", 2)
        env.reset(seed=seed)
        made = [env.episode.match.table_bytes()]
        for _ in range(2):
            env.reset()
            made.append(env.episode.match.table_bytes())
        return made

    assert deals(1) == deals(1)
    assert len({*deals(1), *deals(2)}) == 6
    first, second = aec_env("keepers", 2), aec_env("keepers", 2)
    assert first.episode.match.table_bytes() != second.episode.match.table_bytes(), "without a seed, chance decides"
