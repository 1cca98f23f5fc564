"""What bots write does nothing to a real terminal, and nothing to the log of a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.shell import quoted
from tests.support.terminal import PROMPT, Terminal, terminal
from tests.test_neutral import BOT, CONTROLS, PLAN
from tests.tournament.commands.test_display import OWN

BEGINNING, ENDING = BOT.split("from referee_client import run\n")
SILENT = f"{BEGINNING}raise SystemExit(5)\n"


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    (tmp_path / "bot").mkdir()
    path = tmp_path / "bot" / "bot.py"
    path.write_text(BOT)
    return path


def test_a_tournament_is_watched_on_a_terminal(bot: Path, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN.format(bot=bot))
    with terminal("run", plan, "--db", tmp_path / "t.db", "--no-check", module="tournament") as watched:
        watched.end()
    assert "\x1b[?25l" in watched.screen, "it is the live table that was shown"
    assert r"\x1b]0;owned" in watched.screen
    assert not CONTROLS.findall(OWN.sub("", watched.screen))


@pytest.mark.parametrize("text", [BOT, SILENT], ids=["in the middle", "before it comes"])
def test_a_person_plays_against_a_bot_that_is_loud_and_fails(bot: Path, text: str) -> None:
    bot.write_text(text)
    with terminal("play", "keepers", "--bot", "human", "--bot", quoted("python", bot), "--sandbox", "off") as person:
        play_until_it_fails(person)
    assert "ended with exit code 5" in person.screen
    assert r"\x1b]0;owned" in person.screen, "what it wrote last is shown"
    assert not CONTROLS.findall(OWN.sub("", person.screen))


def play_until_it_fails(person: Terminal) -> None:
    while "Error: " not in person.screen:
        person.expect(rf"{PROMPT}|Error: ")
        person.type("0\n")
    person.end()
