"""Mistakes in a plan about a bot's sandbox."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournament.plan.test_odd_plans import refused
from tests.tournament.plan.test_plan import FULL
from tournament.plan.reading import parse_plan


@pytest.mark.parametrize(
    ("written", "message"),
    [
        pytest.param('readable = ["no"]', 'bots[1].readable: there is no file or folder "no"', id="readable"),
        pytest.param('readable = "no"', "is not a list of strings", id="readable as text"),
        pytest.param('readable = ["\\u0000"]', "there is no file", id="NUL in readable"),
        pytest.param(f'readable = ["{"x" * 5000}"]', "there is no file", id="a name that is too long"),
        pytest.param('memory = "1"', "bots[1].memory: invalid amount of memory '1'", id="no unit"),
        pytest.param('memory = "512K"', '"512K" is less than any bot needs: use at least 1M', id="too little"),
        pytest.param("memory = 512", "bots[1].memory: 512 is not a string in quotes", id="memory as number"),
    ],
)
def test_what_is_set_for_a_sandbox_is_checked(tmp_path: Path, written: str, message: str) -> None:
    refused(tmp_path, FULL.replace('env = { DEPTH = "3" }', written), 31, message)


def test_nothing_is_set_for_a_process_that_is_not_started_here(tmp_path: Path) -> None:
    refused(tmp_path, f'{FULL}memory = "2G"\n', 35, "a bot that dials in is not started here")


def test_a_built_in_bot_may_have_more_memory() -> None:
    text = FULL.replace('builtin = "random"', 'builtin = "random"\nmemory = "2G"\nreadable = ["."]')
    assert (parse_plan(text).bots[0].memory, parse_plan(text).bots[0].readable) == ("2G", ["."])
