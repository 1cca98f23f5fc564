"""What the code of a game raises, awaits or gives as a result, and what becomes of the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest

from referee.commands.skeleton.src.skeleton.game import GAME
from referee.errors import MatchFailed, RulesError
from referee.kernel.defaulting import MOST_REASONS, reasons_text
from referee.kernel.failing import Failing
from referee.kernel.match import start
from referee.kernel.ranking import Result, checked
from referee.kernel.replay import replay
from tests.support.matches import whole_match


class Odd:
    """Something that can be awaited and asks nobody."""

    def __await__(self) -> Generator[int, Any, None]:
        yield 7


async def odd(_table: Any) -> None:
    await Odd()


def test_a_phase_that_awaits_something_else_fails_the_match() -> None:
    with pytest.raises(MatchFailed, match="a phase awaits nothing but ask"):
        start(replace(GAME, phases=(odd,)), seats=2, seed=1)


def test_the_failure_of_a_copy_is_that_of_the_match() -> None:
    failing = Failing(GAME.id, start(GAME, seats=2, seed=1).table)
    inner = MatchFailed("another world")
    with pytest.raises(MatchFailed), failing:
        raise inner
    assert failing.failure is inner


@pytest.mark.parametrize(
    ("result", "said"),
    [
        pytest.param("won", "right is a Result", id="no result"),
        pytest.param(Result([1], [2, 1], "over"), "one whole number for each of 2 seats", id="too few places"),
        pytest.param(Result([1, 2], [2.5, 1], "over"), "one whole number for each", id="half a point"),  # type: ignore[list-item]
        pytest.param(Result([0, 1], [2, 1], "over"), "they are from 1 to 2", id="place 0"),
        pytest.param(Result([1, 2], [2, 1], ""), "right is one of the game's words", id="no reason"),
    ],
)
def test_a_result_that_is_none_is_refused(result: Any, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        checked(result, 2)


def test_the_end_of_a_match_that_has_failed_is_not_compared() -> None:
    record = whole_match("keepers")
    assert record.end is not None
    replayed = replay(record)
    replayed.match._failing.failure = MatchFailed("the rules raised")
    with pytest.raises(MatchFailed, match="the rules raised"):
        replayed.finish(record.end)


def test_of_many_reasons_the_most_frequent_are_said() -> None:
    assert reasons_text(Counter({"timeout": 2, "no_show": 1})) == "2 x timeout, 1 x no_show"
    many = Counter({f"reason {number}": 1 for number in range(MOST_REASONS + 1)})
    assert reasons_text(many).endswith(", ...")
