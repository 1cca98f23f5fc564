"""Where the matches of a run can be watched: a folder for the sockets of its referees, found beside the database.

The folder itself lies where temporary files do, for the path of a socket must be short; a link leads to it. Nobody else
can enter it, and the sandbox hides it from bots. A run that was killed leaves a link that leads to nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.files import passing_folder


@contextmanager
def open_gallery(database: Path) -> Iterator[Path]:
    """The folder of a run, for the length of the block. Where no link can be made it is only not found by others."""
    link = _link(database)
    with passing_folder() as folder:
        with suppress(OSError):
            if link.is_symlink():
                link.unlink()
            link.symlink_to(folder)
        try:
            yield folder
        finally:
            with suppress(OSError):
                if link.readlink() == folder:
                    link.unlink()


def sockets_of(database: Path) -> list[Path]:
    """The sockets of the referees that play a tournament now, and perhaps of some that were killed."""
    with suppress(OSError):
        return sorted(_link(database).resolve(strict=True).iterdir())
    return []


def _link(database: Path) -> Path:
    real = database.resolve()
    return real.with_name(real.name + ".gallery")
