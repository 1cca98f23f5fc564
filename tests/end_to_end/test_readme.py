"""What the README shows is true."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee.manual.contents import text_of
from tests.support.shell import referee
from tests.support.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHORT_PAGES = (ROOT / "README.md", ROOT / "clients" / "README.md", ROOT / "tournament" / "README.md")
(BOT,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
(PLAN,) = re.findall(r"```toml\n(.*?)```", README, flags=re.DOTALL)
MOST_LINES = 120


def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", README, flags=re.DOTALL)
    return [line.partition("#")[0].strip() for block in blocks for line in block.splitlines()]


@pytest.mark.timeout(300)
def test_the_bot_and_the_tournament_play(tmp_path: Path) -> None:
    (tmp_path / "hoarder").mkdir()
    (tmp_path / "hoarder" / "hoarder.py").write_text(BOT, encoding="utf-8")
    (tmp_path / "plan.toml").write_text(PLAN.replace("deals = 30", "deals = 3"), encoding="utf-8")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    lines = [line for line in commands() if line.startswith(("referee", "tournament"))]
    assert len(lines) == 5
    for line in lines:
        words = {"shell": True, "cwd": tmp_path, "env": environment, "capture_output": True, "text": True}
        done = subprocess.run(line, check=False, timeout=PATIENCE * 2, **words)  # type: ignore[call-overload]
        assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "report" / "index.html").is_file()


def test_the_bot_is_that_of_the_tutorial() -> None:
    """Which passes `referee bot check` (tests/manual/test_facts.py)."""
    (tutorial,) = re.findall(r"```python\n(.*?)```", text_of("tutorials/first-bot"), flags=re.DOTALL)
    assert tutorial == BOT


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


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("page", SHORT_PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)\s#]+)(?:#[\w-]+)?\)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []
    assert len(targets) > 5
