"""Records on disk: a file per match, written line by line while the match runs, and renamed once it is over.

`ID.journal` is a match that is not over, `ID.jsonl` the record of one that is, and `ID.broken` a journal that something
other than a crash has changed. A file changes its name in one step, so that a match is never there twice.
"""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path
from typing import BinaryIO

from referee.errors import RecordError, UsageError
from referee.kernel.record import Record, read_record

MATCH_ID = re.compile(r"[a-z0-9_-][a-z0-9_.-]{0,63}")

log = logging.getLogger(__name__)


class Journal:
    """The open file of a match. Calling it writes one line, which then survives the death of this process."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file = file
        self._path = path

    def __call__(self, line: bytes) -> None:
        """Appends a line of the record."""
        written = self._file.write(line)
        if written != len(line):
            raise OSError(f"{self._path}: only {written} of {len(line)} bytes were written")

    def finish(self) -> Path:
        """Makes the file a finished record, safe from a power cut too; returns its new path."""
        os.fsync(self._file.fileno())
        self.close()
        return _rename(self._path, ".jsonl")

    def set_aside(self) -> Path:
        """Keeps what there is as `ID.broken`, so that the match can be begun anew; returns its new path."""
        self.close()
        return _rename(self._path, ".broken")

    def close(self) -> None:
        """Leaves the match unfinished, for a later `RecordFiles.unfinished`."""
        self._file.close()


class RecordFiles:
    """The directory with the records of a referee. One process at a time may use it."""

    def __init__(self, directory: Path) -> None:
        """Uses the directory, and makes it if it is not there."""
        directory.mkdir(parents=True, exist_ok=True)
        self._directory = directory

    def create(self, match_id: str) -> Journal:
        """The journal of a new match. Raises `UsageError` if the id is not allowed or was used before."""
        path = self._path(match_id, ".journal")
        if path.exists() or self._path(match_id, ".jsonl").exists():
            raise UsageError(f"there is already a match {match_id!r}")
        return Journal(path.open("xb", buffering=0), path)

    def finished(self) -> list[str]:
        """The ids of the matches that are over, in alphabetical order."""
        return sorted(path.stem for path in self._directory.glob("*.jsonl"))

    def read(self, match_id: str) -> bytes:
        """The record of a match that is over. Raises `UsageError` if there is none."""
        path = self._path(match_id, ".jsonl")
        if not path.exists():
            raise UsageError(f"there is no finished match {match_id!r}")
        return path.read_bytes()

    def set_aside(self, match_id: str) -> None:
        """Makes room for a match to be played again: its record is kept as `ID.void`."""
        _rename(self._path(match_id, ".jsonl"), ".void")

    def unfinished(self) -> list[tuple[Record, Journal]]:
        """After a crash: what is left of each match that was running, and its journal, to go on with.

        A match whose result was written already is finished instead; a journal without a whole header is removed.
        """
        left = [self._recover(path) for path in sorted(self._directory.glob("*.journal"))]
        return [found for found in left if found is not None]

    def _recover(self, path: Path) -> tuple[Record, Journal] | None:
        data = path.read_bytes()
        if b"\n" not in data:
            path.unlink()
            return None
        try:
            record = read_record(data)
        except RecordError as error:
            log.error("%s: %s; set aside as %s", path, error, _rename(path, ".broken").name)  # noqa: TRY400
            return None
        file = path.open("ab", buffering=0)
        file.truncate(data.rindex(b"\n") + 1)
        journal = Journal(file, path)
        if record.end is None:
            return record, journal
        journal.finish()
        return None

    def _path(self, match_id: str, suffix: str) -> Path:
        if not MATCH_ID.fullmatch(match_id):
            raise UsageError(f"match id {match_id!r}: expected 1 to 64 of a-z, 0-9, '-', '_' and '.', no '.' first")
        return self._directory / (match_id + suffix)


def _rename(path: Path, suffix: str) -> Path:
    renamed = path.replace(path.with_suffix(suffix))
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
    return renamed
