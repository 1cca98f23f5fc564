"""Where the records of a series of matches go, and its secret: a folder, or a file for a single match."""

from __future__ import annotations

import os
from pathlib import Path

from referee.errors import UsageError
from referee.files import private_folder, write_private
from referee.kernel.record import Record
from referee.kernel.secret import Secret

SUFFIX = ".jsonl"
SUFFIX_BESIDE_RECORDS = ".secret"


class RecordWriter:
    """Writes records, each as a whole or not at all.

    Attributes:
        place: The folder or file; None if records are not kept.
    """

    def __init__(self, place: Path | None, matches: int) -> None:
        """Uses a folder, which is made; or, if the name ends with .jsonl, a file.

        Raises:
            UsageError: it is a file, and there are several matches.
        """
        self.place = place
        if place is None:
            return
        if place.suffix == SUFFIX and matches > 1:
            raise UsageError(f"{place} can hold one record, but there are {matches} matches: give a folder")
        for folder in self.folders:
            private_folder(folder)

    @property
    def folders(self) -> list[Path]:
        """The folder in which all records lie; none if they are not kept."""
        if self.place is None:
            return []
        return [(self.place.parent if self.place.suffix == SUFFIX else self.place).resolve()]

    def path(self, name: str) -> Path | None:
        """Where the record of a match goes; None if records are not kept."""
        if self.place is None or self.place.suffix == SUFFIX:
            return self.place
        return self.place / f"{name}{SUFFIX}"

    def keep_secret(self, name: str, secret: Secret) -> None:
        """Keeps the secret of the series in the folder, for nobody else to read, before the first match is played.

        So the records of a series that was cut short can be checked too. Without a folder nothing is kept.
        """
        if self.place is None or self.place.suffix == SUFFIX:
            return
        path = self.place / f"{name}{SUFFIX_BESIDE_RECORDS}"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secret.reveal().hex() + "\n")

    def write(self, record: Record) -> None:
        """Writes a record; an older one of the same match is replaced."""
        path = self.path(record.header.name)
        if path is not None:
            write_private(path, record.to_bytes())
