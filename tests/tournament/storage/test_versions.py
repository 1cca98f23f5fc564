"""New versions of a bot: each has its own rating, and follows the one before it; changed code never plays unnoticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.databases import in_database
from tests.support.tournaments import a_plan, a_plan_text, play_left
from tests.tournament.storage.test_growing import matches_in, verified
from tournament.errors import UserError
from tournament.plan.plan import Plan
from tournament.plan.reading import parse_plan
from tournament.report.standings import standings_of, standings_text
from tournament.storage.archive import open_archive
from tournament.storage.repairing import repair
from tournament.storage.store import open_store

CODE, OTHER = {"mine": "code one"}, {"mine": "code two"}


def versioned(version: str = "", env: str = "x", **settings: Any) -> Plan:
    """A plan with a bot `mine` in this version."""
    keys = f'name = "mine"\ncommand = ["./mine"]\nenv = {{ KEY = "{env}" }}\nversion = "{version}"'
    text = a_plan_text("first random", extra=f"[[bots]]\n{keys}", in_process=False, deals=2, **settings)
    return parse_plan(text)


def run(database: Path, plan: Plan, most: int | None = None, codes: dict[str, str] = CODE) -> list[str]:
    with open_store(database, plan, duplicate=False, codes=codes) as store:
        play_left(store, most)
        return [*store.accepted]


def test_a_new_version_is_a_bot_with_its_own_rating_that_follows_the_one_before(tmp_path: Path) -> None:
    database = tmp_path / "t.db"
    run(database, versioned("1"), 4)
    before = matches_in(database)
    said = run(database, versioned("2"), codes=OTHER)
    assert said[:2] == [
        "bot mine#2 enters with version 2 as a new version of mine, after mine",
        "bot mine: withdrawn: false before, true now",
    ]
    after = matches_in(database)
    assert {name: after[name] for name in before} == before
    played = {seat.bot for name in after.keys() - before.keys() for seat in after[name].seats}
    assert played == {"first", "random", "mine#2"}
    verified(database)
    with open_archive(database) as archive:
        standings = standings_of(archive)
        text = standings_text(standings, [])
        bots = {bot.name: (bot.version, bot.follows, bot.code) for bot in archive.bots()}
    assert bots["mine"] == ("1", "", "code one")
    assert bots["mine#2"] == ("2", "mine", "code two")
    assert {rating.bot for rating in standings.fit.ratings} == {"first", "random", "mine", "mine#2"}
    (line,) = (line for line in text.splitlines() if line.startswith("  mine: "))
    assert line.index("mine, version 1") < line.index("code one") < line.index("mine#2, version 2")
    assert run(database, versioned("2"), codes=OTHER) == []


def test_every_seat_has_the_code_that_played(tmp_path: Path) -> None:
    run(tmp_path / "t.db", versioned("1"), 4)
    run(tmp_path / "t.db", versioned("2"), codes=OTHER)
    codes = {(seat.bot, seat.code) for match in matches_in(tmp_path / "t.db").values() for seat in match.seats}
    assert codes == {("first", ""), ("random", ""), ("mine", "code one"), ("mine#2", "code two")}


def test_the_code_that_played_survives_a_repair(tmp_path: Path) -> None:
    run(tmp_path / "t.db", versioned("1"), 4)
    run(tmp_path / "t.db", versioned("2"), codes=OTHER)
    before = matches_in(tmp_path / "t.db")
    in_database(tmp_path / "t.db", "UPDATE ratings SET rating = 3000")
    assert repair(tmp_path / "t.db") is not None
    assert matches_in(tmp_path / "t.db") == before
    assert run(tmp_path / "t.db", versioned("2"), codes=OTHER) == []
    with pytest.raises(UserError, match="its code has changed"):
        run(tmp_path / "t.db", versioned("2"), codes=CODE)


def test_changed_code_without_a_new_version_is_refused(tmp_path: Path) -> None:
    run(tmp_path / "t.db", versioned(), 2)
    with pytest.raises(UserError, match=r"bot mine: its code has changed since it played; give it a new version"):
        run(tmp_path / "t.db", versioned(), codes=OTHER)
    with pytest.raises(UserError, match=r"bot mine: env.KEY: .* a bot that has played cannot change"):
        run(tmp_path / "t.db", versioned(env="y"))
    assert run(tmp_path / "t.db", versioned()) == []


def test_changed_code_becomes_a_new_version_if_the_plan_says_so(tmp_path: Path) -> None:
    database, auto = tmp_path / "t.db", {"on_changed_bot": "new-version"}
    run(database, versioned(**auto), 2)
    for number, (env, code) in enumerate([("x", "two"), ("y", "two"), ("y", "three")], 2):
        said = run(database, versioned(env=env, **auto), 2, {"mine": code})
        assert f"bot mine#{number} enters as a new version of mine" in said[0]
        assert run(database, versioned(env=env, **auto), 0, {"mine": code}) == [], "it stays this version"
    verified(database)
    assert "bot mine#2.2 enters with version 2" in run(database, versioned("2", "y", **auto), 0, {"mine": "four"})[0]
    with open_archive(database) as archive:
        follows = {bot.name: bot.follows for bot in archive.bots() if bot.follows}
    assert follows == {"mine#2": "mine", "mine#3": "mine#2", "mine#4": "mine#3", "mine#2.2": "mine#4"}


def test_the_code_of_a_bot_that_has_not_played_yet_may_change(tmp_path: Path) -> None:
    """It did not start, for example, and was mended."""
    run(tmp_path / "t.db", versioned(), 0)
    assert run(tmp_path / "t.db", versioned(), 2, OTHER) == []
    with pytest.raises(UserError, match="its code has changed"):
        run(tmp_path / "t.db", versioned(), 2, CODE)


def test_code_that_an_older_version_of_referee_did_not_note_is_noted_now(tmp_path: Path) -> None:
    run(tmp_path / "t.db", versioned(), 2, {})
    assert run(tmp_path / "t.db", versioned(), 2) == []
    with open_archive(tmp_path / "t.db") as archive:
        assert {bot.name: bot.code for bot in archive.bots()} == {"first": "", "random": "", "mine": "code one"}


def test_an_earlier_version_may_be_an_anchor_or_left_out(tmp_path: Path) -> None:
    database = tmp_path / "t.db"
    run(database, versioned("1"), 4)
    rating = "\n[rating]\nanchors = { mine = 1500 }\nleave_out = ['first']\n"
    text = a_plan_text("first random", in_process=False, deals=2).replace("[rating]\n", rating)
    plan = parse_plan(f'{text}[[bots]]\nname = "mine"\ncommand = ["./mine"]\nenv = {{ KEY = "x" }}\nversion = "2"\n')
    run(database, plan, codes=OTHER)
    with open_archive(database) as archive:
        anchors = {bot.name: bot.anchor for bot in archive.bots() if bot.anchor is not None}
        assert anchors == {"mine": 1500}
        assert {bot for _, bot, _, _ in archive.ratings()} == {"random", "mine", "mine#2"}
    verified(database)
    wrong = parse_plan(text.replace("mine = 1500", '"random#7" = 1500') + "\n".join(
        ["[[bots]]", 'name = "mine"', 'command = ["./mine"]', 'env = { KEY = "x" }', 'version = "2"']
    ))  # fmt: skip
    with pytest.raises(UserError, match=r"rating: there is no bot random#7; the bots are first, mine"):
        run(database, wrong, codes=OTHER)


def test_a_version_whose_name_cannot_be_used_is_refused(tmp_path: Path) -> None:
    run(tmp_path / "t.db", versioned("1"), 1)
    for version in ("a/b", "x" * 60):
        with pytest.raises(UserError, match="name and version are used together"):
            run(tmp_path / "t.db", versioned(version))


def test_an_earlier_version_can_not_come_back(tmp_path: Path) -> None:
    run(tmp_path / "t.db", versioned("1"), 1)
    run(tmp_path / "t.db", versioned("2"), 1, OTHER)
    with pytest.raises(UserError, match="bot mine: it was withdrawn and cannot come back, because mine#2 entered"):
        run(tmp_path / "t.db", versioned("1"))


def test_a_challenger_stays_one_in_its_new_version(tmp_path: Path) -> None:
    database = tmp_path / "t.db"
    settings: dict[str, Any] = {"kind": "gauntlet", "challengers": ["mine"]}
    run(database, versioned("1", **settings), 2)
    run(database, versioned("2", **settings), codes=OTHER)
    pairs = {frozenset(seat.bot for seat in match.seats) for match in matches_in(database).values()}
    assert {frozenset({"mine#2", "first"}), frozenset({"mine#2", "random"})} <= pairs
    assert all(pair & {"mine", "mine#2"} for pair in pairs)
    verified(database)


def test_a_plan_without_versions_is_as_before(tmp_path: Path) -> None:
    plan = a_plan(deals=2)
    with open_store(tmp_path / "t.db", plan, duplicate=True) as store:
        assert store.plan == plan
    with open_store(tmp_path / "t.db", plan, duplicate=True) as store:
        assert store.plan == plan
