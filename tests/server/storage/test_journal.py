"""Journals: at whatever moment a crash comes, each match exists once, with its complete steps."""

from __future__ import annotations

import errno
import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from referee.errors import UsageError
from referee.kernel.record import Record
from referee.kernel.replay import verify
from referee.server.match.task import MatchTask
from referee.server.storage.journal import Journal, RecordFiles
from tests.support.disks import small_disk
from tests.support.matches import job, played, without_times
from tests.support.seats import MemorySeat

WHOLE = played(job()).to_bytes()
HEADER_END = WHOLE.index(b"\n") + 1


def _named(match_id: str) -> bytes:
    """The record of another match."""
    return played(job(match_id=match_id)).to_bytes()


def _records(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.jsonl"))


def resumed(record: Record, journal: Journal) -> Record:
    """The record after the same bots have played the match to its end."""

    async def play_on() -> Record:
        async with trio.open_nursery() as nursery:
            return await MatchTask.resume(record, [MemorySeat(nursery, answer) for answer in (1, 2)], journal).play()

    return trio.run(play_on, clock=MockClock(autojump_threshold=0))


def test_a_match_is_unfinished_until_it_is_finished(tmp_path: Path) -> None:
    files = RecordFiles(tmp_path / "records")
    journal = files.create("m-1")
    for line in WHOLE.splitlines(keepends=True):
        journal(line)
    assert _records(tmp_path / "records") == []
    assert journal.finish().read_bytes() == WHOLE
    assert _records(tmp_path / "records") == ["m-1.jsonl"]
    assert files.read("m-1") == WHOLE
    assert list(files.unfinished()) == []


def _lengths() -> list[int]:
    """Every length up to the end of the second step, and for each later line its ends and its middle."""
    ends = [at + 1 for at, byte in enumerate(WHOLE) if byte == 10]
    later = [at for begin, end in pairwise(ends[2:]) for at in (begin, begin + 1, (begin + end) // 2, end - 1)]
    return [*range(ends[2]), *later]


def test_a_crash_at_any_byte_loses_no_whole_line(tmp_path: Path) -> None:
    files = RecordFiles(tmp_path)
    path = tmp_path / "m-1.journal"
    for length in _lengths():
        path.write_bytes(WHOLE[:length])
        left = list(files.unfinished())
        if length < HEADER_END:
            assert left == []
            assert not path.exists()
            continue
        ((record, journal),) = left
        journal.close()
        assert path.read_bytes() == record.to_bytes() == WHOLE[: WHOLE.rindex(b"\n", 0, length) + 1]


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_the_match_goes_on_where_it_was_cut_short(tmp_path: Path, share: float) -> None:
    path = tmp_path / "m-1.journal"
    path.write_bytes(WHOLE[: HEADER_END + int(share * (len(WHOLE) - HEADER_END))])
    files = RecordFiles(tmp_path)
    ((record, journal),) = files.unfinished()
    ended = resumed(record, journal)
    assert journal.finish().read_bytes() == ended.to_bytes()
    verify(ended)
    assert without_times(ended) == without_times(played(job()))
    assert _records(tmp_path) == ["m-1.jsonl"]
    assert not path.exists()


def test_a_match_whose_result_was_written_is_finished_at_the_restart(tmp_path: Path) -> None:
    (tmp_path / "m-1.journal").write_bytes(WHOLE)
    files = RecordFiles(tmp_path)
    assert list(files.unfinished()) == []
    assert files.read("m-1") == WHOLE


def test_a_journal_that_was_changed_is_set_aside(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    changed = WHOLE.replace(b'"step":2,', b'"step":7,')
    (tmp_path / "m-1.journal").write_bytes(changed)
    (tmp_path / "m-2.journal").write_bytes(_named("m-2").splitlines(keepends=True)[0])
    ((record, journal),) = RecordFiles(tmp_path).unfinished()
    journal.close()
    assert record.steps == []
    assert (tmp_path / "m-1.broken").read_bytes() == changed
    assert "line 3" in caplog.text


@contextmanager
def no_more_files() -> Iterator[None]:
    """This process cannot open files while the block runs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_match_is_finished_even_if_no_file_can_be_opened(tmp_path: Path) -> None:
    files = RecordFiles(tmp_path)
    journal = files.create("m-1")
    journal(WHOLE)
    with no_more_files():
        journal.finish()
    assert files.read("m-1") == WHOLE


def test_a_match_is_finished_by_a_second_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = RecordFiles(tmp_path)
    journal = files.create("m-1")
    journal(WHOLE)
    sync = os.fsync

    def break_for_folders(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EIO, "the disk does not work")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", break_for_folders)
    with pytest.raises(OSError, match="does not work"):
        journal.finish()
    monkeypatch.undo()
    assert journal.finish() == tmp_path / "m-1.jsonl"
    assert files.read("m-1") == WHOLE


def test_a_record_is_set_aside_by_a_second_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "m-1.jsonl").write_bytes(WHOLE)
    files = RecordFiles(tmp_path)

    def fail(_descriptor: int) -> None:
        raise OSError(errno.EIO, "the disk does not work")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="does not work"):
        files.set_aside("m-1")
    monkeypatch.undo()
    files.set_aside("m-1")
    assert [path.name for path in tmp_path.iterdir()] == ["m-1.void"]


def test_a_journal_that_cannot_be_read_now_is_taken_up_later(tmp_path: Path) -> None:
    (tmp_path / "m-1.journal").write_bytes(WHOLE[:HEADER_END])
    files = RecordFiles(tmp_path)
    with no_more_files(), pytest.raises(OSError, match="Too many open files"):
        files.take_up("m-1")
    record, journal = files.take_up("m-1")
    journal.close()
    assert record.to_bytes() == WHOLE[:HEADER_END]


def test_an_id_is_used_once(tmp_path: Path) -> None:
    files = RecordFiles(tmp_path)
    journal = files.create("m-1")
    with pytest.raises(UsageError, match="match 'm-1' already exists"):
        files.create("m-1")
    journal(WHOLE)
    journal.finish()
    with pytest.raises(UsageError, match="match 'm-1' already exists"):
        files.create("m-1")


@pytest.mark.parametrize("match_id", ["", ".", "..", "../m", "a/b", "A", "x" * 65, "m\n", "m\0"])
def test_an_id_is_a_plain_file_name(tmp_path: Path, match_id: str) -> None:
    with pytest.raises(UsageError, match="use 1 to 64 of"):
        RecordFiles(tmp_path).create(match_id)


def test_there_is_no_record_of_a_match_that_is_not_over(tmp_path: Path) -> None:
    files = RecordFiles(tmp_path)
    files.create("m-1").close()
    with pytest.raises(UsageError, match="no finished match 'm-1'"):
        files.read("m-1")


def _takes(journal: Journal, line: bytes) -> bool:
    try:
        journal(line)
    except OSError:
        return False
    return True


def test_a_line_that_a_full_disk_takes_in_part_is_written_whole_later(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "64k") as disk:
        files = RecordFiles(disk.path)
        journal = files.create("m-1")
        lines = WHOLE.splitlines(keepends=True)
        journal(lines[0])
        disk.fill()
        written = 1
        while _takes(journal, lines[written]):
            written += 1
        with pytest.raises(OSError, match="No space left"):
            journal(lines[written])
        disk.empty()
        for line in lines[written:]:
            journal(line)
        assert journal.finish().read_bytes() == WHOLE


@pytest.mark.parametrize("umask", [0, 0o077])
def test_records_are_private_from_their_first_byte(tmp_path: Path, umask: int) -> None:
    tmp_path.chmod(0o755)
    before = os.umask(umask)
    try:
        files = RecordFiles(tmp_path)
        journal = files.create("m-1")
        assert (tmp_path / "m-1.journal").stat().st_mode & 0o777 == 0o600
        journal(WHOLE)
        assert journal.finish().stat().st_mode & 0o777 == 0o600
        RecordFiles(tmp_path / "new")
        assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    finally:
        os.umask(before)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        pytest.param(b"nonsense\n", "line 1", id="no record"),
        pytest.param(b"", "line 1 is not the header", id="empty"),
        pytest.param(WHOLE[: len(WHOLE) // 2], "it has no result", id="half"),
        pytest.param(_named("m-7"), "its header belongs to match 'm-7'", id="another match"),
        pytest.param(b"\xff" + WHOLE[1:], "line 1", id="a flipped byte"),
    ],
)
def test_a_finished_record_that_can_not_be_read_is_set_aside(
    tmp_path: Path, data: bytes, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "m-1.jsonl").write_bytes(data)
    (tmp_path / "m-1.broken").write_bytes(b"an older one")
    (tmp_path / "m-2.jsonl").write_bytes(_named("m-2"))
    assert [record.header.match_id for record in RecordFiles(tmp_path).records()] == ["m-2"]
    assert (tmp_path / "m-1~2.broken").read_bytes() == data
    assert (tmp_path / "m-1.broken").read_bytes() == b"an older one"
    assert "m-1.jsonl" in caplog.text
    assert why in caplog.text


TRICKY = ["x", "x.2", "x.broken", "x.jsonl", "x.journal", "x.void", "x.", "x-2"]


def test_ids_that_look_like_endings_get_in_nobodys_way(tmp_path: Path) -> None:
    wholes = {match_id: _named(match_id) for match_id in TRICKY}
    for match_id, whole in wholes.items():
        journal = RecordFiles(tmp_path).create(match_id)
        journal(whole)
        journal.finish()
    assert {record.header.match_id for record in RecordFiles(tmp_path).records()} == set(TRICKY)
    assert {match_id: RecordFiles(tmp_path).read(match_id) for match_id in TRICKY} == wholes


def test_each_file_that_is_set_aside_tells_whose_it_is(tmp_path: Path) -> None:
    """Three times each; the numbered names of one match are never those of another."""
    for turn in range(3):
        for match_id in TRICKY:
            (tmp_path / f"{match_id}.jsonl").write_bytes(f"{turn} {match_id}".encode())
        assert list(RecordFiles(tmp_path).records()) == []
    for match_id in TRICKY:
        names = [f"{match_id}.broken", f"{match_id}~2.broken", f"{match_id}~3.broken"]
        assert [(tmp_path / name).read_text() for name in names] == [f"{turn} {match_id}" for turn in range(3)]


def test_what_is_no_file_of_ours_stays_where_it_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "a.jsonl").mkdir()
    (tmp_path / "b.journal").mkdir()
    files = RecordFiles(tmp_path)
    assert list(files.records()) == []
    assert list(files.unfinished()) == []
    assert "a.jsonl: this is a folder" in caplog.text
    assert "b.journal: this is a folder" in caplog.text
