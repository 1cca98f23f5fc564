"""The meaning of a typed line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.people.answers import Asked, GiveUp, Picked, Several, ShowAgain, TypedLine, Unclear, read_line

OPTIONS = ["pass", "lay a warrior", "lay a wizard", "quarrel", "pass on", "2 wine"]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        pytest.param("0", Picked(0), id="the first number"),
        pytest.param("005", Picked(5), id="a number with noughts"),
        pytest.param("lay a wi", Picked(2), id="the beginning of one option"),
        pytest.param("LAY A WA", Picked(1), id="in capitals"),
        pytest.param("pass", Picked(0), id="a whole option that another one begins with"),
        pytest.param("pass o", Picked(4), id="that other one"),
        pytest.param("qu", Picked(3), id="the beginning of an option with q"),
        pytest.param("2 w", Picked(5), id="an option that begins with a number"),
        pytest.param("q", GiveUp(), id="q"),
        pytest.param("Q", GiveUp(), id="Q"),
        pytest.param(None, GiveUp(), id="the end of the input"),
        pytest.param("", ShowAgain(), id="nothing"),
        pytest.param("?", Asked(""), id="a question"),
        pytest.param("?wizard", Asked("wizard"), id="a question about a card"),
        pytest.param("? old wizard", Asked("old wizard"), id="with a blank"),
    ],
)
def test_a_line_is_understood(line: str | None, meant: TypedLine) -> None:
    assert read_line(line, OPTIONS) == meant


@pytest.mark.parametrize(
    ("line", "why"),
    [
        pytest.param("6", "there is no option 6; the options are 0 to 5", id="above the last"),
        pytest.param("9" * 5000, "there is no option 99999", id="far above the last"),
        pytest.param("-1", "no option begins with '-1'", id="below the first"),
        pytest.param("lay", "'lay' matches the options 1, 2; type more of it, or the number", id="ambiguous"),
        pytest.param("\x1b[A", "no option begins with", id="an arrow key"),
    ],
)
def test_what_is_not_clear_chooses_nothing_and_says_what_is_right(line: str, why: str) -> None:
    meant = read_line(line, OPTIONS)
    assert isinstance(meant, Unclear)
    assert why in meant.why


@pytest.mark.parametrize(
    ("line", "options"),
    [
        pytest.param("lay", (1, 2), id="a beginning"),
        pytest.param("wizard", (2,), id="a part of one option, which is not chosen by it"),
        pytest.param("WA lay", (1,), id="two parts in any order"),
    ],
)
def test_a_part_of_options_names_those_that_have_it(line: str, options: tuple[int, ...]) -> None:
    meant = read_line(line, OPTIONS)
    assert isinstance(meant, Several)
    assert meant.options == options


def test_the_only_option_can_be_taken_with_enter() -> None:
    assert read_line("", ["done"]) == Picked(0)


@given(st.text(), st.lists(st.text(), min_size=1, max_size=6))
def test_whatever_is_typed_it_chooses_an_option_that_there_is(line: str, options: list[str]) -> None:
    meant = read_line(line, options)
    assert not isinstance(meant, Picked) or 0 <= meant.option < len(options)
