"""The files for the records of a series of matches: a folder, or a single file for one match."""

from __future__ import annotations

from pathlib import Path

from referee.errors import UsageError
from referee.files import MOST_OF_A_RECORD, private_folder, read_bounded, write_private
from referee.kernel.record import Record, read_record

SUFFIX = ".jsonl"


def record_in(path: Path) -> Record:
    """The record in a file. Raises `RecordError`, and the errors of `read_bounded`."""
    return read_record(read_bounded(path, MOST_OF_A_RECORD))


class SeriesRecords:
    """Writes records, each as a whole or not at all.

    Attributes:
        place: The folder or file; None if records are not kept.
    """

    def __init__(self, place: Path | None, matches: int) -> None:
        """Use a folder, which is created if missing; or, if the name ends with .jsonl, a file.

        Raises:
            UsageError: `place` is a file, and there are several matches.
        """
        self.place = place
        if place is None:
            return
        if place.suffix == SUFFIX and matches > 1:
            raise UsageError(
                f"{place} can hold only one record, but there are {matches} matches: name a folder instead"
            )
        for folder in self.folders:
            private_folder(folder)

    @property
    def folder(self) -> Path | None:
        """The folder, if `place` is one."""
        return None if self.place is None or self.place.suffix == SUFFIX else self.place

    @property
    def folders(self) -> list[Path]:
        """The folder that contains all records; empty if they are not kept."""
        if self.place is None:
            return []
        return [(self.place.parent if self.place.suffix == SUFFIX else self.place).resolve()]

    def path(self, name: str) -> Path | None:
        """The file for the record of a match; None if records are not kept."""
        if self.place is None or self.place.suffix == SUFFIX:
            return self.place
        return self.place / f"{name}{SUFFIX}"

    def write(self, record: Record) -> None:
        """Write a record, replacing an older record of the same match."""
        path = self.path(record.header.name)
        if path is not None:
            write_private(path, record.to_bytes())
