"""Declared options: text and values mean the same, wrong ones are refused with what is right."""

from __future__ import annotations

from typing import Annotated

import pytest

from referee.errors import UsageError
from referee.kernel.options import Flag, GameOptions, OneOf, OptionValue, Whole, as_dict, declared, read_options


class Sample(GameOptions, frozen=True):
    """One option of each kind."""

    goal: Annotated[int | str, Whole(20, 150, "the goal", words=("table",))] = "table"
    debt: Annotated[int, Whole(-5, 5, "the debt")] = 0
    quick: Annotated[bool, Flag("be quick")] = False
    mood: Annotated[str, OneOf(("calm", "wild"), "the mood")] = "calm"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param({}, Sample(), id="defaults"),
        pytest.param({"goal": "20"}, Sample(goal=20), id="number as text"),
        pytest.param({"goal": 150}, Sample(goal=150), id="number"),
        pytest.param({"goal": "table"}, Sample(), id="word"),
        pytest.param({"debt": "-5"}, Sample(debt=-5), id="negative"),
        pytest.param({"quick": "true"}, Sample(quick=True), id="flag as text"),
        pytest.param({"quick": True, "mood": "wild"}, Sample(quick=True, mood="wild"), id="several"),
    ],
)
def test_reading(given: dict[str, OptionValue], expected: Sample) -> None:
    assert read_options(Sample, given, 2) == expected


@pytest.mark.parametrize(
    ("given", "message"),
    [
        pytest.param({"goal": 19}, "goal = '19' is not allowed: 20 to 150 or table", id="low"),
        pytest.param({"goal": "٢٠"}, "is not allowed: 20 to 150 or table", id="other digits"),
        pytest.param({"debt": "9" * 5000}, "debt = '9*' is not allowed: -5 to 5", id="thousands of digits"),
        pytest.param(
            {"debt": "-" + "9" * 5000}, "debt = '-9*' is not allowed: -5 to 5", id="thousands of digits below 0"
        ),
        pytest.param({"debt": 10**5000}, "debt = 'a number of more than 18 digits' is not allowed", id="a huge number"),
        pytest.param({"debt": -(10**5000)}, "'a number of more than 18 digits' is not allowed", id="a huge debt"),
        pytest.param({"debt": "1.5"}, "debt = '1.5' is not allowed: -5 to 5", id="fraction"),
        pytest.param({"quick": "yes"}, "quick = 'yes' is not allowed: true or false", id="flag"),
        pytest.param({"quick": 1}, "quick = '1' is not allowed: true or false", id="number as flag"),
        pytest.param({"mood": ""}, "mood = '' is not allowed: calm or wild", id="empty"),
        pytest.param({"moood": "calm"}, "unknown option 'moood'; the options are goal, debt, quick, mood", id="name"),
    ],
)
def test_refusing(given: dict[str, OptionValue], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_options(Sample, given, 2)


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(UsageError, match="the options are none"):
        read_options(GameOptions, {"x": 1}, 2)


def test_declarations() -> None:
    found = {option.name: (option.range, option.help, option.default) for option in declared(Sample)}
    assert found == {
        "goal": ("20 to 150 or table", "the goal", "table"),
        "debt": ("-5 to 5", "the debt", 0),
        "quick": ("true or false", "be quick", False),
        "mood": ("calm or wild", "the mood", "calm"),
    }
    assert as_dict(Sample(quick=True))["quick"] is True
