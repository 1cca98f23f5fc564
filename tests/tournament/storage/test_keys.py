"""Keys of bots: which bots have one, how long it is valid, and what output it lets the owner of a bot read."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from sqlite3 import OperationalError

import pytest

from tests.support.databases import in_database
from tests.support.tournaments import a_plan, play_left
from tests.tournament.storage.test_growing import changed, run, verified
from tournament.errors import UserError
from tournament.storage.archive import open_archive
from tournament.storage.database import Database
from tournament.storage.keys import holder_of, issue_key, revoke_key
from tournament.storage.lock import locked
from tournament.storage.migrations import MIGRATIONS
from tournament.storage.opening import open_to_write, writing
from tournament.storage.outputs import outputs_of
from tournament.storage.repairing import repair
from tournament.storage.rows import ProcessRow
from tournament.storage.store import Store, open_store

PLAN = a_plan(deals=2)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A tournament with matches still to be played."""
    run(tmp_path / "t.db", PLAN, 5)
    return tmp_path / "t.db"


def note(store: Store, output: str, bot: str = "first") -> None:
    """Store a process that has ended."""
    said = {"why": "it ended", "failed": False, "wall_s": 1.0, "cpu_s": 1.0, "memory_bytes": 1}
    store.add_process(ProcessRow(bot=bot, command="", output=output, ended_unix_s=1.0, **said))  # type: ignore[arg-type]


def seen(database: Path, bot: str = "first") -> list[str]:
    """What the owner of a bot may read."""
    with open_archive(database) as archive:
        return [process.output for process in outputs_of(archive, bot, archive.tournament.all_slots())]


def test_a_key_belongs_to_one_bot_until_it_is_renewed_or_revoked(database: Path) -> None:
    first, random = issue_key(database, "first"), issue_key(database, "random")
    assert (holder_of(database, first), holder_of(database, random)) == ("first", "random")
    assert {holder_of(database, key) for key in ("", "guess", first.lower(), first[:-1], "\udcff")} == {""}
    renewed = issue_key(database, "first")
    assert (holder_of(database, first), holder_of(database, renewed)) == ("", "first")
    revoke_key(database, "first")
    assert (holder_of(database, renewed), holder_of(database, random)) == ("", "random")
    with pytest.raises(UserError, match="bot first has no key"):
        revoke_key(database, "first")
    verified(database)


def test_only_a_hash_of_the_key_is_stored(database: Path) -> None:
    key = issue_key(database, "first")
    files = b"".join(path.read_bytes() for path in database.parent.iterdir())
    assert key.encode() not in files
    assert in_database(database, "SELECT bot, length(hash) FROM keys") == [("first", 32)]


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        pytest.param("nobody", "there is no bot 'nobody' in this tournament; the bots are first, random, greedy, mine"),
        pytest.param("mine#2", "mine#2 is a version of mine, and all versions have the same key: use the name mine"),
    ],
)
def test_there_is_one_key_for_all_versions_of_a_bot(tmp_path: Path, bot: str, said: str) -> None:
    for number in "12":
        extra = f'[[bots]]\nname = "mine"\nbuiltin = "first"\nversion = "{number}"'
        run(tmp_path / "t.db", changed(extra=extra), 0)
    with pytest.raises(UserError, match=f"^{said}$"):
        issue_key(tmp_path / "t.db", bot)
    assert holder_of(tmp_path / "t.db", issue_key(tmp_path / "t.db", "mine")) == "mine"


def test_a_key_is_made_while_a_run_goes_on(database: Path) -> None:
    with open_store(database, PLAN, duplicate=True) as store:
        play_left(store, 2)
        key = issue_key(database, "greedy")
        play_left(store)
        assert holder_of(database, key) == "greedy"
    assert verified(database).matches == 12


def test_a_run_that_reads_before_it_writes_is_not_disturbed_by_a_new_key(database: Path) -> None:
    """A transaction that has read cannot begin to write after another process has written."""
    with closing(open_to_write(database)) as db, closing(Database(database)) as other:
        other.execute("PRAGMA busy_timeout = 0")
        with writing(db), pytest.raises(OperationalError, match="database is locked"):
            other.execute("DELETE FROM keys")
        other.execute("DELETE FROM keys")


def test_a_database_of_an_older_version_gets_keys_unless_that_version_is_using_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "t.db"
    with monkeypatch.context() as earlier:
        for later in [name for name in reversed(MIGRATIONS) if name >= "m006_keys"]:  # they return last in, first out
            earlier.delitem(MIGRATIONS, later)
        with open_store(database, PLAN, duplicate=True):
            pass
    assert holder_of(database, "any") == ""
    with locked(database), pytest.raises(UserError, match="another runner"):
        issue_key(database, "first")
    assert in_database(database, "SELECT count(*) FROM sqlite_master WHERE name = 'keys'") == [(0,)]
    assert holder_of(database, issue_key(database, "first")) == "first"


def test_a_repair_keeps_no_key_because_it_may_have_been_revoked(database: Path) -> None:
    key = issue_key(database, "first")
    in_database(database, "UPDATE seats SET score = score + 1 WHERE match = 'd001-t001-r0'")
    repaired = repair(database)
    assert repaired is not None
    assert (repaired.lost_keys, repaired.kept, repaired.lost_notes) == (["first"], 5, 0)
    assert holder_of(database, key) == ""
    assert repair(database) is None


def test_output_is_shown_once_no_card_in_it_can_be_dealt_again(tmp_path: Path) -> None:
    database = tmp_path / "t.db"
    with open_store(database, PLAN, duplicate=True) as store:
        bot = store.slots[0].bots[0]
        note(store, "before the first match", bot)
        play_left(store, 1)
        note(store, "in the first rotation", bot)
        assert seen(database, bot) == ["before the first match"]
        play_left(store, 5)
        assert store.slots[0].block in {slot.block for slot in store.slots[1:6]}, "the deal is played out"
        assert seen(database, bot) == ["before the first match", "in the first rotation"]
        running = next(slot for slot in store.slots[6:] if bot in slot.bots)
        store.begin(running)
        note(store, "in a match that is running", bot)
        assert len(seen(database, bot)) == 2
    run(database, PLAN)
    assert len(seen(database, bot)) == 3
    assert not any(seen(database, other) for other in {"first", "random", "greedy"} - {bot})


def test_output_is_shown_at_once_if_no_deal_is_played_twice(tmp_path: Path) -> None:
    with open_store(tmp_path / "t.db", PLAN, duplicate=False) as store:
        play_left(store, 1)
        note(store, "at once")
        assert seen(tmp_path / "t.db") == ["at once"]


def test_a_deal_that_was_cut_short_hides_only_what_may_have_been_written_about_it(tmp_path: Path) -> None:
    """A bot is withdrawn in the middle of a deal, whose cards stay hidden: it might come back."""
    database = tmp_path / "t.db"
    with open_store(database, PLAN, duplicate=True) as store:
        play_left(store, 1)
        gone, stays = store.slots[0].bots
        note(store, "of the deal that was cut short", stays)
    with open_store(database, changed(withdrawn=gone), duplicate=True) as store:
        note(store, "of a later run", stays)
        play_left(store, 1)
    assert seen(database, stays) == ["of a later run"]


def test_the_output_of_an_older_run_is_hidden_until_all_deals_are_played_out(database: Path) -> None:
    with open_store(database, PLAN, duplicate=True) as store:
        note(store, "of an older version")
    in_database(database, "UPDATE processes SET begun_before = NULL, begun_until = NULL")
    assert seen(database) == []
    run(database, PLAN)
    assert seen(database) == ["of an older version"]


def test_output_is_not_shown_if_the_start_of_a_match_is_unknown(database: Path) -> None:
    """Older versions of Referee stored only some starts."""
    with open_store(database, PLAN, duplicate=True) as store:
        note(store, "of the older version")
        in_database(database, "UPDATE processes SET begun_before = NULL, begun_until = NULL")
        note(store, "of this run")
    in_database(database, "DELETE FROM begun")
    assert seen(database) == ["of this run"]


def test_after_a_repair_output_is_hidden_until_all_deals_are_played_out(database: Path) -> None:
    """The starts have got new ids."""
    with open_store(database, PLAN, duplicate=True) as store:
        note(store, "before")
    assert seen(database) == ["before"]
    in_database(database, "UPDATE seats SET score = score + 1 WHERE match = 'd001-t001-r0'")
    assert repair(database) is not None
    assert in_database(database, "SELECT begun_before, begun_until FROM processes") == [(None, None)]
    assert seen(database) == []
