"""The pages for the owner of a bot, over HTTP: what its key shows, and what it shows to nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.pages.test_replays import match_in
from tests.support.databases import in_database
from tests.support.tournaments import a_plan, a_plan_text, play_left
from tests.support.web_process import Visitor, WebProcess, text_of, web
from tests.tournament.commands.test_commands import tournament
from tests.tournament.storage.test_growing import run
from tests.tournament.storage.test_keys import note
from tournament.plan.plan import Plan
from tournament.plan.reading import parse_plan
from tournament.storage.archive import open_archive
from tournament.storage.database import Database
from tournament.storage.deciding import close
from tournament.storage.keys import issue_key, revoke_key
from tournament.storage.store import open_store

PAGES = ["/", "/pairs", "/elo", "/matches", "/plan", "/bots/ann", "/bots/ann%232", "/bots/bob"]
OUTPUT = {name: f"printed by {name}" for name in ("ann", "ann#2", "bob")}


def planned(version: str) -> Plan:
    """A plan in which Ann has a version."""
    text = a_plan_text("bob=random carl=first", deals=2)
    return parse_plan(f'{text}[[bots]]\nname = "ann"\nbuiltin = "greedy"\nversion = "{version}"\n')


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament with two versions of a bot, of which a deal is still to be played from another seat."""
    database = tmp_path_factory.mktemp("keys") / "t.db"
    run(database, planned("1"), 6)
    with open_store(database, planned("2"), duplicate=True) as store:
        for bot, output in OUTPUT.items():
            note(store, output, bot)
        play_left(store, len(store.slots) - 7)
    with closing(Database(database)) as db:
        db.execute("UPDATE processes SET command = 'run --secretly', failed = 1, why = 'it fell'")
        db.execute("UPDATE seats SET strikes = 2, timeouts = 7, max_ms = 4321 WHERE bot = 'ann#2'")
    return database


@pytest.fixture(scope="module")
def pages(played: Path) -> Iterator[WebProcess]:
    with web(played, program="tournament") as process:
        yield process


def signed_in(pages: WebProcess, key: str) -> tuple[Visitor, str]:
    """A visitor with the key of a bot, and the page to which it leads."""
    visitor = pages.visitor()
    status, page = visitor.post("/key", key=key)
    assert status == 200, page
    return visitor, page


def matches_of(database: Path, bot: str, *, shown: bool = True) -> list[tuple[str, int]]:
    """The stored matches of a bot and its seats in them; those whose cards may be shown, or the others."""
    rows = in_database(database, "SELECT match, seat FROM seats WHERE bot = ? ORDER BY match", [bot])
    with open_archive(database) as archive:
        names = {*archive.shown()}
    return [(match, seat) for match, seat in rows if (match in names) is shown]


def viewers(visitor: Visitor, match: str) -> dict[str, Any]:
    """Who can be chosen in a replay, and what each of them saw."""
    status, page = visitor.get(f"/matches/{match}/replay")
    assert status == 200, page
    seen: dict[str, Any] = match_in(page)["viewers"]
    return seen


def test_a_key_leads_to_the_newest_version_and_shows_its_matches_times_strikes_and_output(
    pages: WebProcess, played: Path
) -> None:
    visitor, page = signed_in(pages, issue_key(played, "ann"))
    assert "<h1>ann#2</h1>" in page
    assert '<a href="/mine"' in page
    rows: list[str] = []
    for bot in ("ann", "ann#2"):
        status, page = visitor.get(f"/bots/{bot.replace('#', '%23')}")
        assert (status, OUTPUT[bot] in page, "it fell" in page) == (200, True, True)
        assert "run --secretly" not in page, "the command may name files of the organiser"
        rows = re.findall(r"<tr>(.*?)</tr>", page.partition("Your matches")[2], re.DOTALL)[1:]
        assert len(rows) == len(matches_of(played, bot)) + len(matches_of(played, bot, shown=False))
    shown = {row.split("<")[1].partition(">")[2]: row for row in rows}
    for match, _ in matches_of(played, "ann#2"):
        assert ("4321" in shown[match], f"/matches/{match}/replay" in shown[match]) == (True, True)


def test_a_replay_shows_the_own_seat_and_no_other(pages: WebProcess, played: Path) -> None:
    visitor, _ = signed_in(pages, issue_key(played, "bob"))
    organiser = pages.visitor(with_key=True)
    for bot in ("ann", "ann#2", "bob", "carl"):
        match, seat = matches_of(played, bot)[0]
        own = {str(place) for name, place in matches_of(played, "bob") if name == match}
        seen = viewers(visitor, match)
        assert {*seen} == {*own, "spectator"}
        assert {*viewers(pages.visitor(), match)} == {"spectator"}
        assert str(seat) in viewers(organiser, match)
        asked = {turn["seat"] for frame in seen["spectator"]["frames"] for turn in frame["turns"]}
        assert asked == set(), "not even times"
        for place in own:
            turns = [turn for frame in seen[place]["frames"] for turn in frame["turns"]]
            assert {turn["seat"] for turn in turns} == {int(place)}
            assert all(turn["options"] for turn in turns)


@pytest.mark.parametrize("who", ["the owner of another bot", "nobody", "someone whose key was revoked"])
def test_what_a_key_shows_is_shown_to_nobody_else(pages: WebProcess, played: Path, who: str) -> None:
    stranger = pages.visitor()
    if who != "nobody":
        stranger, _ = signed_in(pages, issue_key(played, "carl"))
    if who == "someone whose key was revoked":
        revoke_key(played, "carl")
        assert stranger.get("/mine")[0] == 403
    everything = "".join(stranger.get(path)[1] for path in PAGES)
    assert not [output for output in OUTPUT.values() if output in everything]
    assert "it fell" not in everything
    assert "Your matches" not in everything
    match, seat = next(one for one in matches_of(played, "ann") if one[0] not in dict(matches_of(played, "carl")))
    assert {*viewers(stranger, match)} == {"spectator"}
    assert stranger.get(f"/matches/{match}/replay?seat={seat}&viewer={seat}")[1].count('<option value="spectator"') == 1
    assert stranger.get(f"/matches/{match}/seats/{seat}")[0] == 404


def test_before_its_time_nothing_is_shown_of_a_deal(pages: WebProcess, played: Path) -> None:
    """It will be dealt again to the other seat."""
    ((match, _), *_) = [one for bot in ("ann", "ann#2", "bob", "carl") for one in matches_of(played, bot, shown=False)]
    (owner,) = in_database(played, "SELECT bot FROM seats WHERE match = ? AND seat = 0", [match])
    visitor, page = signed_in(pages, issue_key(played, owner[0].partition("#")[0]))
    assert visitor.get(f"/matches/{match}/replay")[0] == 404
    (row,) = [row for row in re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL) if f">{match}<" in row]
    assert "once its deal is played out" in row
    assert re.findall(r">-</td>", row) == [">-</td>"] * 5, "not even how often it was asked"


def test_a_wrong_an_old_and_a_revoked_key_let_nobody_in(pages: WebProcess, played: Path) -> None:
    old = issue_key(played, "bob")
    visitor, _ = signed_in(pages, old)
    issue_key(played, "bob")
    assert "Your matches" not in visitor.get("/bots/bob")[1], "a session ends with its key"
    for key in ("", "guess", old, "bob"):
        status, page = pages.visitor().post("/key", key=key)
        assert (status, "This key is wrong, or no longer valid." in text_of(page)) == (403, True)


def test_the_key_of_a_bot_is_not_that_of_the_organiser(pages: WebProcess, played: Path) -> None:
    visitor, _ = signed_in(pages, issue_key(played, "bob"))
    plan = visitor.get("/plan")[1]
    assert "command" not in plan
    assert visitor.get("/mine")[0] == 200
    assert pages.visitor(with_key=True).get("/mine")[0] == 403


def test_where_strangers_see_nothing_a_key_lets_in(played: Path) -> None:
    with web(played, "--private", program="tournament") as pages:
        assert pages.visitor().get("/")[0] == 403
        visitor, _ = signed_in(pages, issue_key(played, "bob"))
        assert [visitor.get(path)[0] for path in PAGES] == [200] * len(PAGES)
        revoke_key(played, "bob")
        assert visitor.get("/")[0] == 403


def test_after_the_contest_is_closed_everyone_sees_what_everyone_saw(tmp_path: Path) -> None:
    database = tmp_path / "t.db"
    run(database, a_plan(deals=2), 3)
    close(database, "the term is over")
    with web(database, program="tournament") as pages:
        visitor, _ = signed_in(pages, issue_key(database, "greedy"))
        for match, _ in matches_of(database, "first"):
            own = [str(seat) for name, seat in matches_of(database, "greedy") if name == match]
            assert {*viewers(visitor, match)} == {*own, "spectator"}
            assert {*viewers(pages.visitor(), match)} == {"spectator"}


def test_the_command_prints_a_key_and_revokes_it(tmp_path: Path) -> None:
    database = tmp_path / "t.db"
    run(database, a_plan(deals=2), 2)
    done = tournament("key", database, "first")
    assert re.fullmatch(r"[\w-]{24}\n", done.stdout)
    assert f"open the pages of `tournament web {database}` at /key#(this key)" in done.stderr
    assert tournament("key", database, "first", "--revoke").stdout == "the key of first is revoked\n"
    assert "bot first has no key" in tournament("key", database, "first", "--revoke", code=1).stderr
    assert "there is no bot 'eve' in this tournament" in tournament("key", database, "eve", code=1).stderr
    assert "there is no such file" in tournament("key", tmp_path / "none.db", "eve", code=1).stderr
