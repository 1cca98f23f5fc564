"""One bot per language, in the sandbox, at one table after the other, in every game."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.kernel.game import all_games
from tests.languages.languages import Language, languages
from tests.support.sandboxes import needs_sandbox

pytestmark = [pytest.mark.clients, pytest.mark.timeout(900), needs_sandbox]

SEATS = 3
TABLES = 7
PLAN = """\
plan = 1
[tournament]
game = "{game}"
seats = {seats}
[format]
deals = 1
tables = {tables}
[run]
sandbox = "require"
[time]
startup = "60s"
decision = "20s"
"""


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_tournament_of_all_languages(game: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    names = request.config.getoption("--language")
    chosen = [one for one in languages() if not one.missing and (not names or one.id in names)]
    play("random", game, chosen, tmp_path)


def test_a_tournament_of_those_that_know_keepers(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    names = request.config.getoption("--language")
    chosen = [one for one in languages() if not one.missing and (not names or one.id in names)]
    play("keepers", "keepers", chosen, tmp_path)


def play(bot: str, game: str, chosen: list[Language], folder: Path) -> None:
    """Plays a tournament of one bot of each language, verifies it, and looks for anything that went wrong in it."""
    commands = {language.id: language.command(bot) for language in chosen}
    assert commands, "no language's tools are here"
    samples = ["python", "first"] if len(commands) < SEATS else ["python"]
    bots = [f'[[bots]]\nname = "{name}"\ncommand = {json.dumps(words)}\n' for name, words in commands.items()]
    bots += [f'[[bots]]\nname = "{name}"\nbuiltin = "{name.replace("python", "random")}"\n' for name in samples]
    plan, database = folder / "plan.toml", folder / "t.db"
    plan.write_text(PLAN.format(game=game, seats=SEATS, tables=TABLES) + "".join(bots), encoding="utf-8")
    tournament("run", plan, "--db", database)
    tournament("verify", database)
    tournament("export", database, "-o", folder / "data")
    with (folder / "data" / "results.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["bot"] for row in rows} == {*commands, *samples}
    assert [row for row in rows if row["end"] != "played" or row["strikes"] != "0"] == []


def tournament(*words: str | Path) -> None:
    command = [sys.executable, "-m", "tournament", *map(str, words)]
    # The limit is before the test's own.
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=800)
    assert done.returncode == 0, done.stdout + done.stderr
