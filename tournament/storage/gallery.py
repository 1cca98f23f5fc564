"""Where a run's matches can be watched: a folder with the sockets of its referees, reached by a link near the database.

The folder is a temporary one, because the path of a socket must be short; the link beside the database leads to it.
Other users cannot enter it, and the sandbox hides it from bots. A run that was killed leaves a dangling link.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.files import passing_folder


@contextmanager
def open_gallery(database: Path) -> Iterator[Path]:
    """Open the folder of a run for the block.

    If no link can be made, the folder works, but other programs cannot find it.
    """
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
    """List the sockets of the referees that are playing a tournament, and perhaps of some that were killed."""
    with suppress(OSError):
        return sorted(_link(database).resolve(strict=True).iterdir())
    return []


def _link(database: Path) -> Path:
    real = database.resolve()
    return real.with_name(real.name + ".gallery")
