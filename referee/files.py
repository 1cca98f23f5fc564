"""Files that only their owner may read, and what is wrong when a disk does not take them, in plain words."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from referee.errors import UsageError

_WORDS = {
    errno.ENOSPC: "no space is left on the disk; make room there",
    errno.EDQUOT: "the disk quota is used up; make room there",
    errno.EROFS: "the disk can only be read; make it writable, or choose another place",
    errno.EACCES: "you may not do that there; ask for the right to, or choose another place",
    errno.EPERM: "you may not do that there; ask for the right to, or choose another place",
    errno.EIO: "this is no usual file, or the disk does not work as it should; look into the system's log",
    errno.EMFILE: "too many files are open in this process; raise its limit (ulimit -n)",
    errno.ENFILE: "too many files are open on this machine",
    errno.ENOENT: "there is no such file or folder; make it, or choose another place",
    errno.EISDIR: "this is a folder; name a file",
    errno.ENOTDIR: "a part of this path is a file and no folder; choose another place",
    errno.EEXIST: "this is there already, and is no folder; choose another place",
    errno.ENAMETOOLONG: "this name is too long; choose another one",
}


def plain(error: OSError, path: Path | str | None = None) -> str:
    """What went wrong with a file, and what to do; `path` is said where the error itself names none."""
    place = error.filename if isinstance(error.filename, str) else path
    words = _WORDS.get(error.errno or 0) or error.strerror or str(error)
    return words if place is None else f"{place}: {words}"


def is_file(word: str) -> bool:
    """Whether a word is the path of a file; a word of a command may be too long for one, or be none at all."""
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False


def is_there(word: str) -> bool:
    """Whether a word is the path of a file or folder; it may be none at all."""
    try:
        return Path(word).exists()
    except (OSError, ValueError):
        return False


def private_folder(folder: Path) -> None:
    """Makes the folder if it is not there, for its owner alone. Raises `UsageError` if that does not work."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise UsageError(plain(error, folder)) from None


def write_private(path: Path, data: bytes) -> None:
    """Writes a file for its owner alone, as a whole or not at all; what was there is replaced.

    Raises `UsageError` if the disk does not take it; then what was there is still there.
    """
    unfinished = path.with_name(path.name + ".part")
    try:
        unfinished.unlink(missing_ok=True)
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            unfinished.replace(path)
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UsageError(plain(OSError(error.errno, error.strerror), path)) from None
