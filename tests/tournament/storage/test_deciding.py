"""Decisions of the organiser: a match does not count or is played again, or all is over; nothing is forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.replay import verify
from tests.support.databases import in_database
from tests.support.elo import elo_history
from tests.support.tournaments import a_plan
from tests.tournament.storage.test_growing import changed, matches_in, run, verified
from tournament.errors import UserError
from tournament.storage.archive import open_archive
from tournament.storage.deciding import annul, close, replay
from tournament.storage.elo_rows import rating_rows
from tournament.storage.lock import locked
from tournament.storage.repairing import repair
from tournament.storage.summary import unpack
from tournament.storage.verifying import verify_archive

MATCH = "d001-t002-r0"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A tournament with matches still to be played."""
    run(tmp_path / "t.db", a_plan(deals=2), 8)
    return tmp_path / "t.db"


def test_an_annulled_match_stays_and_counts_for_no_rating(database: Path) -> None:
    before = matches_in(database)
    annul(database, MATCH, "the host was asleep")
    after = matches_in(database)
    assert [name for name, match in after.items() if match != before[name]] == [MATCH]
    assert not after[MATCH].rated
    with open_archive(database) as archive:
        assert archive.ratings() == list(rating_rows(elo_history(archive.results())))
        (decision,) = archive.decisions()
    assert (decision.kind, decision.match, decision.why) == ("annul", MATCH, "the host was asleep")
    run(database, a_plan(deals=2))
    assert verified(database).matches == 12


@pytest.mark.parametrize("duplicate", [True, False], ids=["in rotations", "each deal once"])
def test_a_match_is_played_again_once_and_its_old_record_is_kept(tmp_path: Path, duplicate: bool) -> None:
    database = tmp_path / "t.db"
    run(database, a_plan(deals=2), 5, duplicate=duplicate)
    with open_archive(database) as archive:
        old = archive.record(MATCH)
    replay(database, MATCH, "the wrong bot played")
    with open_archive(database) as archive:
        assert not archive.has(MATCH)
        assert MATCH not in archive.shown()
        ((decision, packed),) = archive.replaced()
    assert (decision.kind, decision.why, unpack(packed)) == ("replay", "the wrong bot played", old)
    assert verified(database).matches == 4
    run(database, a_plan(deals=2), duplicate=duplicate)
    found = verified(database)
    assert (found.matches, found.is_over) == (found.total, True)
    assert len(found.decisions) == 1
    with open_archive(database) as archive:
        seeds = old.header.seed, archive.record(MATCH).header.seed
    assert (seeds[0] == seeds[1]) == duplicate or not duplicate


def test_a_bot_that_could_remember_its_match_gets_other_cards_the_second_time(tmp_path: Path) -> None:
    """Even if an older version did not count how often the match was started."""
    database, extra = tmp_path / "t.db", '[[bots]]\nname = "mine"\nbuiltin = "llm"\nsandbox = "off"'
    plan = a_plan(deals=2, extra=extra, in_process=False)
    run_with(database, plan)
    in_database(database, "DELETE FROM begun")
    with open_archive(database) as archive:
        match = archive.fixed()[0]
        old = archive.record(match).header
    replay(database, match, "again")
    run_with(database, plan)
    with open_archive(database) as archive:
        new = archive.record(match).header
    assert (old.attempt, new.attempt) == (0, 1)
    assert new.seed != old.seed
    verified(database)


def run_with(database: Path, plan: object) -> None:
    run(database, plan, 1, duplicate=False)  # type: ignore[arg-type]


def test_an_annulled_match_that_is_played_again_counts(database: Path) -> None:
    annul(database, MATCH, "a mistake")
    replay(database, MATCH, "mended")
    run(database, a_plan(deals=2))
    assert matches_in(database)[MATCH].rated
    assert [decision.kind for decision in verified(database).decisions] == ["annul", "replay"]


def test_after_the_end_a_match_gets_cards_from_a_new_secret(tmp_path: Path) -> None:
    """Those of the old one are known. Rotations must have the same cards, and the log says so."""
    run(tmp_path / "once.db", a_plan(deals=1), duplicate=False)
    lines = replay(tmp_path / "once.db", MATCH, "complaint")
    assert "further cards are derived from a new secret" in lines[-1]
    with open_archive(tmp_path / "once.db") as archive:
        old, new = (edition.secret for edition in archive.tournament.editions)
        assert archive.published is None
    assert old.reveal() != new.reveal()
    run(tmp_path / "once.db", a_plan(deals=1), duplicate=False)
    with open_archive(tmp_path / "once.db") as archive:
        assert archive.record(MATCH).header.seed == new.seed(1, 2).hex()
    verified(tmp_path / "once.db")

    run(tmp_path / "duplicate.db", a_plan(deals=1))
    assert "it is played with the same cards" in replay(tmp_path / "duplicate.db", MATCH, "complaint")[-1]
    run(tmp_path / "duplicate.db", a_plan(deals=1))
    verified(tmp_path / "duplicate.db")


def test_a_closed_tournament_is_over_and_its_secret_is_published(database: Path) -> None:
    before = matches_in(database)
    assert not verified(database).is_over
    lines = close(database, "the term is over")
    found = verified(database)
    assert (found.is_over, found.closed, found.matches, found.total) == (True, True, 8, 8)
    with open_archive(database) as archive:
        assert archive.published is not None
        assert archive.published.reveal().hex() in lines[-1]
        assert len(archive.shown()) == 8, "also those of deals that were cut short"
    run(database, a_plan(deals=2))
    after = matches_in(database)
    assert after.keys() == before.keys(), "no more is played"
    cut = {name for name, match in after.items() if not match.rated}
    assert {match.rpartition("-")[0] for match in cut}.isdisjoint(
        match.rpartition("-")[0] for match in after.keys() - cut
    )
    with pytest.raises(UserError, match="the tournament is closed, so its plan cannot change any more"):
        run(database, a_plan(deals=3))
    with pytest.raises(UserError, match="already closed"):
        close(database, "")


@pytest.mark.parametrize(
    ("decide", "message"),
    [
        pytest.param(lambda path: annul(path, "d009-t001-r0", "x"), "there is no match 'd009-t001-r0'", id="no match"),
        pytest.param(lambda path: replay(path, "d002-t003-r1", "x"), "has not been played yet", id="not played"),
        pytest.param(lambda path: [annul(path, MATCH, "x") for _ in "12"], "is annulled already", id="twice"),
        pytest.param(lambda path: annul(path.with_name("u.db"), MATCH, "x"), "there is no such file", id="no file"),
    ],
)
def test_what_cannot_be_decided_is_refused(database: Path, decide: object, message: str) -> None:
    with pytest.raises(UserError, match=message):
        decide(database)  # type: ignore[operator]


def test_a_match_of_a_withdrawn_bot_or_of_a_closed_tournament_is_not_played_again(database: Path) -> None:
    with open_archive(database) as archive:
        bot = archive.matches().__next__().seats[0].bot
        match = archive.fixed()[0]
    run(database, changed(withdrawn=bot, deals=2), 0)
    with pytest.raises(UserError, match=f"cannot be played again, because {bot} is withdrawn"):
        replay(database, match, "x")
    annul(database, match, "but this works")
    close(database, "")
    with pytest.raises(UserError, match="the tournament is closed"):
        replay(database, match, "x")


def test_nothing_is_decided_while_a_run_is_open(database: Path) -> None:
    with locked(database), pytest.raises(UserError, match="another runner"):
        annul(database, MATCH, "x")


def test_a_repair_does_not_bring_back_what_was_replaced(database: Path) -> None:
    """Even where the old record still lies on a page of the file."""
    annul(database, "d001-t001-r0", "first")
    replay(database, MATCH, "second")
    log = verified(database).decisions
    in_database(database, "UPDATE records SET packed = x'00' WHERE match = 'd001-t001-r1'")
    in_database(database, "INSERT INTO records SELECT match, packed FROM decisions WHERE kind = 'replay'")
    repaired = repair(database)
    assert repaired is not None
    with open_archive(database) as archive:
        assert not archive.has(MATCH)
        assert archive.annulled() == {"d001-t001-r0"}
        assert len(archive.replaced()) == 1
    assert verified(database).decisions == log


def test_a_forged_record_in_the_log_is_found(database: Path) -> None:
    replay(database, MATCH, "x")
    with open_archive(database) as archive:
        ((_, packed),) = archive.replaced()
        verify(unpack(packed))
    in_database(database, "UPDATE decisions SET packed = (SELECT packed FROM records LIMIT 1), match = 'd001-t003-r0'")
    with open_archive(database) as archive:
        (fault,) = verify_archive(archive).faults
    assert fault == "the log of decisions: its record of d001-t003-r0 belongs to no match of the tournament"
    in_database(database, "UPDATE decisions SET decided_unix_s = -1")
    with open_archive(database) as archive:
        assert any("the log of decisions is damaged" in fault for fault in verify_archive(archive).faults)
