"""Bots in any language play every game under the real referee."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from referee.kernel.chance import SALT_BYTES, seed_from
from referee.kernel.job import MatchJob
from tests.clients.processes import bot_process, exit_of
from tests.languages.languages import Language
from tests.support.running import local_referee

pytestmark = [pytest.mark.clients, pytest.mark.timeout(900)]

MATCHES = 20


def run(*words: str | Path) -> str:
    """Runs a command of this project, and returns what it printed."""
    command = [sys.executable, "-m", *map(str, words)]
    # The limit is before the test's own.
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_check_finds_nothing(language: Language) -> None:
    print(run("referee", "bot", "check", shlex.join(language.command("random")), "--startup", "30s"))


def test_check_finds_nothing_in_the_keepers_bot(language: Language) -> None:
    bot = shlex.join(language.command("keepers"))
    print(run("referee", "bot", "check", bot, "--game", "keepers", "--startup", "30s"))


def test_the_keepers_bot_beats_random(language: Language, tmp_path: Path) -> None:
    commands: dict[str, Sequence[str]] = {
        "mine": language.command("keepers"),
        "random": [sys.executable, "-m", "referee_client.bots", "random"],
    }
    with local_referee(tmp_path) as referee, ExitStack() as processes:
        started = [
            processes.enter_context(bot_process(command, referee.address, referee.token(name)))
            for name, command in commands.items()
        ]
        ends = [referee.play(match(number)).result().end for number in range(MATCHES)]
        referee.call(lambda: referee.referee.lobby.dismiss(may_reconnect=False))
        assert [exit_of(process) for process in started] == [(0, "", "")] * 2
    assert all(end is not None and end.strikes == [0, 0] for end in ends)
    assert sum(end is not None and end.places[number % 2] == 1 for number, end in enumerate(ends)) > 0.7 * MATCHES


def match(number: int) -> MatchJob:
    """A match of Keepers, in which the bot sits first or second."""
    bots = ("mine", "random") if number % 2 == 0 else ("random", "mine")
    return MatchJob(match_id=f"m{number}", game_id="keepers", bots=bots, seed=seed_from(number), salt=bytes(SALT_BYTES))
