"""`referee bot check` as a person sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.checking import check, connections, trials
from referee.kernel.game import all_games
from tests.support.shell import quoted, referee

KNOWS_KEEPERS = """
from referee_client import run


class Mine:
    def choose(self, turn):
        assert turn.match.game_id == "keepers"
        return 0


run(Mine)
"""


@pytest.fixture(autouse=True)
def one_short_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "TRIALS", [connections.goodbye])


def test_a_sample_bot_is_fine() -> None:
    assert (
        referee("bot", "check", "first", "--game", "keepers").stdout
        == "fine   keepers, goodbye: Say goodbye for good\n"
    )


def test_every_game_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "IN_EVERY_GAME", [connections.goodbye])
    verdicts = json.loads(referee("bot", "check", "first", "--json").stdout)
    assert [verdict["game"] for verdict in verdicts] == ["keepers", *sorted(all_games().keys() - {"keepers"})]


def test_a_bot_for_one_game_is_told_how_to_leave_out_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "TRIALS", [trials.whole_match])
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "mine.py").write_text(KNOWS_KEEPERS)
    words = ["bot", "check", quoted("python", tmp_path / "bot/mine.py"), "--game", "keepers", "--game", "inns"]
    told = referee(*words, code=1).stdout
    assert told.splitlines()[-1] == "The bot cannot play inns. To check only the rest: --game keepers"


def test_a_bad_bot_is_told_what_to_mend(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "mine.py").write_text("raise ZeroDivisionError('my mistake')")
    told = referee(
        "bot", "check", quoted("python", tmp_path / "bot/mine.py"), "--game", "keepers", "--startup", "20s", code=1
    ).stdout
    assert told.startswith(
        "WRONG  keepers, goodbye: Say goodbye for good\n       the bot crashed: ended with exit code 1\n"
    )
    assert "       | ZeroDivisionError: my mistake" in told


def test_machines_get_json(tmp_path: Path) -> None:
    (verdict,) = json.loads(referee("bot", "check", "first", "--game", "keepers", "--json").stdout)
    assert (verdict["trial"], verdict["fault"]) == ("goodbye", "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["no-such-bot"], "there is no sample bot or program of this name", id="no such program"),
        pytest.param(["'"], "No closing quotation", id="quotes"),
        pytest.param([""], "use first, random, greedy", id="nothing"),
        pytest.param(["first", "--game", "chess"], "unknown game 'chess'", id="no such game"),
        pytest.param(["first", "--decision", "3"], "invalid duration '3'", id="no span"),
    ],
)
def test_mistakes_are_named(words: list[str], said: str) -> None:
    assert said in referee("bot", "check", *words, code=1).stderr
