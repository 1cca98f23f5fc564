"""What the code of a game raises, awaits or gives as a result, and what becomes of the match."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

import pytest

from referee.errors import MatchFailed, RulesError
from referee.kernel.asking import ask
from referee.kernel.defaulting import MOST_REASONS, reasons_text
from referee.kernel.failing import Failing, is_cause_of_a_game
from referee.kernel.game import name_of
from referee.kernel.match import start
from referee.kernel.ranking import Result, checked
from referee.kernel.replay import replay
from referee.kernel.seats import Seat
from referee.starters.skeleton.src.skeleton import rules
from referee.starters.skeleton.src.skeleton.choices import Rest
from referee.starters.skeleton.src.skeleton.game import GAME
from tests.support.matches import whole_match


class Odd:
    """Something that can be awaited and asks nobody."""

    def __await__(self) -> Generator[int, Any, None]:
        yield 7


async def odd(_table: Any) -> None:
    await Odd()


def test_a_phase_that_awaits_something_else_fails_the_match() -> None:
    with pytest.raises(MatchFailed, match="a phase may await only ask"):
        start(replace(GAME, phases=(odd,)), seats=2, seed=1)


async def unlisted(_table: Any) -> None:
    await ask(Seat(0), [Rest()])


async def to_an_unlisted_one(_table: Any) -> Any:
    return unlisted


async def to_no_phase(_table: Any) -> Any:
    return True


@pytest.mark.parametrize(
    ("phases", "said"),
    [
        pytest.param((to_an_unlisted_one,), "'to_an_unlisted_one' returned phase 'unlisted', which", id="not listed"),
        pytest.param((to_no_phase,), "phase 'to_no_phase' returned True, which", id="no phase"),
    ],
)
def test_a_phase_that_is_not_listed_is_named_at_once(phases: Any, said: str) -> None:
    listed = f"is not in Game.phases of skeleton; it lists {name_of(phases[0])}"
    with pytest.raises(MatchFailed, match=f"{said} {listed}"):
        start(replace(GAME, phases=phases), seats=2, seed=1)


def test_the_line_of_the_game_comes_first_wherever_the_exception_is_raised() -> None:
    """A list without options is raised in the kernel, but written in a game."""
    match = start(GAME, seats=2, seed=1)
    line = inspect.getsourcelines(rules.looking)[1] + 4
    match.table.to_look = []  # type: ignore[attr-defined]
    with pytest.raises(MatchFailed) as raised:
        match.answer({Seat(0): 0})
    package = rules.__name__.replace(".", "/")
    assert str(raised.value) == (
        f"the game skeleton failed at {package}.py:{line} in phase 'looking': IndexError: pop from empty list"
    )


def test_where_the_kernel_raised_is_said_after_the_line_of_the_game() -> None:
    with pytest.raises(MatchFailed) as raised:
        start(replace(GAME, phases=(without_options,)), seats=2, seed=1)
    line = inspect.getsourcelines(without_options)[1] + 1
    assert str(raised.value) == (
        f"the game skeleton failed at tests/kernel/test_failing.py:{line} in phase 'without_options': "
        "referee.errors.RulesError: seat 0 was given 0 options; 1 to 255 are allowed (raised in referee.kernel.asking, "
        f"line {inspect.getsourcelines(ask)[1] + 4})"
    )


async def without_options(_table: Any) -> None:
    await ask(Seat(0), [])


def test_what_only_the_kernel_raised_has_no_line_of_the_game() -> None:
    match = start(replace(GAME, result=lambda _: "won"), seats=2, seed=1)  # type: ignore[arg-type,return-value]
    while match.asked:
        match.answer(dict.fromkeys(match.asked, 0))
    with pytest.raises(
        MatchFailed, match=r"^the game skeleton failed in phase 'playing': .* expected a Result .raised"
    ):
        _ = match.result


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        pytest.param("the game skeleton failed at a/b.py:3 in phase 'x': KeyError: 5", True, id="a cause"),
        pytest.param("cancelled by an organiser", False, id="what an organiser says"),
        pytest.param("the game my game failed while the table was set up: KeyError: 5", True, id="an id with a blank"),
        pytest.param("the game was cancelled", False, id="of a game, but no failure"),
    ],
)
def test_a_cause_is_told_from_other_reasons(text: str, is_one: bool) -> None:
    assert is_cause_of_a_game(text) is is_one


def test_the_failure_of_a_copy_is_that_of_the_match() -> None:
    failing = Failing(GAME, start(GAME, seats=2, seed=1).table)
    inner = MatchFailed("another world")
    with pytest.raises(MatchFailed), failing:
        raise inner
    assert failing.failure is inner


@pytest.mark.parametrize(
    ("result", "said"),
    [
        pytest.param("won", "expected a Result", id="no result"),
        pytest.param(Result([1], [2, 1], "over"), "one whole number for each of 2 seats", id="too few places"),
        pytest.param(Result([1, 2], [2.5, 1], "over"), "one whole number for each", id="half a point"),  # type: ignore[list-item]
        pytest.param(Result([0, 1], [2, 1], "over"), "expected numbers from 1 to 2", id="place 0"),
        pytest.param(Result([1, 2], [2, 1], ""), "expected one of the game's words", id="no reason"),
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


def interrupted(*_: object) -> Any:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("name", "call"),
    [
        pytest.param("view", lambda match: match.position_bytes(Seat(0)), id="in a view"),
        pytest.param("encode", lambda match: match.table_bytes(), id="while the table is encoded"),
    ],
)
def test_an_interruption_goes_on_and_leaves_a_failed_match(
    name: str, call: Callable[[Any], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(GAME, seats=2, seed=1)
    monkeypatch.setitem(vars(match.game), name, interrupted)
    with pytest.raises(KeyboardInterrupt):
        call(match)
    with pytest.raises(MatchFailed):
        call(match)


async def interrupting(_table: Any) -> None:
    await ask(Seat(0), [Rest()])
    raise KeyboardInterrupt


def test_an_interruption_of_the_rules_goes_on_and_leaves_a_failed_match() -> None:
    match = start(replace(GAME, phases=(interrupting,)), seats=2, seed=1)
    with pytest.raises(KeyboardInterrupt):
        match.answer({Seat(0): 0})
    with pytest.raises(MatchFailed):
        match.answer({})
