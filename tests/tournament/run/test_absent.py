"""Bots that do not start, or never come: noticed before the first match, and reported at the end."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import tournament

STARTUP = '[time]\nstartup = "{}"\ndecision = "20s"\n'
"""Short only where a bot must be too late: on a busy machine, the others must not be late as well."""


def a_plan(tmp_path: Path, command: str, bots: str = "first", deals: int = 1, startup: str = "60s") -> Path:
    """Return a plan in which that command starts the bot `mine`."""
    mine = f'{STARTUP.format(startup)}[[bots]]\nname = "mine"\ncommand = {command}\n'
    text = a_plan_text(bots, extra=mine, in_process=False, sandbox="off", deals=deals)
    (tmp_path / "plan.toml").write_text(text)
    return tmp_path / "plan.toml"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        pytest.param('["no-such-program"]', "cannot start 'no-such-program': there is no such program", id="missing"),
        pytest.param('["/etc/passwd"]', "cannot start '/etc/passwd': there is no such program, or", id="no program"),
        pytest.param('["python", "none.py"]', "ended with exit code 2", id="no script"),
        pytest.param('["python", "-c", "raise SystemExit(7)"]', "ended with exit code 7", id="crashes"),
        pytest.param('["python", "-c", ""]', "ended with exit code 0", id="ends at once"),
        pytest.param('["sleep", "60"]', "did not connect within 8s", id="does not connect"),
    ],
)
def test_a_bot_that_does_not_start_is_noticed_before_the_first_match(tmp_path: Path, command: str, why: str) -> None:
    plan = a_plan(tmp_path, command, startup="8s" if "sleep" in command else "60s")
    result = tournament("run", plan, "--db", tmp_path / "t.db", code=1)
    assert "1 bot does not start, so nothing was played (--no-check skips this check)" in result.stderr
    assert f"bot mine: {why}" in result.stderr
    assert ": 0 of 1 match\n" in tournament("show", tmp_path / "t.db").stdout


def test_what_it_wrote_is_shown_and_the_same_command_goes_on_once_it_is_mended(tmp_path: Path) -> None:
    plan = a_plan(tmp_path, f'["python", "{tmp_path / "mine.py"}"]')
    (tmp_path / "mine.py").write_text("raise ImportError('no model')")
    assert "ImportError: no model" in tournament("run", plan, "--db", tmp_path / "t.db", code=1).stderr
    (tmp_path / "mine.py").write_text("from referee_client.bots.__main__ import main; main(['first'])")
    assert "1 of 1 match\n" in tournament("run", plan, "--db", tmp_path / "t.db").stdout


def test_bots_that_are_the_same_are_started_once(tmp_path: Path) -> None:
    plan = a_plan(tmp_path, '["no-such-program"]', bots="a=first b=first c=first")
    said = tournament("run", plan, "--db", tmp_path / "t.db", code=1).stderr
    assert said.count("cannot start") == 1


def test_a_tournament_in_which_a_bot_never_played_says_so_and_ends_with_5(tmp_path: Path) -> None:
    plan = a_plan(tmp_path, '["python", "-c", "raise SystemExit(1)"]', bots="first random", deals=2)
    database = tmp_path / "t.db"
    said = "mine did not appear in any of its matches"
    assert said in tournament("run", plan, "--db", database, "--no-check", code=5).stdout
    assert said in tournament("run", plan, "--db", database, code=5).stdout, "even if all is played already"
    shown = tournament("show", database).stdout
    assert said in shown
    assert json.loads(tournament("show", database, "--json").stdout)["absent"] == ["mine"]
    tournament("report", database, "-o", tmp_path / "report", "--no-replays")
    assert said in (tmp_path / "report" / "index.html").read_text()
    tournament("verify", database)


def test_ratings_with_and_without_forfeits_stand_side_by_side(tmp_path: Path) -> None:
    """What a no-show gave away counts in one table and not in the other."""
    plan = a_plan(tmp_path, '["python", "-c", "raise SystemExit(1)"]', bots="first random", deals=6)
    tournament("run", plan, "--db", tmp_path / "t.db", "--no-check", code=5)
    shown = tournament("show", tmp_path / "t.db").stdout
    assert re.search(r"bot +rating +matches +without forfeits +matches without\n", shown)
    bots = {bot["bot"]: bot for bot in json.loads(tournament("show", tmp_path / "t.db", "--json").stdout)["bots"]}
    assert bots["mine"]["unforfeited"] == 0
    assert bots["mine"]["without_forfeits"] is None
    assert bots["first"]["matches"] == 2 * bots["first"]["unforfeited"] == 12
    tournament("report", tmp_path / "t.db", "-o", tmp_path / "report", "--no-replays")
    assert "rating without forfeits" in (tmp_path / "report" / "index.html").read_text()
    tournament("export", tmp_path / "t.db", "-o", tmp_path / "data")
    assert "without_forfeits" in (tmp_path / "data" / "bots.csv").read_text().splitlines()[0]


def test_without_forfeits_there_is_one_table(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(a_plan_text("first random greedy", deals=4))
    tournament("run", plan, "--db", tmp_path / "t.db")
    assert "without forfeits" not in tournament("show", tmp_path / "t.db").stdout
    shown = json.loads(tournament("show", tmp_path / "t.db", "--json").stdout)
    ratings = {rating["bot"]: rating["rating"] for rating in shown["fit"]["ratings"]}
    assert {bot["bot"]: bot["without_forfeits"] for bot in shown["bots"]} == ratings


def test_a_word_of_a_command_may_be_longer_than_the_name_of_a_file(tmp_path: Path) -> None:
    code = "from referee_client.bots.__main__ import main; main(['first']) # " + "x" * 5000
    plan = a_plan(tmp_path, json.dumps(["python", "-c", code]))
    assert "1 of 1 match\n" in tournament("run", plan, "--db", tmp_path / "t.db").stdout
