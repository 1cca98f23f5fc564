"""The wall clock of a process, which a test sets while it runs; its other clocks continue. Needs libfaketime."""

from __future__ import annotations

from pathlib import Path

LIBRARY = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)


class SetClock:
    """A clock for any number of processes. Made by `installed`.

    Attributes:
        environment: What makes a process look at it.
    """

    def __init__(self, file: Path, library: Path) -> None:
        self._file = file
        self.environment = {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",  # the times of files are the kernel's, which knows of no jump
        }
        self.jump(0)

    @classmethod
    def installed(cls, folder: Path) -> SetClock | None:
        """One that is set by a file in this folder; None where there is no libfaketime."""
        return None if LIBRARY is None else cls(folder / "clock", LIBRARY)

    def jump(self, seconds: int) -> None:
        """Sets the clock to this number of seconds after the true time."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{seconds:+d}")
        new.replace(self._file)
