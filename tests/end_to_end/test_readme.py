"""What the README shows is true."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.shell import quoted, referee

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BOT, FACE, PUZZLE = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


def test_the_first_bot_plays_and_passes_the_check(tmp_path: Path) -> None:
    (tmp_path / "hoarder").mkdir()
    (tmp_path / "hoarder" / "hoarder.py").write_text(BOT)
    command = quoted("python", tmp_path / "hoarder/hoarder.py")
    played = json.loads(referee("play", "keepers", "--bot", command, "--bot", "random", "--seed", 1, "--json").stdout)
    assert {(bot["bot"], bot["matches"], bot["strikes"]) for bot in played["bots"]} == {
        ("hoarder", 1, 0),
        ("random", 1, 0),
    }
    # In a process of its own, as people check: the play above leaves something of gRPC in this one.
    words = [sys.executable, "-m", "referee", "bot", "check", command]
    check = subprocess.run(words, check=False, capture_output=True, text=True)
    assert check.returncode == 0, check.stdout
    assert "WRONG" not in check.stdout


def test_a_program_plays_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    exec(FACE, {})
    assert re.match(r"Result\(places=\[[123], [123], [123]\], ", capsys.readouterr().out)


def test_a_match_begins_with_a_table_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    made: dict[str, Any] = {}
    exec(PUZZLE, made)
    assert capsys.readouterr().out == "['bidding', 'sending_out'] bidding\n"
    assert made["puzzle"].view(None).deck == 3


def test_the_first_matches_end_as_shown(tmp_path: Path) -> None:
    (command,) = re.findall(r"^\.venv/bin/referee (play .*) --record records$", README, flags=re.MULTILINE)
    (shown,) = re.findall(r"```\n(bot     matches.*?)```", README, flags=re.DOTALL)
    played = referee(*command.split(), "--in-process").stdout
    assert shown == f"{played}records: records\n"


def test_the_games_are_those_that_there_are() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (\d) to (\d) \|$", README, flags=re.MULTILINE)
    games = json.loads(referee("games", "--json").stdout)
    assert [(game["game_id"], game["name"], game["min_seats"], game["max_seats"]) for game in games] == [
        (game_id, name, int(low), int(high)) for game_id, name, low, high in rows
    ]


def test_the_time_limits_are_the_defaults() -> None:
    told = referee("play", "--help").output
    for row in re.findall(r"^\| .* \| (.+) \| `(--[a-z-]+)` \|$", README, flags=re.MULTILINE):
        default, option = row
        words = re.search(rf"{option}.*?\[default:\s+(\w+)", told, flags=re.DOTALL)
        assert words is not None
        assert {"30 s": "30s", "10 s": "10s", "1 min": "1m", "0": "0ms", "20 ms": "20ms", "3": "3", "yes": "cover"}[
            default
        ] == words[1]
