"""The commands of `tournament`, from plan to export, with their exit codes."""

from __future__ import annotations

import csv
import json
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from click.testing import CliRunner, Result

from referee.kernel.job import MatchJob
from referee.kernel.record import Record, read_record
from referee.kernel.replay import verify
from referee.server.storage.tokens import Tokens
from tests.support.databases import in_database
from tests.support.matches import sealed
from tests.support.tournaments import a_plan_text
from tests.tournament.run.test_runner import KnobEngine, void
from tournament.cli import main
from tournament.engines.engine import OnProcess, Setting
from tournament.report.exporting import Export, MatchRow, RatingRow, export_of
from tournament.report.totals import BotFacts
from tournament.run import running
from tournament.run.events import RunEvent
from tournament.statistics.fit import fit
from tournament.storage.archive import open_archive
from tournament.storage.lock import locked
from tournament.storage.results_file import read_results
from tournament.storage.rows import ProcessRow, VoidRow
from tournament.storage.summary import pack, unpack

PLAN = a_plan_text("greedy random first", seats=3, seed=2, deals=4, deals_from_seed=True)
DIALLING = '[[bots]]\nname = "far"\ndial_in = true\n'
BROKEN = '[[bots]]\nname = "mine"\ncommand = ["python", "-c", "raise SystemExit(7)"]\n'


def tournament(*words: object, code: int | None = 0) -> Result:
    """Run a command and check its exit code, unless that is None."""
    result = CliRunner().invoke(main, [str(word) for word in words], prog_name="tournament", terminal_width=100)
    assert code is None or result.exit_code == code, result.output
    return result


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


def finished_in(folder: Path, plan: str) -> Path:
    """The database of a tournament that was played in the folder."""
    (folder / "plan.toml").write_text(plan)
    tournament("run", folder / "plan.toml", "--db", folder / "t.db")
    return folder / "t.db"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a finished tournament, for tests that only read it."""
    return finished_in(tmp_path_factory.mktemp("finished"), PLAN)


@pytest.fixture
def played(tmp_path: Path, finished: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(finished, tmp_path / "t.db"))


def test_run_prints_the_standings_and_goes_on_from_what_is_there(tmp_path: Path, plan: Path) -> None:
    first = tournament("run", plan, "--db", tmp_path / "t.db")
    assert "12 of 12 matches" in first.stdout
    assert first.stdout.index("greedy") < first.stdout.index("random")
    again = tournament("run", plan, "--db", tmp_path / "t.db")
    assert again.stdout == first.stdout
    assert "12 of 12 matches already played, 0 to play" in again.stderr


def test_run_tells_machines_every_event(tmp_path: Path, plan: Path) -> None:
    lines = tournament("run", plan, "--db", tmp_path / "t.db", "--json").stdout.splitlines()
    events = [json.loads(line) for line in lines]
    assert [event["event"] for event in events] == ["began", *["played"] * 12, "ended", "standings"]
    assert events[-1]["standings"]["matches"] == 12


def test_run_refuses_another_plan(plan: Path, played: Path) -> None:
    plan.write_text(PLAN.replace("seed = 2", "seed = 3"))
    result = tournament("run", plan, "--db", played, code=1)
    assert "tournament.seed: 2 in the database, 3 in the plan" in result.stderr


def test_run_refuses_a_second_runner_at_once(plan: Path, played: Path) -> None:
    with locked(played):
        assert "another runner (process" in tournament("run", plan, "--db", played, code=1).stderr


def test_run_names_what_is_wrong_with_a_plan(tmp_path: Path, plan: Path) -> None:
    plan.write_text(PLAN.replace("seats = 3", "seats = 9"))
    result = tournament("run", plan, "--db", tmp_path / "t.db", code=1)
    assert "plan.toml, line 4: tournament.seats: 9 is out of range: use 2 to 4" in result.stderr
    assert not (tmp_path / "t.db").exists()


def test_run_with_workers_refuses_a_bot_that_dials_in(tmp_path: Path, plan: Path) -> None:
    plan.write_text(a_plan_text("first", extra=DIALLING, in_process=False))
    result = tournament("run", plan, "--db", tmp_path / "t.db", "--workers", 2, code=1)
    assert "2 workers: far dials in" in result.stderr


def test_run_halts_with_4_and_can_go_on(tmp_path: Path, plan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def always_void(_job: MatchJob, record: Record) -> Record:
        return void(record, "the disk is full")

    @asynccontextmanager
    async def open_broken(setting: Setting, _on_process: OnProcess) -> AsyncIterator[KnobEngine]:
        yield KnobEngine(setting.plan, always_void)

    with monkeypatch.context() as patched:
        patched.setattr(running, "open_engine", open_broken)
        result = tournament("run", plan, "--db", tmp_path / "t.db", code=4)
    assert "Halted: " in result.stderr
    assert "the disk is full" in result.stderr
    assert ": 0 of 12 matches" in result.stdout
    tournament("run", plan, "--db", tmp_path / "t.db")


def test_show(played: Path) -> None:
    assert "1  greedy" in tournament("show", played).stdout
    shown = json.loads(tournament("show", played, "--json", "--prior", 200).stdout)
    assert shown["fit"]["prior"] == 200
    assert [bot["bot"] for bot in shown["bots"]] == [rating["bot"] for rating in shown["fit"]["ratings"]]


def test_how_well_the_ratings_fit_is_told_once_wherever_they_are(tmp_path: Path, finished: Path) -> None:
    tournament("report", finished, "-o", tmp_path / "report")
    for text in (tournament("show", finished).stdout, (tmp_path / "report" / "index.html").read_text()):
        assert text.count("Goodness of fit: over 3 pairs") == 1


@pytest.mark.parametrize("command", ["show", "verify"])
def test_a_database_that_is_not_there_is_the_users_mistake(tmp_path: Path, command: str) -> None:
    assert "there is no such file" in tournament(command, tmp_path / "no.db", code=1).stderr


def test_what_is_exported_as_csv_gives_the_same_ratings(tmp_path: Path, played: Path) -> None:
    tournament("export", played, "-o", tmp_path / "data")
    with open_archive(played) as archive:
        stored = fit(archive.results())
    assert fit(read_results(tmp_path / "data" / "results.csv")) == stored
    assert "greedy" in tournament("rate", tmp_path / "data" / "results.csv").stdout


def test_what_is_exported_as_json_is_all_that_is_stored(tmp_path: Path, played: Path) -> None:
    tournament("export", played, "-o", tmp_path / "data", "--records")
    exported = msgspec.json.decode((tmp_path / "data" / "tournament.json").read_bytes(), type=Export)
    with open_archive(played) as archive:
        assert exported == export_of(archive)
    files = sorted((tmp_path / "data" / "records").iterdir())
    assert [file.stem for file in files] == sorted(match.match for match in exported.matches)
    verify(read_record(files[0].read_bytes()))


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as text:
        return list(csv.DictReader(text))


def test_a_table_without_rows_has_its_columns(tmp_path: Path, played: Path) -> None:
    tournament("export", played, "-o", tmp_path / "data")
    heads = {file.name: file.read_text().splitlines()[0] for file in (tmp_path / "data").glob("*.csv")}
    assert heads["voids.csv"] == "match,void_reason,ended_unix_s"
    assert heads["processes.csv"] == "bot,command,why,failed,wall_s,cpu_s,memory_bytes,output,ended_unix_s"
    assert heads["results.csv"].startswith("match,block,bot,place,seat,match_id,score,end,strikes,")
    assert heads["matches.csv"] == (
        "match,number,block,forfeited,reason,steps,overloaded,begun_unix_s,ended_unix_s,match_id,rated,starved,edition"
    )
    assert heads["standings.csv"].startswith(
        "place,bot,rating,standard_error,low,high,rank_best,rank_worst,matches,won,"
    )
    assert heads["decisions.csv"] == "decided_unix_s,kind,match,why,what"
    assert len(heads) == 8


def test_tables_say_true_and_false_and_the_words_of_the_wire(tmp_path: Path, plan: Path) -> None:
    plan.write_text(a_plan_text("first random", extra=BROKEN, in_process=False, sandbox="off", deals=1))
    tournament("run", plan, "--db", tmp_path / "t.db", "--no-check", code=5)
    tournament("export", tmp_path / "t.db", "-o", tmp_path / "data")
    matches = rows_of(tmp_path / "data" / "matches.csv")
    assert sorted(row["forfeited"] for row in matches) == ["false", "true", "true"]
    assert {row["overloaded"] for row in matches} <= {"true", "false"}
    ends = {(row["bot"], row["end"]) for row in rows_of(tmp_path / "data" / "results.csv")}
    assert ends == {("first", "played"), ("random", "played"), ("mine", "no_show")}
    assert {row["failed"] for row in rows_of(tmp_path / "data" / "processes.csv") if row["bot"] == "mine"} == {"true"}


def test_a_match_has_the_id_that_its_bots_were_told(tmp_path: Path, played: Path) -> None:
    tournament("export", played, "-o", tmp_path / "data", "--records")
    rows = rows_of(tmp_path / "data" / "results.csv")
    assert len(rows) == 12 * 3
    for row in rows:
        record = read_record((tmp_path / "data" / "records" / f"{row['match']}.jsonl").read_bytes())
        assert row["match_id"] == record.header.match_id


def test_words_for_machines_are_written_as_on_the_wire() -> None:
    """Return the tags of events, and the columns and fields of all tables."""
    told = [event.__struct_config__.tag for event in get_args(RunEvent)]
    told += [
        name for row in (Export, MatchRow, RatingRow, BotFacts, ProcessRow, VoidRow) for name in row.__struct_fields__
    ]
    assert [word for word in told if not re.fullmatch("[a-z]+(_[a-z]+)*", str(word))] == []


def test_verify_finds_nothing_wrong(played: Path) -> None:
    assert "12 matches and 12 ratings: all as it should be" in tournament("verify", played).stdout


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        pytest.param("UPDATE ratings SET rating = 1 WHERE number = 5", "after match 5: stored 1.0", id="rating"),
        pytest.param(
            "DELETE FROM ratings WHERE number = 11",
            "the database has 9 ratings, but the results give 12",
            id="lost rating",
        ),
        pytest.param("UPDATE seats SET score = 99 WHERE seat = 0", "does not agree with its record", id="score"),
        pytest.param("UPDATE seats SET place = 1", "does not agree with its record", id="place"),
        pytest.param("UPDATE matches SET match_id = 'x' WHERE number = 3", "does not agree with its record", id="id"),
        pytest.param("UPDATE matches SET forfeited = 1", "the column forfeited contradicts", id="forfeited"),
    ],
)
def test_verify_finds_what_was_changed(played: Path, change: str, fault: str) -> None:
    in_database(played, change)
    assert fault in tournament("verify", played, code=1).stdout


def test_verify_finds_a_record_that_was_changed(played: Path) -> None:
    ((packed,),) = in_database(played, "SELECT packed FROM records WHERE match = 'd001-t001-r0'")
    record = unpack(packed)
    answers = [msgspec.structs.replace(answer, option=answer.option + 1) for answer in record.steps[-1].answers]
    record.steps[-1] = msgspec.structs.replace(record.steps[-1], answers=answers)
    in_database(played, "UPDATE records SET packed = ? WHERE match = 'd001-t001-r0'", [pack(sealed(record))])
    assert "match d001-t001-r0: step" in tournament("verify", played, code=1).stdout


def test_verify_finds_a_record_in_the_wrong_place(played: Path) -> None:
    ((packed,),) = in_database(played, "SELECT packed FROM records WHERE match = 'd001-t001-r0'")
    in_database(played, "UPDATE records SET packed = ? WHERE match = 'd001-t001-r1'", [packed])
    assert "match d001-t001-r1: its record belongs to another match" in tournament("verify", played, code=1).stdout


def test_token_lets_a_bot_of_the_plan_dial_in(tmp_path: Path, plan: Path) -> None:
    plan.write_text(a_plan_text("first", extra=DIALLING, in_process=False))
    token = tournament("token", plan, "far").stdout.strip()
    issued = Tokens(tmp_path / "plan.tokens").find(token)
    assert issued is not None
    assert issued.name == "far"
    assert token not in (tmp_path / "plan.tokens").read_text()
    assert "these bots do: far" in tournament("token", plan, "first", code=1).stderr


def test_check_tries_every_bot(plan: Path) -> None:
    plan.write_text(a_plan_text("first", extra=DIALLING + BROKEN, in_process=False, sandbox="off"))
    result = tournament("check", plan, code=1)
    assert "first: ok, " in result.stdout
    assert "far: dials in by itself" in result.stdout
    assert "mine: failed: bot mine: forfeited match check: no_show; its process ended with exit code 7" in result.stdout


def test_check_of_a_good_plan(plan: Path) -> None:
    shown = json.loads(tournament("check", plan, "--json").stdout)
    assert shown["matches"] == 12
    assert [(bot["bot"], bot["fault"]) for bot in shown["bots"]] == [("greedy", ""), ("random", ""), ("first", "")]


def test_check_says_where_some_bots_meet_more_often_than_others(plan: Path) -> None:
    bots = " ".join(f"bot{number}=first" for number in range(57))
    plan.write_text(a_plan_text(bots, seats=8, deals=1, tables=20, duplicate=False).replace("keepers", "inns"))
    shown = tournament("check", plan).stdout
    assert "57 matches of inns" in shown
    assert "some pairs of bots meet at 0 tables, others at 2: no better balanced set of tables was found" in shown


def test_check_does_not_speak_of_meetings_where_they_are_even(plan: Path) -> None:
    shown = tournament("check", plan).stdout
    assert "meet at" not in shown
    assert json.loads(tournament("check", plan, "--json").stdout)["meetings"] == [1, 1]
