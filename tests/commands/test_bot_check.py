"""`referee bot check` as a person sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.checking import check, trials
from tests.support.shell import referee


@pytest.fixture(autouse=True)
def one_short_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "TRIALS", [trials.goodbye])


def test_a_sample_bot_is_fine() -> None:
    assert referee("bot", "check", "first").stdout == "fine   goodbye: Is told goodbye\n"


def test_a_bad_bot_is_told_what_to_mend(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "mine.py").write_text("raise ZeroDivisionError('my mistake')")
    told = referee("bot", "check", f"python {tmp_path}/bot/mine.py", "--startup", "500ms", code=1).stdout
    assert told.startswith("WRONG  goodbye: Is told goodbye\n       the bot crashed: ended with exit code 1\n")
    assert "       | ZeroDivisionError: my mistake" in told


def test_machines_get_json(tmp_path: Path) -> None:
    (verdict,) = json.loads(referee("bot", "check", "first", "--json").stdout)
    assert (verdict["trial"], verdict["fault"]) == ("goodbye", "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["no-such-bot"], "there is no such program", id="no such program"),
        pytest.param(["'"], "No closing quotation", id="quotes"),
        pytest.param([""], "give first, random, greedy, or a command", id="nothing"),
        pytest.param(["first", "--game", "chess"], "unknown game 'chess'", id="no such game"),
        pytest.param(["first", "--decision", "3"], "'3' is not a span of time", id="no span"),
    ],
)
def test_mistakes_are_named(words: list[str], said: str) -> None:
    assert said in referee("bot", "check", *words, code=1).stderr
