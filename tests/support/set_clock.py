"""The clock of a process on the wall, which somebody sets while it runs; its other clocks go on. Needs libfaketime."""

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
            "FAKETIME_CACHE_DURATION": "1",  # seconds until it looks again how the clock is set
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        self.jump(0)

    @classmethod
    def installed(cls, folder: Path) -> SetClock | None:
        """One that is set by a file in this folder; None where there is no libfaketime."""
        return None if LIBRARY is None else cls(folder / "clock", LIBRARY)

    def jump(self, seconds: int) -> None:
        """Sets the clock to so many seconds after the true time."""
        self._file.write_text(f"{seconds:+d}")
