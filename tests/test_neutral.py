"""Text from bots cannot manipulate a terminal or a spreadsheet."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from unicodedata import category

import click
import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from referee.columns import columns
from referee.neutral import cell, neutral, neutral_json, one_line
from referee.terminal.printing import print_json, say
from tests.support.shell import referee
from tests.tournament.commands.test_commands import tournament

HARMFUL = {
    "colour": "\x1b[31m",
    "title": "\x1b]0;x\x07",
    "C1 CSI": "\x9b31m",
    "bell": "\x07",
    "backspace": "\x08",
    "delete": "\x7f",
    "carriage return": "\r",
    "next line": "\x85",
    "line separator": "\u2028",
    "right to left": "\u202e",
    "isolate": "\u2066",
    "mark": "\u200f",
    "no width": "\u200b",
    "byte order mark": "\ufeff",
    "tag": "\U000e0041",
    "half": "\udc9b",
    "private": "\ue000",
}
HOSTILE = "\x1b]0;owned\x07\x1b[2J\u202ereversed\u009b31m"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
anything = st.text(st.one_of(st.sampled_from("".join(HARMFUL.values()) + "=+-@\t\n \"'"), st.characters()), max_size=30)


@pytest.mark.parametrize("text", HARMFUL.values(), ids=HARMFUL)
@pytest.mark.parametrize("make", [neutral, one_line, neutral_json], ids=["text", "line", "JSON"])
def test_harmful_characters_are_shown_by_number(make: Callable[[str], str], text: str) -> None:
    shown = make(f"a{text}b")
    assert shown.startswith("a\\")
    assert not [character for character in shown if category(character) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}]


@pytest.mark.parametrize("text", ["", "plain", "ünï 漢字 emoji 🎲", "1\u00a0000"])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert neutral(text) == one_line(text) == neutral_json(text) == cell(text) == text


def test_text_keeps_its_lines_and_a_line_has_none() -> None:
    assert neutral("a\n\tb") == "a\n\tb"
    assert one_line("a\n\tb") == "a\\x0a\\x09b"


@given(anything)
def test_a_line_is_printable_or_made_of_spaces(text: str) -> None:
    assert all(character.isprintable() or category(character) in {"Zs", "Cn"} for character in one_line(text))


@given(st.recursive(anything, lambda inner: st.lists(inner) | st.dictionaries(anything, inner), max_leaves=5))
def test_json_means_the_same(value: object) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assert json.loads(neutral_json(text)) == value
    neutral_json(text).encode()


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", " =1", "\n=1", "\uff1d1", "=cmd|' /C calc'!A0"]
)
def test_no_cell_is_a_formula(text: str) -> None:
    assert str(cell(text)).startswith("'")


@pytest.mark.parametrize("value", [-3, 1.5, None, True])
def test_what_is_no_text_stays_as_it_is(value: object) -> None:
    assert cell(value) is value


def test_all_text_for_people_is_printed_in_one_place() -> None:
    root = Path(__file__).parents[1]
    files = [*(root / "referee").rglob("*.py"), *(root / "tournament").rglob("*.py")]
    files = [file for file in files if file.parent.name != "battery"]  # pytest prints its figures
    writes = {
        "printing.py": r"click\.s?echo\(|(?<!\.)\bprint\(|sys\.(__)?std(out|err)(__)?\.(buffer\.)?write",
        # Modules with their own `.print(`.
        "console.py": r"\bConsole\b|\bget_console\b|\bfrom rich import|\bimport rich\b",
    }
    for place, pattern in writes.items():
        assert [path.name for path in files if re.search(pattern, _code(path))] == [place]


def _code(path: Path) -> str:
    text = path.read_text()
    return re.sub(r'""".*?"""', "", text, flags=re.DOTALL)


def test_what_is_printed_is_harmless() -> None:
    @click.command
    def command() -> None:
        say("a\x1b[31m")
        say("\u202eb", err=True)
        say(columns([("bot", "x"), ("a\nb", "\x9b")]))
        print_json({"note": "\x9b\u202e"})

    result = CliRunner().invoke(command)
    assert result.exit_code == 0
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", result.output)
    assert len(result.stdout.splitlines()) == 6


PLAN = """
plan = 1
[tournament]
game = "keepers"
seats = 2
[format]
deals = 1
[run]
sandbox = "off"
[[bots]]
name = "first"
builtin = "first"
[[bots]]
name = "mine"
command = ["python", "{bot}"]
"""
BOT = rf"""
import sys
print("=HYPERLINK(1)" + {HOSTILE!a}, file=sys.stderr, flush=True)
from referee_client import run
class Bot:
    def choose(self, turn):
        turn.note = "\x1b[2J\nSeat 0 won\u202e"
        if turn.number == 4:
            raise SystemExit(5)
        return 0
run(Bot)
"""


def test_a_hostile_bot_reaches_no_terminal_and_no_spreadsheet(tmp_path: Path) -> None:
    """Its output, its notes and how it ended, through every command that prints them."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.py").write_text(BOT)
    plan, database = tmp_path / "plan.toml", tmp_path / "t.db"
    plan.write_text(PLAN.format(bot=tmp_path / "bot" / "bot.py"))
    said = [tournament("check", plan, code=None), tournament("run", plan, "--db", database, "--json", code=None)]
    said += [tournament(*words, database, code=None) for words in (("show",), ("show", "--json"), ("verify",))]
    tournament("report", database, "-o", tmp_path / "report")
    tournament("export", database, "-o", tmp_path / "data", "--records")
    (record, *_) = (tmp_path / "data" / "records").iterdir()
    said += [referee("show", record), referee("show", record, "--json")]
    written = [*(tmp_path / "report").rglob("*.*"), *(tmp_path / "data").glob("*.csv")]
    texts = [result.output for result in said] + [path.read_text() for path in written]
    assert sum("owned" in text for text in texts) >= 4
    assert "Note: \\x1b[2J\\x0aSeat 0 won\\u202e" in said[-2].stdout
    assert not [found[0] for text in texts if (found := CONTROLS.search(text))]
    cells = [
        text
        for path in (tmp_path / "data").glob("*.csv")
        for row in csv.reader(StringIO(path.read_text()))
        for text in row
    ]
    assert any(text.startswith("'=HYPERLINK") for text in cells)
    assert not [text for text in cells if text[:1] in {"=", "@", "\t", "\r"}]
    exported = msgspec.json.decode((tmp_path / "data" / "tournament.json").read_bytes())
    assert any("\x1b]0;owned\x07" in process["output"] for process in exported["processes"]), "JSON keeps the text"
