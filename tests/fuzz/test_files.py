"""Files with anything in them, through the commands that read them: an answer or a plain error, and never a hang."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType

import pytest
from click.testing import Result

from referee.games import keepers
from referee.server.storage.journal import RecordFiles
from referee.server.storage.tokens import Tokens
from tests.fuzz.damage import damaged
from tests.server.storage.test_journal import WHOLE
from tests.support.shell import referee
from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import tournament
from tests.tournament.plan.test_plan import FULL

SECONDS_OF_A_CASE = 60
"""A case takes far less than a second; this is for a machine on which much else runs."""

Case = Callable[[Path, bytes], None]


@contextmanager
def no_longer_than(seconds: int) -> Iterator[None]:
    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"it took more than {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def plainly(result: Result) -> None:
    """The command has answered, or has said in a sentence why not."""
    assert result.exit_code in {0, 1}, result.output
    assert "Traceback" not in result.output, result.output
    assert result.exit_code == 0 or result.output.strip()


def a_plan(folder: Path, data: bytes) -> None:
    path = folder / "plan.toml"
    path.write_bytes(data)
    plainly(tournament("token", path, "far", code=None))


def a_record(folder: Path, data: bytes) -> None:
    path = folder / "record.jsonl"
    path.write_bytes(data)
    for words in (["show", path], ["show", path, "--json", "--spectator"], ["verify", path]):
        plainly(referee(*words, code=None))


def a_data_folder(folder: Path, data: bytes) -> None:
    """What `referee serve` finds in its folder."""
    (folder / "m-1.jsonl").write_bytes(data)
    (folder / "m-2.journal").write_bytes(data)
    files = RecordFiles(folder)
    for _record, journal in files.unfinished():
        journal.close()
    files.records()


def tokens(folder: Path, data: bytes) -> None:
    path = folder / "tokens.jsonl"
    path.write_bytes(data)
    token = Tokens(path).issue("new")
    assert Tokens(path).find(token) is not None


def a_card_set(folder: Path, data: bytes) -> None:
    path = folder / "cards.toml"
    path.write_bytes(data)
    words = ["--bot", "first", "--bot", "random", "--in-process", "--seed", 1, "--option", "max_rounds=3"]
    plainly(referee("play", "keepers", *words, "--cards", path, code=None))


def a_database(folder: Path, data: bytes) -> None:
    path = folder / "t.db"
    path.write_bytes(data)
    for words in (["show"], ["verify"], ["repair"], ["export", "-o", folder / "out", "--records"]):
        plainly(tournament(*words, path, code=None))


CARDS = Path(keepers.__file__).with_name("cards.toml").read_bytes()


def _tokens() -> bytes:
    return b'{"name":"a","role":"bot","hash":"%s"}\n{"name":"b","role":"organiser","hash":"%s"}\n' % (
        b"0" * 64,
        b"1" * 64,
    )


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("pristine")
    (folder / "plan.toml").write_text(a_plan_text("greedy random first", deals=3))
    tournament("run", folder / "plan.toml", "--db", folder / "t.db")
    return (folder / "t.db").read_bytes()


KINDS: list[tuple[Case, bytes | None]] = [
    (a_plan, FULL.encode()),
    (a_record, WHOLE),
    (a_data_folder, WHOLE),
    (tokens, _tokens()),
    (a_card_set, CARDS),
    (a_database, None),
]


@pytest.mark.parametrize(
    ("cases", "seconds"),
    [pytest.param(30, 0, id="short"), pytest.param(0, 100, id="long", marks=pytest.mark.long)],
)
@pytest.mark.parametrize(("case", "whole"), KINDS, ids=lambda value: value.__name__ if callable(value) else "")
def test_files_with_anything_in_them(
    tmp_path: Path, case: Case, whole: bytes | None, cases: int, seconds: float, database: bytes
) -> None:
    """So many cases, and further ones for so long. The number of a case is its seed."""
    end = time.monotonic() + seconds
    number = 0 if cases else 1000
    while 0 <= number < cases or time.monotonic() < end:
        folder = tmp_path / "case"
        folder.mkdir()
        data = damaged(database if whole is None else whole, Random(number))
        try:
            with no_longer_than(SECONDS_OF_A_CASE):
                case(folder, data)
        except BaseException:
            (tmp_path / f"case-{number}").write_bytes(data)
            raise
        _remove(folder)
        number += 1


def _remove(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    folder.rmdir()
