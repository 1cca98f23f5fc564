"""The error for a bot that does not start shows what the bot wrote, and what it could read in the sandbox."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sandboxes import needs_sandbox
from tests.support.shell import quoted, referee
from tests.tournament.commands.test_commands import tournament
from tests.tournament.run.test_absent import a_plan

NEEDS_MODEL = """
import sys
from pathlib import Path

try:
    move = int(Path(sys.argv[1]).read_text())
except OSError as error:
    print(error, *["a line that helps nobody"] * 100, "the end", sep="\\n")
    sys.exit(1)

from referee_client import run
run(type("Bot", (), {"choose": lambda self, turn: move}))
"""
CRASHES = "from referee_client import run\\nrun(type('Bot', (), {'choose': lambda self, turn: 1 / 0}))\\n"
SIGHT = "in its sandbox it could read {} and the system's programs, and had no network"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "mine.py").write_text(NEEDS_MODEL)
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "weights").write_text("0")
    return tmp_path / "mine" / "mine.py"


def command(mine: Path) -> list[str]:
    return ["python", str(mine), f"{mine.parents[1]}/model/weights"]


@needs_sandbox
def test_play_says_what_the_bot_could_read_and_how_to_show_it_more(mine: Path) -> None:
    words = ["play", "keepers", "--bot", quoted(*command(mine)), "--bot", "first"]
    said = referee(*words, code=1).stderr
    assert "  | [Errno 2] No such file or directory" in said
    assert "lines left out" in said
    assert "  | the end" in said
    assert SIGHT.format(mine.parent) + ". Use --readable PATH to let it read more" in said
    assert "1 match," in referee(*words, "--readable", mine.parents[1] / "model").stdout
    assert "1 match," in referee(*words, "--sandbox", "off").stdout


@needs_sandbox
def test_a_bot_that_came_and_crashed_later_is_told_without(mine: Path) -> None:
    mine.write_text(CRASHES.replace("\\n", "\n"))
    said = referee("play", "keepers", "--bot", quoted("python", mine), "--bot", "first", code=1).stderr
    assert "ZeroDivisionError" in said
    assert "it could read" not in said


@needs_sandbox
def test_check_says_it_too(mine: Path) -> None:
    told = referee("bot", "check", quoted(*command(mine)), "--game", "keepers", code=1).stdout
    assert SIGHT.format(mine.parent) in told
    assert "| [Errno 2] No such file or directory" in told


def test_nothing_is_said_of_a_sandbox_where_there_is_none(mine: Path) -> None:
    mine.write_text("raise SystemExit(3)")
    told = referee("bot", "check", quoted(*command(mine)), "--game", "keepers", "--sandbox", "off", code=1).stdout
    assert "it wrote no output that explains why" in told
    assert told.count("\n") == 3
    assert "could read" not in told


@needs_sandbox
def test_a_tournament_says_it_and_goes_on_when_the_plan_has_the_path(mine: Path, tmp_path: Path) -> None:
    plan = a_plan(tmp_path, str(command(mine)).replace("'", '"'))
    text = plan.read_text().replace('sandbox = "off"', 'sandbox = "require"')
    plan.write_text(text)
    said = tournament("run", plan, "--db", tmp_path / "t.db", code=1).stderr
    assert f"{SIGHT.format(mine.parent)} (in [[bots]], readable adds files, network = true" in said
    assert "  | [Errno 2] No such file or directory" in said
    plan.write_text(f'{text}readable = ["{tmp_path}/model"]\nmemory = "200M"\n')
    assert "1 of 1 match" in tournament("run", plan, "--db", tmp_path / "t.db").stdout


@needs_sandbox
def test_memory_in_a_plan_is_what_a_bot_may_use(mine: Path, tmp_path: Path) -> None:
    mine.write_text("import time\nkept = bytearray(100 << 20)\nprint('got it', flush=True)\ntime.sleep(600)\n")
    plan = a_plan(tmp_path, str(command(mine)).replace("'", '"'))
    text = plan.read_text().replace('sandbox = "off"', 'sandbox = "require"')
    plan.write_text(f'{text}memory = "64M"\n')
    said = tournament("run", plan, "--db", tmp_path / "t.db", code=1).stderr
    assert "MemoryError" in said


TALKS_TCP = """
import os
from referee_client import run
assert os.environ["REFEREE_ADDRESS"].startswith("127.0.0.1:"), os.environ["REFEREE_ADDRESS"]
run(type("Bot", (), {"choose": lambda self, turn: 0}))
"""


def test_a_bot_that_can_not_speak_unix_sockets_gets_a_port(mine: Path) -> None:
    mine.write_text(TALKS_TCP)
    bot = quoted("python", mine)
    played = referee("play", "keepers", "--bot", bot, "--bot", "first", "--deals", 2, "--tcp", "--sandbox", "off")
    assert "2 matches" in played.stdout
    told = referee("bot", "check", bot, "--game", "keepers", "--tcp", "--sandbox", "off").stdout
    assert "fine   keepers, lost connection" in told
    assert "WRONG" not in told


@needs_sandbox
@pytest.mark.parametrize("words", [["play", "keepers", "--bot", "first", "--bot", "first"], ["bot", "check", "first"]])
def test_there_is_no_port_in_the_sandbox(words: list[str]) -> None:
    said = referee(*words, "--tcp", code=1).stderr
    assert said == "Error: --tcp: the sandbox has no network, only a Unix socket; add --sandbox off\n"
