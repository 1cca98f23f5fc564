"""`tournament web` over HTTP: every page, what stays hidden during a run, and what needs the key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlite_utils
from click.testing import CliRunner

from tests.support.tournaments import a_plan_text
from tests.support.web_process import WebProcess, text_of, web
from tournament.cli import main

PATHS = ["/", "/pairs", "/elo", "/matches", "/plan", "/bots/greedy"]


def tournament(*words: object) -> str:
    result = CliRunner().invoke(main, [str(word) for word in words], prog_name="tournament")
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a tournament, with a bot that failed."""
    folder = tmp_path_factory.mktemp("web")
    (folder / "plan.toml").write_text(a_plan_text("greedy random first", deals=2))
    tournament("run", folder / "plan.toml", "--db", folder / "t.db")
    with closing(sqlite_utils.Database(folder / "t.db")) as db:
        failed = {"bot": "greedy", "command": "run --me", "why": "it fell", "failed": 1, "wall_s": 1.0, "cpu_s": 1.0}
        db.table("processes").insert({**failed, "memory_bytes": 1, "output": "secret words", "ended_unix_s": 1.0})
    return folder / "t.db"


@pytest.fixture(scope="module")
def pages(played: Path) -> Iterator[WebProcess]:
    with web(played, program="tournament") as process:
        yield process


@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_there(pages: WebProcess, path: str) -> None:
    status, said = pages.visitor().get(path)
    assert status == 200
    assert "greedy" in text_of(said)


def test_the_standings_keep_up_with_the_matches(pages: WebProcess) -> None:
    visitor = pages.visitor()
    with visitor.following("/feed") as states:
        (table,) = next(states)["standings"]
    assert f'<div id="standings">{table}</div>' in visitor.get("/")[1]
    assert 'id="standings"' not in visitor.get("/?by=bot&order=rising")[1], "another order is that of its reader"


def test_the_log_of_decisions_is_shown_without_what_only_the_organiser_may_know(tmp_path: Path) -> None:
    database, plan = tmp_path / "t.db", a_plan_text("first random greedy")
    tournament("run", plan_file(tmp_path, plan), "--db", database)
    with web(database, program="tournament") as pages:
        assert "The organiser has made no decisions yet." in text_of(pages.visitor().get("/decisions")[1])
    readable = plan.replace('builtin = "first"', f'builtin = "first"\nmemory = "2G"\nreadable = ["{tmp_path}"]')
    tournament("run", plan_file(tmp_path, readable), "--db", database)
    tournament("annul", database, "d001-t001-r0", "--why", "<b>the host</b> was asleep")
    tournament("close", database)
    with web(database, program="tournament") as pages:
        for with_key in (False, True):
            page = pages.visitor(with_key=with_key).get("/decisions")[1]
            said = text_of(page)
            assert 'bot first.memory: "1G" before, "2G" now' in said
            assert "match d001-t001-r0 was annulled: <b>the host</b> was asleep" in said
            assert "<b>" not in page
            assert "the tournament was closed" in said
            assert ("readable" in said, str(tmp_path) in said) == (with_key, with_key)


def plan_file(folder: Path, text: str) -> Path:
    (folder / "plan.toml").write_text(text)
    return folder / "plan.toml"


def test_what_failed_bots_wrote_is_for_who_has_the_key(pages: WebProcess) -> None:
    said = {with_key: pages.visitor(with_key=with_key).get("/bots/greedy")[1] for with_key in (False, True)}
    assert "secret words" in said[True]
    assert "run --me" in said[True]
    assert "secret words" not in said[False]
    assert "run --me" not in said[False]
    assert "1 of its processes failed" in said[False]
    plans = {with_key: pages.visitor(with_key=with_key).get("/plan")[1] for with_key in (False, True)}
    assert ("command" in plans[True], "command" in plans[False]) == (True, False)


def test_replays_show_strangers_what_a_spectator_saw(pages: WebProcess) -> None:
    (path,) = re.findall(r'href="(/matches/[^"]+/replay)"', pages.visitor().get("/matches")[1])[:1]
    choices = {
        with_key: re.findall(r"seen by <select.*?</select>", pages.visitor(with_key=with_key).get(path)[1], re.DOTALL)[
            0
        ]
        for with_key in (False, True)
    }
    assert choices[False].count("<option") == 1
    assert 'value="spectator"' in choices[False]
    assert choices[True].count("<option") == 4
    assert '<a href="/matches">Back to the matches</a>' in pages.visitor().get(path)[1]


def test_matches_are_looked_for(pages: WebProcess) -> None:
    visitor = pages.visitor()
    assert "1 to 12 of 12" in text_of(visitor.get("/matches")[1])
    assert "1 to 8 of 8" in text_of(visitor.get("/matches?bot=greedy")[1])
    assert "No such match" in text_of(visitor.get("/matches?forfeited=1")[1])
    assert visitor.get("/matches?from=zero&bot=%00")[0] == 200


@pytest.mark.parametrize(
    "path", ["/bots/nobody", "/matches/none/replay", "/bots/..%2F..%2Fetc", "/pairs/x", "/matches/%27%20OR%201/replay"]
)
def test_what_is_not_there_is_said_to_be_missing(pages: WebProcess, path: str) -> None:
    assert pages.visitor().get(path)[0] == 404


def test_the_progress_is_followed(pages: WebProcess) -> None:
    with pages.visitor().following("/feed") as states:
        assert "12 of 12 matches played" in text_of(repr(next(states)))


def test_while_it_runs_a_deal_that_is_still_to_be_played_stays_hidden(tmp_path: Path, played: Path) -> None:
    half = tmp_path / "half.db"
    half.write_bytes(played.read_bytes())
    with closing(sqlite_utils.Database(half)) as db:
        (first,) = db.execute("SELECT match FROM matches ORDER BY number LIMIT 1").fetchone()
        (other,) = db.execute(
            "SELECT match FROM matches WHERE match != ? AND block = (SELECT block FROM matches WHERE match = ?)",
            [first, first],
        ).fetchone()
        (secret,) = db.execute("SELECT hex(secret) FROM tournament").fetchone()
        for table in ("matches", "seats", "records"):
            db.execute(f"DELETE FROM {table} WHERE match = ?", [other])
    with web(half, program="tournament") as pages:
        visitor = pages.visitor(with_key=True)
        assert "11 of 12" in text_of(visitor.get("/")[1])
        everything = "".join(visitor.get(path)[1] for path in PATHS)
        assert secret.lower() not in everything.lower()
        assert f"/matches/{first}/replay" not in everything
        status, said = visitor.get(f"/matches/{first}/replay")
        assert (status, "still to be played" in said) == (404, True)


def test_what_is_no_tournament_is_said_in_a_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["web", str(tmp_path / "none.db")], prog_name="tournament")
    assert result.exit_code == 1
    assert "there is no such file" in result.output
