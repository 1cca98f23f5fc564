"""Forged records, digests and all: what `verify` finds, and what nobody can find from a database alone."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from referee_client.bots import BOTS
from referee_client.session import Session

from referee.kernel.record import Cause, Record, SeatEnd, StrikeGiven
from referee.kernel.replay import replay
from tests.support.databases import in_database
from tests.support.inprocess import play_in_process
from tests.support.matches import sealed
from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import tournament
from tournament.plan.reading import parse_plan
from tournament.storage.store import open_store
from tournament.storage.summary import finished, pack, unpack

PLAN = a_plan_text("greedy random first", seats=2, seed=2, deals=2)
MATCH = "d001-t001-r0"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished tournament."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "plan.toml").write_text(PLAN)
    tournament("run", folder / "plan.toml", "--db", folder / "t.db")
    return folder


@pytest.fixture
def database(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(played / "t.db", tmp_path / "t.db"))


def record_in(database: Path, match: str = MATCH) -> Record:
    ((packed,),) = in_database(database, "SELECT packed FROM records WHERE match = ?", [match])
    return unpack(packed)


def forge(database: Path, record: Record, match: str = MATCH) -> None:
    """Replace a record by a forged one with correct digests."""
    in_database(database, "UPDATE records SET packed = ? WHERE match = ?", [pack(sealed(record)), match])


def another_choice(record: Record) -> Record:
    """Choose another option in the first step that has one; everything after it stays as it was."""
    match = replay(Record(record.header)).match
    for number, step in enumerate(record.steps):
        for place, answer in enumerate(step.answers):
            if len(match.asked[answer.seat]) > 1:  # type: ignore[index]
                answers = [*step.answers]
                answers[place] = replace(answer, option=1 - min(answer.option, 1))
                steps = [*record.steps[:number], replace(step, answers=answers), *record.steps[number + 1 :]]
                return Record(record.header, steps, record.end)
        match.answer({answer.seat: answer.option for answer in step.answers})  # type: ignore[misc]
    raise AssertionError("nobody had a choice")


def another_result(record: Record) -> Record:
    """Let the other seat win; after a tie, seat 1."""
    assert record.end is not None
    places = [2, 1] if record.end.places[0] == 1 else [1, 2]
    return Record(record.header, record.steps, replace(record.end, places=places))


def other_scores(record: Record) -> Record:
    assert record.end is not None
    return Record(record.header, record.steps, replace(record.end, scores=[score + 1 for score in record.end.scores]))


def a_forfeit(record: Record) -> Record:
    """Give a winner three strikes, but let it keep its place."""
    assert record.end is not None
    winner = record.end.places.index(1)
    ends = [SeatEnd.STRIKES if seat == winner else SeatEnd.PLAYED for seat in range(2)]
    given = [StrikeGiven(winner, 1, "timeout")] * 3  # type: ignore[arg-type]
    end = replace(record.end, ends=ends, strikes=[3 * (seat == winner) for seat in range(2)], last_strikes=given)
    return Record(record.header, record.steps, end)


def fewer_steps(record: Record) -> Record:
    return Record(record.header, record.steps[:-1], record.end)


def another_deal(record: Record) -> Record:
    """The next deal's cards under this match's name, all of it consistent."""
    header = replace(record.header, seed="00" * 32)
    return Record(header, record.steps, record.end)


def another_cause(record: Record) -> Record:
    """A default that was played without any reason."""
    step = record.steps[-1]
    answers = [replace(answer, cause=Cause.TIMEOUT) for answer in step.answers]
    return Record(record.header, [*record.steps[:-1], replace(step, answers=answers)], record.end)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        pytest.param(another_choice, "the record says", id="another choice"),
        pytest.param(another_result, "the result: places: the record says", id="another result"),
        pytest.param(other_scores, "the result: scores: the record says", id="other scores"),
        pytest.param(a_forfeit, "the result: places: the record says", id="a forfeit that was none"),
        pytest.param(fewer_steps, "the result: the match is not over", id="the last step left out"),
        pytest.param(another_deal, "the header: seed commitment", id="another deal"),
        pytest.param(another_cause, "step ", id="a default instead of a choice"),
    ],
)
def test_a_record_that_was_forged_with_right_digests_is_found_by_playing_it_again(
    database: Path, change: Callable[[Record], Record], found: str
) -> None:
    forge(database, change(record_in(database)))
    said = tournament("verify", database, code=1).stdout
    assert f"match {MATCH}: {found}" in said or (f"match {MATCH}: step " in said and found in said)
    assert f"damaged: {MATCH};" in said
    assert f"removed: {MATCH};" in tournament("repair", database).stdout


def test_the_record_of_another_match_in_the_place_of_this_one_is_found(database: Path) -> None:
    forge(database, record_in(database, "d002-t001-r0"))
    said = tournament("verify", database, code=1).stdout
    assert f"match {MATCH}: its record belongs to another match than the plan's" in said


def test_a_result_that_was_forged_without_its_record_is_found(database: Path) -> None:
    in_database(database, "UPDATE seats SET place = 3 - place WHERE match = ?", [MATCH])
    assert (
        f"match {MATCH}: the stored result does not agree with its record"
        in tournament("verify", database, code=1).stdout
    )


def play_otherwise(database: Path) -> None:
    """Play a match again with other choices, by the rules, and store it with all that follows from it."""
    job = record_in(database).header.job()
    for table in ("seats", "records", "matches"):
        in_database(database, f"DELETE FROM {table} WHERE match = ?", [MATCH])
    forged = play_in_process(job, [Session(BOTS["first"]), Session(BOTS["first"])])
    with open_store(database, parse_plan(PLAN), duplicate=True) as store:
        (slot,) = (slot for slot in store.slots if slot.match == MATCH)
        store.add(slot, finished(forged))


def test_a_match_that_was_played_again_by_the_rules_with_other_choices_cannot_be_told_from_the_true_one(
    database: Path,
) -> None:
    """Only the bot and the organiser know what a bot chose, and nobody signs it. The manual says so."""
    before = record_in(database)
    play_otherwise(database)
    after = record_in(database)
    assert [step.answers for step in after.steps] != [step.answers for step in before.steps]
    assert "all as it should be" in tournament("verify", database).stdout
