"""A copy of a match is a match of its own, however it was made."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

import referee
from referee.battery.playing import random_answers
from referee.errors import MatchFailed, UsageError
from referee.kernel.game import game_ids
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from tests.support.failing_games import planted
from tests.support.sealed_game import sealed_match

COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "clone": Match.clone,
    "from_bytes": lambda match: Match.from_bytes(match.to_bytes()),
} | {
    f"pickle {protocol}": lambda match, protocol=protocol: pickle.loads(pickle.dumps(match, protocol))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
}
a_copy_of = pytest.mark.parametrize("copied", [pytest.param(way, id=name) for name, way in COPIES.items()])

Copy = Callable[[Match], Match]


def everything(match: Match) -> object:
    """All that can be seen of a match."""
    seats = [None, *match.table.all_seats()]
    told = [(match.position_bytes(seat, 0), match.events(seat)) for seat in seats]
    return match.table_bytes(), told, match.asked, match.sealed, match.over, match.result


def play_on(match: Match, randomly: Random, steps: int) -> None:
    """Answers so many times, mostly for one of several seats alone."""
    for _ in range(steps):
        if not match.asked:
            return
        answers = random_answers(match, randomly)
        first = min(answers)
        match.answer({first: answers[first]} if randomly.random() < 0.8 else answers)


@pytest.mark.parametrize("game", game_ids())
@a_copy_of
def test_a_copy_is_the_same_and_moves_alone(game: str, copied: Copy) -> None:
    randomly = Random(game)
    match = referee.start(game, seats=referee.all_games()[game].seats[1], seed=5)
    sealed = several = 0
    for _ in range(12):
        twin, before = copied(match), everything(match)
        assert everything(twin) == before
        sealed += bool(match.sealed)
        several += len(match.asked) > 1
        play_on(twin, randomly, 3)
        assert everything(match) == before
        other, there = copied(match), everything(twin)
        play_on(match, randomly, 2)
        assert everything(twin) == there
        assert everything(other) == before
    assert sealed or not several, "no round was half answered"


@a_copy_of
def test_a_copy_goes_on_as_the_original_does(copied: Copy) -> None:
    match = referee.start("inns", seats=3, seed=3)
    play_on(match, Random(1), 30)
    twin = copied(match)
    for each in (match, twin):
        play_on(each, Random(2), 10_000)
    assert match.over
    assert everything(match) == everything(twin) == everything(copied(match))


def test_a_copy_keeps_what_it_stands_in_once() -> None:
    match = referee.start("keepers", seats=2, seed=1)
    first, second = copy.deepcopy([match, match])
    assert first is second
    assert first is not match


@a_copy_of
def test_a_match_that_has_failed_has_no_copy(copied: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    match = referee.start(planted("option-text", monkeypatch.setattr), seats=2, seed=3)
    with pytest.raises(MatchFailed) as failed:
        match.option_text(match.asked[Seat(0)][0])
    with pytest.raises(MatchFailed) as again:
        copied(match)
    assert str(again.value) == str(failed.value)
    assert match.asked == {}


def test_a_game_that_is_not_installed_is_copied_but_not_pickled() -> None:
    match = sealed_match()
    match.answer({Seat(0): 1})
    twin = copy.deepcopy(match)
    twin.answer({Seat(1): 0, Seat(2): 0})
    assert twin.over
    assert match.sealed == {Seat(0): 1}
    with pytest.raises(UsageError, match="this game 'sealed' is not the installed one"):
        pickle.dumps(match)
    other = referee.start(replace(referee.all_games()["keepers"]), seats=2, seed=1)
    with pytest.raises(UsageError, match="this game 'keepers' is not the installed one; use to_bytes and from_bytes"):
        pickle.dumps(other)
