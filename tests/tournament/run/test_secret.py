"""The secret of a tournament: made once, kept, committed to beforehand, and published when all matches are played."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.kernel.record import read_record
from referee.kernel.secret import Secret
from tests.support.databases import in_database
from tests.support.tournaments import a_plan, a_plan_text, play_slot
from tests.tournament.commands.test_commands import tournament
from tournament.plan.reading import parse_plan
from tournament.report.descriptions import TABLES
from tournament.storage import opening
from tournament.storage.archive import open_archive
from tournament.storage.database import Database
from tournament.storage.store import open_store
from tournament.storage.summary import finished

TEXT = a_plan_text("first random", deals=2, duplicate=True)
PLAN = parse_plan(TEXT)


def secret_in(database: Path) -> Secret:
    with open_archive(database) as archive:
        return archive.tournament.secret


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(TEXT)
    return path


def begun(database: Path, matches: int) -> Secret:
    """Play `played` of the four matches of a tournament."""
    with open_store(database, PLAN, duplicate=True) as store:
        for slot in store.slots[:matches]:
            store.add(slot, finished(play_slot(slot, PLAN, store.secret)))
        return store.secret


def everything_told(database: Path, plan: Path, folder: Path) -> bytes:
    """Return what every command that reads a tournament prints and writes."""
    printed = [
        tournament("check", plan, "--db", database).output,
        tournament("show", database).output,
        tournament("show", database, "--json").output,
        tournament("verify", database).output,
        tournament("verify", database, "--json").output,
        tournament("report", database, "-o", folder / "report").output,
        tournament("export", database, "-o", folder / "data", "--records", "--sqlite", folder / "new.db").output,
        *(tournament("query", database, f"SELECT * FROM {table}", "--csv").output for table in TABLES),
    ]
    files = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return b"\n".join([*(text.encode() for text in printed), *files])


def test_it_is_made_at_the_first_run_and_stays(tmp_path: Path) -> None:
    secrets = [begun(tmp_path / "t.db", 0), begun(tmp_path / "t.db", 2), secret_in(tmp_path / "t.db")]
    assert len({secret.reveal() for secret in secrets}) == 1
    assert begun(tmp_path / "other.db", 0).reveal() != secrets[0].reveal()


def test_nobody_else_can_read_it_from_the_first_byte_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes: list[int] = []

    class Watched(Database):
        def __init__(self, path: Path) -> None:
            modes.append(path.stat().st_mode & 0o777)
            super().__init__(path)

    monkeypatch.setattr(opening, "Database", Watched)
    before = os.umask(0)
    try:
        with open_store(tmp_path / "t.db", PLAN, duplicate=True):
            modes += [path.stat().st_mode & 0o777 for path in tmp_path.glob("t.db*") if path.suffix != ".lock"]
    finally:
        os.umask(before)
    assert len(modes) >= 4
    assert set(modes) == {0o600}


@pytest.mark.parametrize("matches", [0, 1, 3])
def test_while_matches_are_left_its_hash_is_told_and_nothing_else(tmp_path: Path, plan: Path, matches: int) -> None:
    secret = begun(tmp_path / "t.db", matches)
    told = everything_told(tmp_path / "t.db", plan, tmp_path / "out")
    assert told.count(secret.commitment.hex().encode()) >= 5
    assert secret.reveal().hex().encode() not in told
    assert secret.reveal() not in told


@pytest.mark.parametrize(("matches", "open_deals"), [(1, {1, 2}), (3, {2}), (4, set())])
def test_no_cards_are_shown_that_are_still_to_be_played(
    tmp_path: Path, plan: Path, matches: int, open_deals: set[int]
) -> None:
    secret = begun(tmp_path / "t.db", matches)
    told = everything_told(tmp_path / "t.db", plan, tmp_path / "out")
    for deal in (1, 2):
        assert (secret.seed(deal, 1).hex().encode() in told) is (deal not in open_deals)
        for rotation in (0, 1):
            assert (secret.salt(deal, 1, rotation).hex().encode() in told) is (deal not in open_deals)
            assert (secret.match_id(deal, 1, rotation).encode() in told) is (deal not in open_deals)
    shown = {"d001-t001-r0", "d001-t001-r1", "d002-t001-r0", "d002-t001-r1"}
    shown -= {match for match in shown if int(match[1:4]) in open_deals}
    assert {path.stem for path in (tmp_path / "out" / "report" / "replays").iterdir()} == shown
    assert {path.stem for path in (tmp_path / "out" / "data" / "records").iterdir()} == shown


def test_when_all_is_played_it_is_told_everywhere(tmp_path: Path, plan: Path) -> None:
    secret = begun(tmp_path / "t.db", 4).reveal().hex()
    everything_told(tmp_path / "t.db", plan, tmp_path / "out")
    assert secret in (tmp_path / "out" / "report" / "index.html").read_text()
    assert json.loads((tmp_path / "out" / "data" / "tournament.json").read_text())["secret"] == secret
    assert secret in tournament("show", tmp_path / "t.db").stdout
    assert json.loads(tournament("show", tmp_path / "t.db", "--json").stdout)["secret"] == secret


def test_a_run_tells_the_hash_before_the_first_match(tmp_path: Path, plan: Path) -> None:
    events = [
        json.loads(line) for line in tournament("run", plan, "--db", tmp_path / "t.db", "--json").stdout.splitlines()
    ]
    assert events[0]["event"] == "began"
    assert events[0]["commitment"] == secret_in(tmp_path / "t.db").commitment.hex()
    said = tournament("run", plan, "--db", tmp_path / "t.db").stderr
    assert f"hash of the secret from which the deals are derived: {events[0]['commitment']}\n" in said


def test_check_says_where_the_hash_will_come_from(plan: Path) -> None:
    assert "The first `tournament run` creates the secret" in tournament("check", plan).stdout


def test_bots_that_are_checked_never_get_a_deal_of_the_tournament(tmp_path: Path, plan: Path) -> None:
    """Not even if deals follow from the seed: two checks deal different cards."""
    plan.write_text(a_plan_text("first random", seats=2, deals_from_seed=True))
    checks = [json.loads(tournament("check", plan, "--json").stdout)["bots"] for _ in range(6)]
    assert len({json.dumps([bot["decisions"] for bot in bots]) for bots in checks}) > 1


@pytest.mark.parametrize("command", [["check"], ["run", "--db", "t.db"]])
def test_deals_from_a_number_come_with_a_warning(tmp_path: Path, plan: Path, command: list[str]) -> None:
    words = [tmp_path / word if word.endswith(".db") else word for word in command]
    assert "deals are derived from the number" not in tournament(*words[:1], plan, *words[1:]).stderr
    plan.write_text(a_plan_text("first random", seed=42, deals_from_seed=True))
    words = [tmp_path / "other.db" if word == tmp_path / "t.db" else word for word in words]
    said = tournament(*words[:1], plan, *words[1:]).stderr
    assert "deals are derived from the number 42: a bot that guesses it knows all cards.\n" in said


@pytest.mark.parametrize("deals_from_seed", [False, True])
def test_whoever_looks_at_deals_from_a_number_is_warned_too(tmp_path: Path, deals_from_seed: bool) -> None:
    database = tmp_path / "t.db"
    with open_store(database, a_plan("first random", seed=42, deals_from_seed=deals_from_seed), duplicate=True):
        pass
    warning = "deals are derived from the number 42: a bot that guesses it knows all cards.\n"
    for words in (["show"], ["show", "--json"], ["verify"], ["report", "-o", tmp_path], ["export", "-o", tmp_path]):
        result = tournament(*words, database)
        assert result.stderr.count(warning) == int(deals_from_seed)
        assert warning not in result.stdout


def test_deals_from_a_number_are_the_same_again(tmp_path: Path) -> None:
    plan = a_plan("first random", seed=42, deals_from_seed=True)
    with open_store(tmp_path / "one.db", plan, duplicate=True), open_store(tmp_path / "two.db", plan, duplicate=True):
        pass
    assert secret_in(tmp_path / "one.db").reveal() == secret_in(tmp_path / "two.db").reveal()
    assert secret_in(tmp_path / "one.db").reveal() == Secret.from_number(42).reveal()


def test_the_seed_says_nothing_about_the_deals(tmp_path: Path) -> None:
    secrets = [begun(tmp_path / f"{name}.db", 0) for name in ("one", "two")]
    numbers = {Secret.from_number(number).reveal() for number in range(100)}
    assert numbers.isdisjoint(secret.reveal() for secret in secrets)
    assert secrets[0].reveal() != secrets[1].reveal()


@contextmanager
def another(database: Path, column: str, change: Callable[[bytes], bytes]) -> Iterator[None]:
    ((value,),) = in_database(database, f"SELECT {column} FROM tournament")
    in_database(database, f"UPDATE tournament SET {column} = ?", [change(value)])
    yield
    in_database(database, f"UPDATE tournament SET {column} = ?", [value])


def test_verify_finds_a_secret_that_the_deals_do_not_follow_from(tmp_path: Path) -> None:
    begun(tmp_path / "t.db", 4)
    tournament("verify", tmp_path / "t.db")
    with another(tmp_path / "t.db", "secret", lambda secret: bytes([secret[0] ^ 1]) + secret[1:]):
        found = tournament("verify", tmp_path / "t.db", code=1).stdout
    wrong = "its id, its seed or its salt does not follow from the tournament's secret"
    assert found.count(wrong) == 4


def test_verify_tells_the_hash_to_compare(tmp_path: Path) -> None:
    commitment = begun(tmp_path / "t.db", 4).commitment.hex()
    assert (
        f"hash of the secret from which the deals are derived: {commitment}\n"
        in tournament("verify", tmp_path / "t.db").stdout
    )


def test_verify_finds_a_match_that_was_dealt_otherwise(tmp_path: Path) -> None:
    """A complete and sound match, but with other cards than follow from the secret."""
    with open_store(tmp_path / "t.db", PLAN, duplicate=True) as store:
        for slot in store.slots:
            chosen = Secret(bytes(32)) if slot.match == "d002-t001-r1" else store.secret
            store.add(slot, finished(play_slot(slot, PLAN, chosen)))
    found = tournament("verify", tmp_path / "t.db", code=1).stdout
    assert found.startswith("match d002-t001-r1: its id, its seed or its salt does not follow")
    assert "1 fault\n" in found


def test_people_keep_the_names_and_bots_get_ids_that_tell_nothing(tmp_path: Path, plan: Path) -> None:
    secret = begun(tmp_path / "t.db", 4)
    everything_told(tmp_path / "t.db", plan, tmp_path / "out")
    header = read_record((tmp_path / "out" / "data" / "records" / "d002-t001-r1.jsonl").read_bytes()).header
    assert (header.name, header.match_id) == ("d002-t001-r1", secret.match_id(2, 1, 1))
    replay = (tmp_path / "out" / "report" / "replays" / "d002-t001-r1.html").read_text()
    assert "Match d002-t001-r1. " in replay
