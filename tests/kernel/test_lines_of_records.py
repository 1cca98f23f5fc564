"""Each line of a record is one line for every reader, whatever a bot writes in its notes."""

from __future__ import annotations

import msgspec
import pytest

from referee.errors import RecordError
from referee.kernel.chain import Chain
from referee.kernel.record import Record, read_record
from referee.kernel.replay import verify
from tests.support.matches import job, played, sealed

RECORD = played(job())
LINES = RECORD.to_bytes().splitlines()
LINE_ENDS = "a\u2028b\u2029c\u0085d\x0b\x0c\x1c\x1d\x1e\r\n\\u2028é"


def with_note(note: str) -> Record:
    """The record with a note at its third step, and the digests that it must have."""
    steps = [*RECORD.steps]
    answers = [msgspec.structs.replace(answer, note=note) for answer in steps[2].answers]
    steps[2] = msgspec.structs.replace(steps[2], answers=answers)
    return sealed(Record(RECORD.header, steps, RECORD.end))


def as_older_versions_wrote(record: Record) -> bytes:
    """The record with all characters as they are, but for those that JSON must escape."""
    chain, written = Chain(), b""
    for line in record.lines():
        content = msgspec.json.encode(msgspec.structs.replace(line, digest="", time=None))[:-1]
        digest = chain.next(content)
        written += msgspec.json.encode(msgspec.structs.replace(line, digest=digest)) + b"\n"
    return written


def test_no_reader_takes_a_note_for_several_lines() -> None:
    written = with_note(LINE_ENDS).to_bytes()
    assert len(written.decode().splitlines()) == len(LINES)
    assert b"\\u2028" in written
    read = read_record(written)
    assert {answer.note for answer in read.steps[2].answers} == {LINE_ENDS}
    assert read.to_bytes() == written
    verify(read)


def test_other_letters_stay_as_they_are() -> None:
    written = with_note("Zürich").to_bytes()
    assert "Zürich".encode() in written
    verify(read_record(written))


def test_a_step_is_written_in_the_same_way() -> None:
    step = with_note(LINE_ENDS).steps[2]
    plain = msgspec.structs.replace(step, digest="", time=None)
    before = with_note(LINE_ENDS).steps[1].digest
    sealed_step, line = Chain(before).sealed_line(plain, step.time)
    assert sealed_step == step
    assert line == with_note(LINE_ENDS).to_bytes().splitlines(keepends=True)[3]


def test_a_record_of_an_older_version_stays_as_it_was_written() -> None:
    """Its digests are of the characters as they are."""
    written = as_older_versions_wrote(with_note(LINE_ENDS))
    assert len(written.decode().splitlines()) > len(LINES)
    read = read_record(written)
    assert read.to_bytes() == written
    verify(read)


def test_a_line_is_escaped_as_a_whole_or_not_at_all() -> None:
    written = as_older_versions_wrote(with_note(LINE_ENDS)).replace("\u2029".encode(), rb"\u2029")
    with pytest.raises(RecordError, match="line 4: not in the form in which records are written"):
        read_record(written)
