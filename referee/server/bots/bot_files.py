"""Which files are the bot's own: those that its command names, and the project that they belong to."""

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
    """The bot's own folder, and what a list of paths in its command (`-cp classes:lib/bot.jar`) names besides.

    The folder is the project that the first file or folder named belongs to, or else that folder, or the one that the
    file lies in. A project with something in it that is hidden is not taken: more may lie there that bots must not see.

    Raises:
        UsageError: the folder holds much more than a bot, for example a home directory.
    """
    named = _first_named(command, cwd)
    if not named:
        return []
    first, *others = named
    folder = first if first.is_dir() else first.parent
    if is_too_much(folder):
        raise UsageError(f"the bot lies in {folder}, which it would be allowed to read: give it a folder of its own")
    folder = _project_of(folder, hidden) or folder
    return [folder, *(other for other in others if not other.is_relative_to(folder))]


def _first_named(command: Sequence[str], cwd: Path) -> list[Path]:
    """What is the bot's: a file that an argument names, or the program itself, or a folder that an argument names."""
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
    """What a word names: one file or folder, or several in a list; `lib/*` are the archives in a folder for Java."""
    parts = [word] if _is_there(cwd / word) else [part.removesuffix("/*") for part in word.split(os.pathsep)]
    return [Path(os.path.normpath(cwd / part)) for part in parts if part and _is_there(cwd / part)]


def _is_there(path: Path) -> bool:
    try:
        return path.is_file() or path.is_dir()
    except (OSError, ValueError):  # a word that is too long for a path, for example
        return False


def _project_of(folder: Path, hidden: Sequence[Path]) -> Path | None:
    """The nearest folder upwards with a file that says it is a project; None without one that is the bot's alone."""
    for above in (folder, *folder.parents):
        if is_too_much(above) or in_system(above) or _others_may_write(above):
            return None
        if any((above / mark).is_file() for mark in MARKS_OF_A_PROJECT):
            return None if holds(above, hidden) else above
    return None


def _others_may_write(folder: Path) -> bool:
    """Whether anybody could make a project of the folder, for example of `/tmp`."""
    return bool(folder.stat().st_mode & stat.S_IWOTH)
