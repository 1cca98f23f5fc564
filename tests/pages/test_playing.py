"""The page of a seat: its options as buttons."""

from __future__ import annotations

import re

import pytest

from referee.pages.playing import SURE, Choice, choice_parts
from tests.support.web_process import text_of


def buttons(*options: str) -> list[str]:
    (form,) = choice_parts(Choice(turn=1, options=options, places=[""] * len(options), default=0))["options"]
    return re.findall(r"<button.*?</button>", form, re.DOTALL)


@pytest.mark.parametrize(
    ("options", "asked_again"),
    [
        pytest.param(["pass", "bid 2"], ["pass"], id="to pass"),
        pytest.param(["lay a card", "pass on to the next store"], ["pass on to the next store"], id="in words"),
        pytest.param(["pass"], [], id="nothing else"),
        pytest.param(["buy a passage", "compass"], [], id="other words"),
    ],
)
def test_what_gives_up_is_asked_again(options: list[str], asked_again: list[str]) -> None:
    found = [" ".join(text_of(button).split()) for button in buttons(*options) if SURE in button]
    assert [text.removesuffix(" default") for text in found] == asked_again


def test_the_names_of_buttons_do_not_run_together() -> None:
    assert [" ".join(text_of(button).split()) for button in buttons("bid 2", "bid 3")] == ["bid 2 default", "bid 3"]
    assert "bid 2 <em" in buttons("bid 2", "bid 3")[0], "a screen reader reads what is there, without blanks of style"
