"""Spaces, episodes and rewards."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import pytest

import referee
from referee.errors import UsageError
from referee.kernel.ranking import Result
from referee.kernel.seats import Seat
from referee.learning import Space, rewards_of

RESULT = Result(places=[2, 1, 2, 4], scores=[5, 9, 5, -1], reason="done")


def test_rewards_follow_from_the_result() -> None:
    assert rewards_of(RESULT) == pytest.approx([0, 1, 0, -1])
    assert rewards_of(RESULT, "place") == pytest.approx([2 / 3, 1, 2 / 3, 0])
    assert rewards_of(RESULT, "score") == [5, 9, 5, -1]
    with pytest.raises(UsageError, match="unknown reward 'points'; allowed are zero_sum, place, score"):
        rewards_of(RESULT, "points")  # type: ignore[arg-type]


def test_a_space_is_for_its_own_matches_alone() -> None:
    space = Space("keepers", 3)
    with pytest.raises(
        UsageError, match=r"keepers with 2 seats and the card set .* but this space is for keepers with"
    ):
        space.episode(referee.start("keepers", seats=2, seed=1))
    with pytest.raises(UsageError, match="keepers needs 2 to 4 seats, not 5"):
        Space("keepers", 5)
    with pytest.raises(UsageError, match="unknown game 'chess'"):
        Space("chess", 2)


def test_options_and_seeds_are_those_of_a_match() -> None:
    episode = Space("keepers", 2).start(seed=4, options={"max_rounds": 1})
    match = referee.start("keepers", seats=2, seed=4, options={"max_rounds": 1})
    assert episode.match.table_bytes() == match.table_bytes()


def test_copies_go_their_own_ways() -> None:
    episode = Space("lootroll", 2).start(seed=4)
    for _ in range(30):
        episode.step(episode.default)
    seat = episode.seat
    assert seat is not None
    before = episode.information_state_string(seat)
    for other in (episode.clone(), copy.copy(episode)):
        assert other.information_state_string(seat) == before
        for _ in range(3):
            other.step(other.default)
    assert episode.information_state_string(seat) == before


def test_seats_that_are_asked_together_act_one_after_the_other() -> None:
    episode = Space("inns", 3).start(seed=1)
    acted = []
    for _ in range(3):
        acted.append(episode.seat)
        assert not episode.match.view(Seat(2)).turn
        episode.step(episode.numbers[0])
    assert acted == [0, 1, 2]
    assert episode.match.view(Seat(2)).turn == 1


def test_an_episode_goes_to_another_process() -> None:
    episode = Space("inns", 3).start(seed=1, options={"turn_limit": 2})
    for _ in range(5):
        episode.step(episode.default)
    twin = pickle.loads(pickle.dumps(episode))
    while not episode.over:
        for seat in episode.match.table.all_seats():
            assert twin.information_state_string(seat) == episode.information_state_string(seat)
        assert twin.observation_bytes() == episode.observation_bytes()
        for each in (twin, episode):
            each.step(each.default)
    own = Space(replace(referee.all_games()["inns"], name="Another"), 3)
    with pytest.raises(UsageError, match="this game 'inns' is not the installed one, so its space cannot be pickled"):
        pickle.dumps(own)
