"""Files with anything in them, through the commands that read them: an answer or a plain error, and never a hang."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType

import pytest

from referee.games import keepers
from tests.fuzz.damage import damaged
from tests.fuzz.kinds import (
    PLAN,
    PLAN_OF_DATABASE,
    PLAN_TO_PLAY,
    Case,
    a_card_set,
    a_data_folder,
    a_database,
    a_plan,
    a_plan_to_play,
    a_record,
    a_sealed_data_folder,
    a_sealed_record,
    tokens,
)
from tests.server.storage.test_journal import WHOLE
from tests.tournament.commands.test_commands import tournament

SECONDS_OF_A_CASE = 60
"""A case takes far less than a second; this is for a machine on which much else runs."""


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


CARDS = Path(keepers.__file__).with_name("cards.toml").read_bytes()


def _tokens() -> bytes:
    return b'{"name":"a","role":"bot","hash":"%s"}\n{"name":"b","role":"organiser","hash":"%s"}\n' % (
        b"0" * 64,
        b"1" * 64,
    )


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("pristine")
    (folder / "plan.toml").write_text(PLAN_OF_DATABASE)
    tournament("run", folder / "plan.toml", "--db", folder / "t.db")
    return (folder / "t.db").read_bytes()


KINDS: list[tuple[Case, bytes | None]] = [
    (a_plan, PLAN.encode()),
    (a_plan_to_play, PLAN_TO_PLAY.encode()),
    (a_record, WHOLE),
    (a_sealed_record, WHOLE),
    (a_data_folder, WHOLE),
    (a_sealed_data_folder, WHOLE),
    (tokens, _tokens()),
    (a_card_set, CARDS),
    (a_database, None),
]


CASES = 30
SLOW: dict[Case, int] = {a_database: 5}
"""Kinds of which the short run has fewer cases."""

BY_KIND = pytest.mark.parametrize(("case", "whole"), KINDS, ids=lambda value: value.__name__ if callable(value) else "")


@BY_KIND
def test_a_sound_file_goes_all_the_way(tmp_path: Path, case: Case, whole: bytes | None, database: bytes) -> None:
    """Else what comes later would never be fuzzed."""
    assert case(tmp_path, database if whole is None else whole)


@pytest.mark.parametrize(
    ("cases", "seconds"),
    [pytest.param(CASES, 0, id="short"), pytest.param(0, 100, id="long", marks=pytest.mark.long)],
)
@BY_KIND
def test_files_with_anything_in_them(
    tmp_path: Path, case: Case, whole: bytes | None, cases: int, seconds: float, database: bytes
) -> None:
    """So many cases, and further ones for so long. The number of a case is its seed."""
    end = time.monotonic() + seconds
    number = 0 if cases else 1000
    while number < min(cases, SLOW.get(case, cases)) or time.monotonic() < end:
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
