"""Plans: the format of the contract is read; errors name the line, the field and what is allowed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.kernel.job import TimeControl
from referee.manual.contents import text_of
from tournament.errors import UserError
from tournament.plan.reading import parse_plan, read_plan, with_workers

FULL = """\
plan = 1
[tournament]
name = "spring"
game = "keepers"
seats = 2
seed = 42
[format]
kind = "round-robin"
deals = 30
duplicate = "auto"
[run]
concurrency = "auto"
workers = 1
[rating]
elo_k = 20
anchors = { mine = 1500 }
[time]
startup = "10s"
decision = "1s"
bank = "30s"
increment = "0s"
max_strikes = 3
[options]
max_rounds = 30
[[bots]]
name = "a"
builtin = "random"
[[bots]]
name = "mine"
command = ["python", "bots/mine.py"]
env = { DEPTH = "3" }
[[bots]]
name = "far"
dial_in = true
"""
SMALL = """\
plan = 1
[tournament]
game = "keepers"
seats = 2
[[bots]]
name = "a"
builtin = "random"
[[bots]]
name = "b"
builtin = "first"
"""


def test_the_form_of_the_contract() -> None:
    plan = parse_plan(FULL)
    assert (plan.tournament.name, plan.tournament.game, plan.format.deals) == ("spring", "keepers", 30)
    assert plan.time_control == TimeControl(decision_ms=1000, bank_ms=30_000, startup_ms=10_000)
    assert [bot.name for bot in plan.bots] == ["a", "mine", "far"]
    assert plan.bots[1].env == {"DEPTH": "3"}
    assert plan.rating.anchors == {"mine": 1500}
    assert plan.options == {"max_rounds": 30}


def test_all_but_game_seats_and_bots_has_a_default(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(SMALL)
    assert read_plan(path).format.kind == "round-robin"


def test_options_that_do_not_fit_the_seats() -> None:
    with pytest.raises(UserError, match=r"options.first_seat: .*the seats are 0 to 1"):
        parse_plan(SMALL + "[options]\nfirst_seat = 3\n")


def test_too_few_bots() -> None:
    with pytest.raises(UserError, match="bots: 1 bot cannot fill a table of 2 seats; name at least 2"):
        parse_plan(SMALL.rsplit("[[bots]]", 1)[0])


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"none.toml: no such file"):
        read_plan(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("change", "forgetful", "duplicate"),
    [
        pytest.param("", False, True, id="built-in bots remember nothing"),
        pytest.param("dial_in = true", True, False, id="bots that dial in may remember"),
        pytest.param('command = ["x"]', True, False, id="kept processes may remember"),
        pytest.param('command = ["x"] # fresh', True, True, id="fresh and without notes"),
        pytest.param('command = ["x"] # fresh', False, False, id="fresh, but with notes"),
    ],
)
def test_duplicate_deals(change: str, forgetful: bool, duplicate: bool) -> None:
    text = SMALL.replace('builtin = "first"', change) if change else SMALL
    if "fresh" in change:
        text = text.replace("seats = 2", 'seats = 2\n[run]\nprocesses = "fresh"')
    assert parse_plan(text).duplicates(lambda _: forgetful) is duplicate
    wanted = text.replace("seats = 2", "seats = 2\n[format]\nduplicate = true")
    assert parse_plan(wanted).duplicates(lambda _: False) is True


def test_the_plan_of_the_manual_is_right() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", text_of("reference/plan"), flags=re.DOTALL)
    plan = parse_plan(text, "the manual")
    assert [bot.name for bot in plan.bots] == ["random", "mine", "far"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        pytest.param("workers = 1", "workers = 2", r"run.workers: far dials in", id="dial in and workers"),
        pytest.param("workers = 1", "in_process = true", r"run.in_process: only built-in", id="in process"),
        pytest.param('name = "mine"', 'name = "-mine"', r'bots\[1\].name: invalid name "-mine"', id="name"),
    ],
)
def test_settings_that_do_not_go_with_the_bots(old: str, new: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        parse_plan(FULL.replace(old, new))


def test_another_number_of_workers() -> None:
    assert with_workers(parse_plan(SMALL), 3).run.workers == 3
    with pytest.raises(UserError, match="3 workers: far dials in"):
        with_workers(parse_plan(FULL), 3)
