"""Records on disk: a file per match, written line by line while the match runs, and renamed once it is over.

`ID.journal` is a match that is not over, `ID.jsonl` the record of one that is, and `ID.broken` a file that was changed
by something other than a crash; a second such file is `ID~2.broken`. No id has a `~`, so each name identifies its
match, whatever ids organisers choose (`x.2`, `x.broken`). A file is renamed in one step, so a match never exists twice.
The files contain seeds and hidden cards, so only their owner may read them.
"""

from __future__ import annotations

import heapq
import logging
import os
import re
import sys
import weakref
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from referee.errors import RecordError, UsageError
from referee.files import plain, private_folder
from referee.kernel.record import Header, Record, read_record
from referee.server.storage.disk import Disk

BYTES_TO_TRY = 64 * 1024
"""A full disk counts as usable again once it accepts this many bytes; a step has a few hundred."""

MATCH_ID = re.compile(r"[a-z0-9_-][a-z0-9_.-]{0,63}")

log = logging.getLogger(__name__)


class _Folder:
    """An open folder. Its changes can be synced even when no file can be opened any more."""

    def __init__(self, path: Path) -> None:
        descriptor = os.open(path, os.O_RDONLY)
        weakref.finalize(self, os.close, descriptor)
        self._descriptor = descriptor

    def sync(self) -> None:
        """Make sure that new file names survive a power failure."""
        os.fsync(self._descriptor)


class Journal:
    """The open file of a match. Calling it writes one line, which then survives even if this process is killed."""

    def __init__(self, path: Path, folder: _Folder, flags: int, size: int = 0) -> None:
        """Open the file, whose first `size` bytes are whole lines."""
        self._folder = folder
        self._descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | flags, 0o600)
        self._path = path
        self._size = size
        self._torn = False
        self._open = True

    def __call__(self, line: bytes) -> None:
        """Append a line of the record.

        Raises `OSError` if the line cannot be written; the caller may then try the same line again.
        """
        if self._torn:
            self.cut()
        self._torn = True
        written = 0
        while written < len(line):
            written += os.write(self._descriptor, line[written:])
        self._size += written
        self._torn = False

    def cut(self) -> None:
        """Cut off an incomplete last line."""
        os.truncate(self._descriptor, self._size)

    def finish(self) -> Path:
        """Turn the file into a finished record that survives a power cut; return its new path.

        Raises `OSError` if this fails; the caller may try again.
        """
        os.fsync(self._descriptor)
        if self._path.suffix == ".journal":  # an earlier attempt may have got past this
            self._path = self._path.replace(self._path.with_suffix(".jsonl"))
        self._folder.sync()
        self.close()
        return self._path

    def set_aside(self) -> Path:
        """Rename the file to `ID.broken`, so that the match can be started again; return its new path."""
        self.close()
        return _set_aside(self._path, "broken", self._folder)

    def discard(self) -> None:
        """Remove the file: the match does not exist."""
        self.close()
        self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Leave the match unfinished, for a later `RecordFiles.unfinished`."""
        if self._open:
            self._open = False
            os.close(self._descriptor)


class RecordFiles:
    """The directory with the records of a referee. Only one process at a time may use it.

    Attributes:
        disk: Whether it can be written.
    """

    def __init__(self, directory: Path) -> None:
        """Use the directory, and create it if it does not exist. Raises `UsageError` if that is impossible."""
        private_folder(directory)
        self._directory = directory
        self._folder = _Folder(directory)
        self.disk = Disk(directory, self._try_to_write)

    def create(self, match_id: str) -> Journal:
        """Create the journal of a new match. Raises `UsageError` if the id is not allowed or was used before."""
        path = self._path(match_id, ".journal")
        if path.exists() or self._path(match_id, ".jsonl").exists():
            raise UsageError(f"match {match_id!r} already exists")
        return Journal(path, self._folder, os.O_CREAT | os.O_EXCL)

    def records(self, most: int = sys.maxsize) -> Iterator[Record]:
        """The records of the most recently ended matches, one after the other, the newest first.

        A damaged record is set aside, and that is logged.
        """
        for path in heapq.nlargest(most, self._directory.glob("*.jsonl"), key=_age):
            record = self._read_or_set_aside(path)
            if record is not None:
                yield record

    def find(self, match_id: str) -> Record | None:
        """The record of a match that is over; None if there is none, or if it cannot be read."""
        if not MATCH_ID.fullmatch(match_id) or not self._path(match_id, ".jsonl").exists():
            return None
        return self._read_or_set_aside(self._path(match_id, ".jsonl"))

    def read(self, match_id: str) -> bytes:
        """The record of a match that is over. Raises `UsageError` if there is none."""
        path = self._path(match_id, ".jsonl")
        if not path.exists():
            raise UsageError(f"there is no finished match {match_id!r}")
        return path.read_bytes()

    def header(self, match_id: str) -> Header:
        """The header of a match that is not over. Raises `RecordError` if it cannot be read."""
        path = self._path(match_id, ".journal")
        try:
            return _record_of(path, path.read_bytes()).header
        except OSError as error:
            raise RecordError(plain(error, path)) from None

    def set_aside(self, match_id: str) -> None:
        """Make room for playing a match again: keep its record as `ID.void`.

        Raises `OSError` if this fails; the caller may try again.
        """
        path = self._path(match_id, ".jsonl")
        if path.exists():
            _set_aside(path, "void", self._folder)

    def unfinished(self) -> Iterator[tuple[Record, Journal]]:
        """After a crash: the remains of each unfinished match, and its journal, so that it can continue.

        If the result is in the journal, the match is finished instead. A journal without a complete header is removed.
        """
        for path in sorted(self._directory.glob("*.journal")):
            try:
                found = self._recover(path)
            except OSError as error:
                _log_unread(error, path)
                continue
            if found is not None:
                yield found

    def take_up(self, match_id: str) -> tuple[Record, Journal]:
        """The record of a match whose journal was closed, and the journal, so that the match can continue.

        Raises:
            RecordError: the journal no longer exists.
            OSError: the journal cannot be read now; the caller may try again.
        """
        left = self._recover(self._path(match_id, ".journal"))
        if left is None:
            raise RecordError(f"the journal of match {match_id} is gone")
        return left

    def _recover(self, path: Path) -> tuple[Record, Journal] | None:
        record = self._sound(path)
        if record is None:
            return None
        # An incomplete last line does not count.
        journal = Journal(path, self._folder, 0, path.read_bytes().rfind(b"\n") + 1)
        journal.cut()
        if record.end is None:
            return record, journal
        journal.finish()
        return None

    def _read_or_set_aside(self, path: Path) -> Record | None:
        """Like `_sound`; also None for a file that cannot be read, which is logged."""
        try:
            return self._sound(path)
        except OSError as error:
            _log_unread(error, path)
            return None

    def _sound(self, path: Path) -> Record | None:
        """The record in the file. A damaged file is renamed, which is logged; an incomplete header is removed.

        Raises `OSError` if the file cannot be read.
        """
        data = path.read_bytes()
        if b"\n" not in data and path.suffix == ".journal":
            path.unlink()
            return None
        try:
            return _record_of(path, data)
        except RecordError as error:
            kept = _set_aside(path, "broken", self._folder)
            what = f"{path}: {error}. The file is set aside as {kept.name}, and the match is no longer available"
            log.error("%s", what)  # noqa: TRY400 - it says all
            return None

    def _try_to_write(self) -> None:
        """Raise `OSError` if nothing can be written."""
        path = self._directory / ".trial"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            left = BYTES_TO_TRY
            while left:
                left -= os.write(descriptor, bytes(left))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
            path.unlink()

    def _path(self, match_id: str, suffix: str) -> Path:
        if not MATCH_ID.fullmatch(match_id):
            raise UsageError(
                f"invalid match id {match_id!r}: use 1 to 64 of a-z, 0-9, '-', '_' and '.', not starting with '.'"
            )
        return self._directory / (match_id + suffix)


def _record_of(path: Path, data: bytes) -> Record:
    """The record in the file. Raises `RecordError` if it does not fit the file's name."""
    record = read_record(data)
    if record.header.match_id != path.stem:
        raise RecordError(f"its header belongs to match {record.header.match_id!r}")
    if record.end is None and path.suffix == ".jsonl":
        raise RecordError("it has no result")
    return record


def _age(path: Path) -> tuple[int, str]:
    """A sort key: when the record was last written."""
    return path.stat().st_mtime_ns, path.name


def _log_unread(error: OSError, path: Path) -> None:
    log.error("%s. The match is not available until the next start", plain(error, path))


def _set_aside(path: Path, word: str, folder: _Folder) -> Path:
    """Rename to `ID.word`, or to a name like `ID~2.word` if that exists: nothing is lost."""
    names = (f"{path.stem}.{word}" if number == 1 else f"{path.stem}~{number}.{word}" for number in count(1))
    renamed = path.replace(next(free for name in names if not (free := path.with_name(name)).exists()))
    folder.sync()
    return renamed
