"""The recording of the demo in README shows what the demo prints today, and nothing else."""

from __future__ import annotations

import re
import sys
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as ET

from referee.kernel.game import game_ids
from tests.recording import COLUMNS, PLACE, ROWS, Line, drawn, record
from tests.support import shell

ROOT = Path(__file__).parents[1]
SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = r"[0-9a-f]{64}|-?\d+(?:\.\d+)?"

PLAN = """
plan = 1
[tournament]
name = "two"
game = "keepers"
seats = 2
[format]
deals = 1
[[bots]]
name = "greedy"
builtin = "greedy"
[[bots]]
name = "random"
builtin = "random"
"""


def shape(line: str) -> str:
    """A line without its numbers and the blanks that line them up."""
    return " ".join(re.sub(NUMBERS, "0", line).split())


def texts(picture: str) -> list[str]:
    tree = ET.fromstring(picture)
    return [unescape(text.text or "") for text in tree.iter(f"{SVG}text")]


def test_every_line_stands_in_the_recording_and_appears_when_it_was_printed() -> None:
    lines = [Line(number / 2, f"line <{number}>") for number in range(ROWS + 4)]
    picture = drawn(lines)
    assert texts(picture) == [line.text for line in lines]
    assert "translateY(-68px)" in picture, "the last four lines scroll up by four"
    assert len(re.findall(r"translateY\(\d+px\)", picture.partition("@keyframes cover")[2])) == len(lines)


def test_a_command_is_recorded_line_by_line(tmp_path: Path) -> None:
    script = "import time; print('one', flush=True); time.sleep(0.3); print('two')"  # the delay is what is recorded
    one, two = record([sys.executable, "-c", script], tmp_path)
    assert (one.text, two.text) == ("one", "two")
    assert two.seconds - one.seconds > 0.2


def test_the_recording_in_the_project_has_the_tables_that_a_run_prints(tmp_path: Path) -> None:
    """The words alone: numbers, and who won, differ from run to run and from machine to machine."""
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    run = shell.tournament("run", tmp_path / "plan.toml", "--db", tmp_path / "plan.db")
    printed = {shape(line[:COLUMNS]) for line in run.output.splitlines()}
    shown = [shape(text) for text in texts((ROOT / PLACE).read_text(encoding="utf-8"))]
    assert shown[0] == "$ make demo"
    tables = [line for line in shown if line.startswith(("bot ", "Secret from", "Its hash"))]
    assert len(tables) == 4 * len(game_ids()), "each game has two tables, a secret and its hash"
    assert {*tables} <= printed
