"""The tree search, with a policy of its own and a number of iterations instead of a clock."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import referee
from referee.kernel.game import Game
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.learning import Belief, rewards_of
from referee.learning.ismcts import TreeSearch, judged
from tests.learning.playing import BY_GAME


def default(match: Match, seat: Seat) -> int:
    """The policy that always plays the default."""
    return match.default(seat)


def times(number: int) -> Any:
    """Go on so many times."""
    left = iter(range(number - 1))
    return lambda: next(left, None) is not None


@BY_GAME
def test_it_finds_an_option_in_every_game(game: Game[Any]) -> None:
    seats = game.seats[0]
    match, told, turns = referee.start(game, seats=seats, seed=3), 0, 0
    seat = min(match.asked)
    known, randomly = Belief(game, seats=seats, seat=seat), Random(4)
    while turns < 4:
        answers = {asked: randomly.randrange(len(options)) for asked, options in match.asked.items()}
        if seat in answers:
            known.see(match.position_bytes(seat, told), match.default(seat))
            searches = [TreeSearch(known, default) for _ in range(2)]
            assert [search.search(times(12)) for search in searches] == [12, 12]
            answers[seat] = searches[0].best()
            assert searches[1].best() == answers[seat]
            assert 0 <= answers[seat] < len(match.asked[seat])
            known.chose(answers[seat])
            told, turns = match.event_count, turns + 1
        match.answer(answers)


def test_it_beats_the_policy_with_which_it_searches() -> None:
    wins = 0
    for deal in range(4):
        match, told = referee.start("keepers", seats=2, seed=deal, options={"max_rounds": 4}), 0
        seat, other = Seat(deal % 2), Seat(1 - deal % 2)
        known = Belief("keepers", seats=2, seat=seat, options={"max_rounds": 4})
        while match.asked:
            if seat in match.asked:
                known.see(match.position_bytes(seat, told), match.default(seat))
                search = TreeSearch(known, default)
                search.search(times(15))
                known.chose(search.best())
                told = match.event_count
                match.answer({seat: search.best()})
            else:
                match.answer({other: match.default(other)})
        assert match.result is not None
        wins += match.result.places[seat] < match.result.places[other]
    assert wins >= 3


@BY_GAME
def test_a_running_match_is_judged_by_its_scores(game: Game[Any]) -> None:
    match = referee.start(game, seats=game.seats[0], seed=3)
    for _ in range(10):
        assert all(-1 <= value <= 1 for value in judged(match))
        match.answer({seat: match.default(seat) for seat in match.asked})
    while match.asked:
        match.answer({seat: match.default(seat) for seat in match.asked})
    assert match.result is not None
    values, rewards = judged(match), rewards_of(match.result)
    for ours, theirs in zip(values, rewards, strict=True):
        assert ours == pytest.approx(theirs, abs=1)
    best = max(range(len(values)), key=values.__getitem__)
    assert match.result.places[best] == 1
