"""Matches in which bots had to wait for a core: what is stored, shown, reported and exported about them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import msgspec
import pytest

from referee.kernel.chain import Chain, content_of
from referee.kernel.record import Record
from referee.kernel.times import Starved
from tests.support.tournaments import a_plan, play_slot
from tests.tournament.commands.test_commands import tournament
from tournament.storage.archive import open_archive
from tournament.storage.store import open_store
from tournament.storage.summary import finished

PLAN = a_plan("first random", seed=3)


def starved(record: Record, *, late: bool) -> Record:
    """Return the record as if its last bot had waited for a core that the winner used."""
    end = record.end
    assert end is not None
    assert end.time is not None
    seat = end.places.index(max(end.places))
    taker = record.header.bots[end.places.index(1)]
    noted = Starved(seat, 1500, [taker], [2] if late else [])
    ended = msgspec.structs.replace(end.time, starved=[noted])
    return Record(record.header, record.steps, msgspec.structs.replace(end, time=ended))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A tournament in which one match is not rated, and another one is only marked."""
    path = tmp_path / "t.db"
    with open_store(path, PLAN, duplicate=True) as store:
        for number, slot in enumerate(store.slots):
            record = play_slot(slot, PLAN, store.secret)
            store.add(slot, finished(starved(record, late=number == 0) if number < 2 else record))
    return path


def test_a_match_that_is_not_rated_counts_for_no_rating(database: Path) -> None:
    with open_archive(database) as archive:
        first, second, *others = archive.matches()
    assert [match.rated for match in (first, second, *others)] == [False, *[True] * (1 + len(others))]
    assert "waited 1.5 s for a core" in second.starved
    shown = json.loads(tournament("show", database, "--json").stdout)
    assert {rating["matches"] for rating in shown["fit"]["ratings"]} == {1 + len(others)}
    assert shown["unrated"] == [first.match]
    assert len(shown["starved"]) == 2


def test_it_is_named_wherever_the_tournament_is_told(database: Path, tmp_path: Path) -> None:
    said = tournament("show", database).stdout
    assert "Not rated, because a bot got a strike while it waited: d001-t001-r0\n" in said
    assert "match d001-t001-r1: seat" in said
    tournament("report", database, "-o", tmp_path / "report", "--no-replays")
    page = (tmp_path / "report" / "index.html").read_text()
    assert "matches that are not rated: 1" in page
    assert "not rated; seat" in page


def test_its_rows_say_so_and_rating_them_elsewhere_gives_the_same(database: Path, tmp_path: Path) -> None:
    tournament("export", database, "-o", tmp_path / "data")
    with (tmp_path / "data" / "results.csv").open() as file:
        assert [row["match"] for row in csv.DictReader(file) if row["rated"] == "false"] == ["d001-t001-r0"] * 2
    here = json.loads(tournament("show", database, "--json").stdout)["fit"]["ratings"]
    elsewhere = json.loads(tournament("rate", tmp_path / "data" / "results.csv", "--json").stdout)["ratings"]
    assert {one["bot"]: one["rating"] for one in elsewhere} == pytest.approx(
        {one["bot"]: one["rating"] for one in here}
    )


def test_it_is_sound_and_what_is_stored_follows_from_its_record(database: Path) -> None:
    tournament("verify", database)


def test_it_is_outside_of_the_digest_as_all_that_depends_on_the_clock(database: Path) -> None:
    with open_archive(database) as archive:
        record = archive.record("d001-t001-r0")
    chain = Chain()
    assert [line.digest for line in record.lines()] == [chain.next(content_of(line)) for line in record.lines()]
