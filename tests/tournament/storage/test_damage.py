"""Databases with flipped bytes: `verify` names every damaged match and checks the rest; `repair` saves the rest."""

from __future__ import annotations

import shutil
import zlib
from pathlib import Path

import pytest

from tests.support.databases import in_database
from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import tournament

MATCHES = 12


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished tournament."""
    folder = tmp_path_factory.mktemp("pristine")
    (folder / "plan.toml").write_text(a_plan_text("greedy random first", seats=3, seed=2, deals=4))
    tournament("run", folder / "plan.toml", "--db", folder / "t.db")
    return folder


@pytest.fixture
def folder(pristine: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(pristine, tmp_path / "copy"))


def ids(folder: Path) -> list[str]:
    return [match for (match,) in in_database(folder / "t.db", "SELECT match FROM matches")]


def flip(folder: Path, match: str, place: float) -> None:
    """Flip a byte of a record."""
    ((packed,),) = in_database(folder / "t.db", "SELECT packed FROM records WHERE match = ?", [match])
    at = int(place * (len(packed) - 1))
    changed = packed[:at] + bytes([packed[at] ^ 0x41]) + packed[at + 1 :]
    in_database(folder / "t.db", "UPDATE records SET packed = ? WHERE match = ?", [changed, match])


def standings(folder: Path) -> str:
    return tournament("show", folder / "t.db").stdout


@pytest.mark.parametrize("place", [number / 13 for number in range(14)])
def test_a_flipped_byte_in_a_record_is_named_with_its_match_and_the_rest_is_verified(
    folder: Path, place: float
) -> None:
    first, *_, last = ids(folder)
    flip(folder, first, place)
    flip(folder, last, place)
    said = tournament("verify", folder / "t.db", code=1).stdout
    assert f"match {first}: " in said
    assert f"match {last}: " in said
    assert f"damaged: {first}, {last}; `tournament repair " in said
    assert "12 matches and 12 ratings: 2 faults" in said


def test_a_record_that_unpacks_to_gigabytes_is_named_like_any_damaged_one(folder: Path) -> None:
    zeros, part = zlib.compressobj(9), bytes(1 << 20)
    bomb = b"".join(zeros.compress(part) for _ in range(512)) + zeros.flush()
    first, *_ = ids(folder)
    in_database(folder / "t.db", "UPDATE records SET packed = ? WHERE match = ?", [bomb, first])
    said = tournament("verify", folder / "t.db", code=1).stdout
    repaired = tournament("repair", folder / "t.db").stdout
    assert f"match {first}: its record is damaged: it unpacks to more than 64 MiB" in said
    assert f"removed: {first};" in repaired


@pytest.mark.parametrize("table", ["records", "seats"])
def test_a_match_of_which_a_part_is_gone_is_named(folder: Path, table: str) -> None:
    match = ids(folder)[3]
    in_database(folder / "t.db", f"DELETE FROM {table} WHERE match = ?", [match])
    said = tournament("verify", folder / "t.db", code=1).stdout
    assert f"match {match}: " in said
    assert tournament("repair", folder / "t.db").stdout.count(match) == 1


def test_repair_forgets_what_is_damaged_and_run_plays_it_again(folder: Path) -> None:
    before = standings(folder)
    damaged = ids(folder)[2:4]
    for match in damaged:
        flip(folder, match, 0.5)
    said = tournament("repair", folder / "t.db").stdout
    assert f"removed: {', '.join(damaged)}" in said
    assert "sound matches: 10" in said
    assert (folder / "t.db.damaged").stat().st_mode & 0o777 == 0o600
    assert (folder / "t.db").stat().st_mode & 0o777 == 0o600
    assert "10 matches and " in tournament("verify", folder / "t.db").stdout
    assert "2 to play" in tournament("run", folder / "plan.toml", "--db", folder / "t.db").stderr
    assert "12 matches and 12 ratings: all as it should be" in tournament("verify", folder / "t.db").stdout
    assert without_times(standings(folder)) == without_times(before)


def without_times(text: str) -> list[str]:
    return [line for line in text.split("\n\n")[1].splitlines() if line]


def test_there_is_nothing_to_repair_in_a_sound_database(folder: Path) -> None:
    before = (folder / "t.db").read_bytes()
    assert "nothing to repair" in tournament("repair", folder / "t.db").stdout
    assert (folder / "t.db").read_bytes() == before
    assert {path.name for path in folder.iterdir()} == {"plan.toml", "t.db", "t.db.lock"}


def test_repair_mends_ratings_that_were_changed(folder: Path) -> None:
    in_database(folder / "t.db", "UPDATE ratings SET rating = 1 WHERE number = 5")
    tournament("verify", folder / "t.db", code=1)
    assert "sound matches: 12" in tournament("repair", folder / "t.db").stdout
    tournament("verify", folder / "t.db")


def test_a_damaged_secret_does_not_cost_all_matches(folder: Path) -> None:
    """Then every match differs from what the secret gives, but the matches are not damaged."""
    in_database(folder / "t.db", "UPDATE tournament SET secret = zeroblob(32)")
    before = ids(folder)
    tournament("verify", folder / "t.db", code=1)
    said = tournament("repair", folder / "t.db", code=1).stderr
    assert "none of its records can be kept: its id, its seed or its salt does not follow" in said
    assert ids(folder) == before


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("UPDATE records SET packed = substr(packed, 1, 50) WHERE match = ?", id="cut short"),
        pytest.param("UPDATE records SET packed = x'7b7d' WHERE match = ?", id="another program"),
        pytest.param("DELETE FROM records WHERE match = ?", id="gone"),
    ],
)
def test_of_a_damaged_record_report_and_export_write_all_else_and_name_the_match(folder: Path, damage: str) -> None:
    first, *others = sorted(ids(folder))
    in_database(folder / "t.db", damage, [first])
    said = tournament("report", folder / "t.db", "-o", folder / "r", code=1).stderr
    assert f"t.db: no replay of {first} can be shown, because the record is damaged; everything else is in " in said
    assert "`tournament repair`" in said
    page = (folder / "r" / "index.html").read_text()
    assert f"no replay of {first} can be shown" in page
    assert f'href="replays/{first}.html"' not in page
    assert f'href="replays/{others[0]}.html"' in page
    assert sorted(file.stem for file in (folder / "r" / "replays").iterdir()) == others

    result = tournament("export", folder / "t.db", "-o", folder / "e", "--records", code=1)
    assert f"t.db: records not exported, because they are damaged: {first}; " in result.stderr
    assert "`tournament repair`" in result.stderr
    assert "results.csv" in result.stdout
    assert sorted(file.stem for file in (folder / "e" / "records").iterdir()) == others


def commands_on(folder: Path) -> list[tuple[object, ...]]:
    """Every command that needs the database of a tournament, except `verify` and `repair`."""
    reading = [
        ("show",),
        ("report", "-o", folder / "r", "--no-replays"),
        ("export", "-o", folder / "e", "--sqlite", folder / "e.db"),
    ]
    return [*reading, ("run", folder / "plan.toml", "--db")]


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("UPDATE tournament SET plan = substr(plan, 1, 50)", id="plan cut short"),
        pytest.param("DELETE FROM tournament", id="plan and secret gone"),
    ],
)
def test_without_plan_and_secret_every_command_leads_to_repair_which_says_that_nothing_can_mend_that(
    folder: Path, damage: str
) -> None:
    path = folder / "t.db"
    in_database(path, damage)
    for words in [*commands_on(folder), ("verify",)]:
        said = tournament(*words, path, code=1).stderr
        assert f"Error: {path}: " in said
        assert "`tournament repair`" in said
        assert ": ;" not in said
    said = tournament("repair", path, code=1).stderr
    assert "found no plan of a tournament with its secret in it; no command can repair that; restore" in said
    assert not list(folder.glob("t.db.*part*"))
    assert not (folder / "t.db.damaged").exists()


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("UPDATE tournament SET identity = '{'", id="identity cut short"),
        pytest.param("UPDATE tournament SET identity = replace(identity, 'keepers', 'keeperz')", id="identity changed"),
        pytest.param("UPDATE tournament SET created_unix_s = 1e300", id="a time that nothing could show"),
        pytest.param("UPDATE tournament SET name = cast(x'ff41' AS text)", id="a name that is not text"),
        pytest.param("DELETE FROM bots WHERE name = 'random'", id="a bot is gone"),
        pytest.param("UPDATE bots SET name = 'randon' WHERE name = 'random'", id="a bot has another name"),
        pytest.param("DROP TABLE bots", id="all bots are gone"),
        pytest.param("DROP TABLE ratings", id="all ratings are gone"),
        pytest.param("DROP TABLE begun", id="notes are gone"),
        pytest.param("DROP TABLE decisions", id="the log of decisions is gone"),
        pytest.param("DELETE FROM _sqlite_migrations", id="what is noted of the schema is gone"),
        pytest.param(
            "UPDATE _sqlite_migrations SET name = 'm0O1' WHERE id = 1", id="what is noted of the schema is another word"
        ),
    ],
)
def test_what_decides_nothing_is_named_and_mended_and_costs_no_match(folder: Path, damage: str) -> None:
    path = folder / "t.db"
    before = standings(folder)
    in_database(path, damage)
    verified = tournament("verify", path, code=1).output
    assert "`tournament repair" in verified
    for words in commands_on(folder):
        result = tournament(*words, path, code=None)
        assert result.exit_code == 0 or "`tournament repair`" in result.stderr or "undo these changes" in result.stderr
    assert "sound matches: 12\n" in tournament("repair", path).stdout
    for words in commands_on(folder):
        tournament(*words, path)
    assert "12 matches and 12 ratings: all as it should be" in tournament("verify", path).stdout
    assert without_times(standings(folder)) == without_times(before)
    begun = in_database(path, "SELECT created_unix_s > 1.6e9 AND created_unix_s < 1e10 FROM tournament")
    assert begun == [(1,)]


NOTES = [
    "INSERT INTO processes VALUES (NULL, 'first', 'x', 'ended', 1, 1.0, 1.0, 1, {}, 1.0, 1, 1)",
    "INSERT INTO processes VALUES (NULL, 'first', {}, 'ended', 0, 1.0, 1.0, 1, 'x', 1.0, 1, 1)",
    "INSERT INTO voids VALUES (NULL, 'd001-t001-r0', {}, 1.0)",
    "INSERT INTO begun VALUES (NULL, {})",
]


@pytest.mark.parametrize("note", NOTES)
def test_a_byte_that_is_no_text_in_a_mere_note_is_named_and_replaced(folder: Path, note: str) -> None:
    path = folder / "t.db"
    in_database(path, note.format("cast(x'616263ff' AS text)"))
    assert "1 fault" in tournament("verify", path, code=1).stdout
    for words in commands_on(folder):
        result = tournament(*words, path, code=None)
        assert result.exit_code == 0 or "`tournament repair` saves what can be saved" in result.stderr
    tournament("repair", path)
    for words in commands_on(folder):
        tournament(*words, path)
    assert "all as it should be" in tournament("verify", path).stdout
    table = note.split()[2]
    assert len(in_database(path, f"SELECT * FROM {table} WHERE instr({{}}, 'abc\ufffd')".format(
        {"voids": "void_reason", "begun": "match", "processes": "output || command"}[table]
    ))) == 1  # fmt: skip


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("DELETE FROM seats WHERE match = ?", id="seats are gone"),
        pytest.param(
            "UPDATE matches SET begun_unix_s = 1e300 WHERE match = ?", id="begun long after the last calendar"
        ),
        pytest.param("UPDATE matches SET ended_unix_s = -9e999 WHERE match = ?", id="ended before all time"),
        pytest.param("UPDATE seats SET max_ms = 9e999 WHERE match = ? AND seat = 1", id="thought for ever"),
    ],
)
def test_of_a_damaged_match_the_other_commands_recommend_verify_and_repair(folder: Path, damage: str) -> None:
    in_database(folder / "t.db", damage, [ids(folder)[0]])
    assert "`tournament repair` saves what can be saved" in tournament("show", folder / "t.db", code=1).stderr


@pytest.mark.parametrize(("left", "seats"), [(2, "seat = 2"), (2, "seat = 0"), (0, "1")])
def test_a_match_of_which_seats_are_gone_is_never_counted_with_those_that_are_left(
    folder: Path, left: int, seats: str
) -> None:
    first, *_ = ids(folder)
    in_database(folder / "t.db", f"DELETE FROM seats WHERE match = ? AND {seats}", [first])
    reading = [("show",), ("report", "-o", folder / "r"), ("export", "-o", folder / "e", "--sqlite", folder / "e.db")]
    for words in [*reading, ("run", folder / "plan.toml", "--db")]:
        said = tournament(*words, folder / "t.db", code=1).stderr
        assert f"match {first} is damaged: {left} of its 3 seats are stored; `tournament verify` names" in said
        assert "`tournament repair` saves what can be saved" in said
    assert f"damaged: {first};" in tournament("verify", folder / "t.db", code=1).stdout
    assert f"restored from their records: {first}\n" in tournament("repair", folder / "t.db").stdout
    assert "12 matches and 12 ratings: all as it should be" in tournament("verify", folder / "t.db").stdout


def test_of_a_match_that_is_gone_the_rest_is_noticed_and_it_is_restored(folder: Path) -> None:
    first, *_ = ids(folder)
    in_database(folder / "t.db", "DELETE FROM matches WHERE match = ?", [first])
    said = tournament("verify", folder / "t.db", code=1).stdout
    for table in ("seats", "records"):
        assert f"the file: the table {table} has rows of match {first}, which is not stored" in said
    assert f"no match is damaged; `tournament repair {folder / 't.db'}` fixes the rest" in said
    said = tournament("repair", folder / "t.db").stdout
    assert "sound matches: 12\n" in said
    assert f"restored from their records: {first}\n" in said
    assert "12 matches and 12 ratings: all as it should be" in tournament("verify", folder / "t.db").stdout
