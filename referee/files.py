"""Private files, and plain messages for errors of files and disks."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from typing import BinaryIO

from referee.errors import UsageError

PASSING = "referee-passing-"
"""Prefix of temporary folders; they are removed once their process has ended, even if it was killed."""

MIB = 1 << 20
MOST_OF_A_RECORD = 64 * MIB
"""The limit for the record of a match, in bytes: ten times the size of a record with the longest notes."""
MOST_OF_A_SETTING = 4 * MIB
"""The limit for a file that people write by hand, such as a plan or a card set, in bytes."""

LONGEST_PATH_OF_A_FOLDER = 85
"""In bytes: `/socket/referee` is added to this path, and every system allows socket paths of 103 bytes."""

_WORDS = {
    errno.ENOSPC: "no space is left on the disk; make room there",
    errno.EDQUOT: "the disk quota is used up; make room there",
    errno.EROFS: "the disk is read-only; make it writable, or choose another place",
    errno.EACCES: "permission denied; change the permissions, or choose another place",
    errno.EPERM: "permission denied; change the permissions, or choose another place",
    errno.EIO: "this is not a regular file, or the disk is failing; see the system log",
    errno.EMFILE: "too many files are open in this process; raise its limit (ulimit -n); `referee doctor` shows it",
    errno.ENFILE: "too many files are open on this machine",
    errno.ENOENT: "no such file or folder; create it, or choose another place",
    errno.EISDIR: "this is a folder; name a file",
    errno.ENOTDIR: "a part of this path is a file, not a folder; choose another place",
    errno.EEXIST: "this exists already and is not a folder; choose another place",
    errno.ENAMETOOLONG: "this name is too long; choose a shorter one",
}


def plain(error: OSError, path: Path | str | None = None) -> str:
    """What went wrong with a file, and what to do. `path` is named if the error itself names no file."""
    place = error.filename if isinstance(error.filename, str) else path
    words = _WORDS.get(error.errno or 0) or error.strerror or str(error)
    return words if place is None else f"{place}: {words}"


def read_bounded(path: Path, most: int) -> bytes:
    """Read a file from an untrusted source: never a device or a pipe, and at most `most` bytes.

    Raises `UsageError` for a file of another kind or a larger one, `OSError` if it cannot be read.
    """
    with open_bounded(path, most) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise _too_large(path, most)
    return data


@contextmanager
def open_bounded(path: Path, most: int) -> Iterator[BinaryIO]:
    """Open such a file, to read it in parts. Raises what `read_bounded` does."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)  # never waits on a pipe
    try:
        found = os.fstat(descriptor)
        refuse_irregular(path, found)
        if found.st_size > most:
            raise _too_large(path, most)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            yield file
    finally:
        os.close(descriptor)


def _too_large(path: Path, most: int) -> UsageError:
    return UsageError(f"{path}: the file is larger than {most // MIB} MiB, the limit for such a file")


def refuse_irregular(path: Path, found: os.stat_result) -> None:
    """Raise `UsageError` if `found` describes a folder, a device, a pipe or a socket."""
    if stat.S_ISDIR(found.st_mode):
        raise UsageError(f"{path}: {_WORDS[errno.EISDIR]}")
    if not stat.S_ISREG(found.st_mode):
        raise UsageError(f"{path}: not a regular file (a device, a pipe or a socket); name a file on a disk")


def is_file(word: str) -> bool:
    """Whether a word is the path of a file.

    A word of a command may be too long for a path, or may not be a path at all.
    """
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False


def is_there(word: str) -> bool:
    """Whether a word is the path of a file or folder. It may not be a path at all."""
    try:
        return Path(word).exists()
    except (OSError, ValueError):
        return False


def private_folder(folder: Path) -> None:
    """Create the folder if it is missing, accessible only to its owner. Raises `UsageError` if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise UsageError(plain(error, folder)) from None


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner can access, as a whole or not at all. An existing file is replaced.

    Raises `UsageError` if it cannot be written; an existing file is then unchanged.
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


@contextmanager
def passing_folder() -> Iterator[Path]:
    """A private folder for the duration of the block; its path is short enough for a socket.

    A killed process leaves its folder behind; the next process that needs a folder removes it.

    Raises:
        UsageError: No place for it was found.
    """
    place = short_place()
    for left in place.glob(f"{PASSING}*"):
        _remove_if_left(left)
    try:
        folder, held = _new_folder(place)
    except OSError as error:
        raise UsageError(plain(error, place)) from None
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(held)


def short_place() -> Path:
    """The folder for temporary files, or another one if its path is too long for a socket.

    Raises:
        UsageError: All candidates are too long, missing or not writable.
    """
    usual = gettempdir()
    places = [usual, os.environ.get("XDG_RUNTIME_DIR", ""), "/tmp", "/var/tmp", "/dev/shm"]  # noqa: S108 - only a new private folder is made there
    for place in filter(None, places):
        is_short = len(os.fsencode(place)) + len(f"/{PASSING}12345678") <= LONGEST_PATH_OF_A_FOLDER
        if is_short and os.access(place, os.W_OK | os.X_OK):
            return Path(place)
    raise UsageError(
        f"{usual}: the path is too long for a socket; set TMPDIR to a folder with a path of at most "
        f"{LONGEST_PATH_OF_A_FOLDER - len(f'/{PASSING}12345678')} bytes"
    )


def _new_folder(place: Path) -> tuple[Path, int]:
    """A new folder there, and a descriptor that holds its lock as long as this process runs."""
    while True:  # another process may remove the folder as left over before it is locked
        folder = Path(mkdtemp(prefix=PASSING, dir=place))
        with suppress(FileNotFoundError):
            held = os.open(folder, os.O_RDONLY)
            with suppress(OSError):  # without locks no process removes it as left over
                fcntl.flock(held, fcntl.LOCK_EX)
            if folder.exists():
                return folder, held
            os.close(held)


def _remove_if_left(folder: Path) -> None:
    """Remove one of our folders if its process has ended."""
    with suppress(OSError):
        if folder.lstat().st_uid != os.geteuid():
            return
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder)
        finally:
            os.close(descriptor)
