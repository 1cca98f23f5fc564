"""What pages say in passing is so: defaults, examples and what they print."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.manual.contents import text_of
from tests.manual.blocks import blocks_of
from tests.support.shell import quoted, referee

FACE, PUZZLE = (block.text for block in blocks_of("reference/python") if block.language == "python")
(BOT,) = (block.text for block in blocks_of("tutorials/first-bot") if block.language == "python")
SHOWN = {"30 s": "30s", "10 s": "10s", "1 min": "1m", "0": "0ms", "20 ms": "20ms", "3": "3", "yes": "cover"}


def test_a_program_plays_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    exec(FACE, {})
    assert re.match(r"Result\(places=\[[123], [123], [123]\], ", capsys.readouterr().out)


def test_a_match_begins_with_a_table_of_your_own(capsys: pytest.CaptureFixture[str]) -> None:
    made: dict[str, Any] = {}
    exec(PUZZLE, made)
    assert capsys.readouterr().out == "['bidding', 'sending_out'] bidding\n"
    assert made["puzzle"].view(None).deck == 3


def test_the_first_bot_passes_the_check(tmp_path: Path) -> None:
    (tmp_path / "hoarder").mkdir()  # which root's bots may read, unlike the folder of a test
    (tmp_path / "hoarder" / "hoarder.py").write_text(BOT, encoding="utf-8")
    # In a process of its own, as people check: other tests leave something of gRPC in this one.
    words = [sys.executable, "-m", "referee", "bot", "check", quoted("python", tmp_path / "hoarder/hoarder.py")]
    check = subprocess.run(words, check=False, capture_output=True, text=True)
    assert check.returncode == 0, check.stdout
    assert "WRONG" not in check.stdout


def test_the_time_limits_are_the_defaults() -> None:
    told = referee("play", "--help").output
    rows = re.findall(r"^\| .* \| (.+) \| `(--[a-z-]+)` \|$", text_of("explanation/time-and-fairness"), re.MULTILINE)
    assert len(rows) == len(SHOWN)
    for default, option in rows:
        words = re.search(rf"{option}.*?\[default:\s+(\w+)", told, flags=re.DOTALL)
        assert words is not None
        assert SHOWN[default] == words[1]


def test_the_number_of_matches_of_the_example_is_what_check_prints(tmp_path: Path) -> None:
    plan, *_ = (block.text for block in blocks_of("howto/how-many-deals") if block.language == "toml")
    (tmp_path / "plan.toml").write_text(plan, encoding="utf-8")
    words = [sys.executable, "-m", "tournament", "check", "plan.toml"]
    checked = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    (matches,) = re.findall(r"so there are .* = (\d+) matches", " ".join(text_of("howto/how-many-deals").split()))
    assert re.search(rf"\b{matches} matches", checked), checked
