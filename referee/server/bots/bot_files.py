"""Which files belong to a bot: those that its command names, and the project that contains them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from referee.errors import UsageError
from referee.server.bots.fetching import installed_package
from referee.server.bots.programs import find_program, in_system, is_installed, is_too_much
from referee.server.bots.showing import holds

MARKS_OF_A_PROJECT = ("package.json", "Cargo.toml", "pom.xml", "pyproject.toml", "go.mod", "CMakeLists.txt")


def own_files(command: Sequence[str], cwd: Path, hidden: Sequence[Path] = ()) -> list[Path]:
    """The bot's own folder, and the further paths if its command has a list of them (`-cp classes:lib/bot.jar`).

    The folder is the project to which the first file or folder in the command belongs. If there is no project, it is
    that folder itself, or the folder of that file. A project that contains hidden files is not used: it may contain
    more that bots must not see.

    Raises:
        UsageError: the folder contains much more than a bot, e.g. a home directory.
    """
    named = _first_named(command, cwd)
    if not named:
        return []
    first, *others = named
    folder = first if first.is_dir() else first.parent
    if is_too_much(folder):
        raise UsageError(f"the bot is in {folder}, all of which it could read: move it to a separate folder")
    folder = _project_of(folder, hidden) or folder
    return [folder, *(other for other in others if not other.is_relative_to(folder))]


def _first_named(command: Sequence[str], cwd: Path) -> list[Path]:
    """The bot's files: a file that an argument names, or else the program, or else a folder that an argument names."""
    named = next(_named(command, cwd), [])
    if not named and (package := installed_package(command, cwd)):
        return [package]
    program = find_program(command[0], cwd)
    is_own = "/" in command[0] and not is_installed(program)
    return [program] if is_own and not (named and named[0].is_file()) else named


def _named(command: Sequence[str], cwd: Path) -> Iterator[list[Path]]:
    """The files and folders that each argument names, and the packages or modules after `-m`."""
    for before, word in pairwise(command):
        if before == "-m":
            name = word.partition(".")[0]
            if (cwd / name).is_dir():
                yield [cwd]
            elif (cwd / f"{name}.py").is_file():
                yield [cwd / f"{name}.py"]
        elif not word.startswith("-"):
            paths = [path for path in _paths_in(word, cwd) if not in_system(path)]
            if paths:
                yield paths


def _paths_in(word: str, cwd: Path) -> list[Path]:
    """The files or folders that a word names, alone or in a list; for Java, `lib/*` means the archives in a folder."""
    parts = [word] if _is_there(cwd / word) else [part.removesuffix("/*") for part in word.split(os.pathsep)]
    return [Path(os.path.normpath(cwd / part)) for part in parts if part and _is_there(cwd / part)]


def _is_there(path: Path) -> bool:
    try:
        return path.is_file() or path.is_dir()
    except (OSError, ValueError):  # e.g. a word that is too long for a path
        return False


def _project_of(folder: Path, hidden: Sequence[Path]) -> Path | None:
    """The nearest folder above that a file marks as a project; None if there is none that contains only the bot."""
    for above in (folder, *folder.parents):
        if is_too_much(above) or in_system(above) or _others_may_write(above):
            return None
        if any((above / mark).is_file() for mark in MARKS_OF_A_PROJECT):
            return None if holds(above, hidden) else above
    return None


def _others_may_write(folder: Path) -> bool:
    """Whether any user could turn the folder into a project, e.g. `/tmp`."""
    return bool(folder.stat().st_mode & stat.S_IWOTH)
