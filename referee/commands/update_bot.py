"""Renews the library in the folder of a bot that `referee bot new` wrote, and leaves what its author wrote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from referee.commands.library_file import LIBRARY_FILE, LibraryFile, digest, read_library_file
from referee.commands.new_bot import build_commands, find_language, library_file
from referee.commands.starter_files import PROTOS, module_of, starter_files, with_module, without_module
from referee.commands.starters import StarterLanguage
from referee.errors import UsageError
from referee.files import plain
from referee.version import referee_version

YOURS = ".yours"
"""The ending of an author's changed copy of a file of the library, which an update has replaced."""
NEW = ".new"
"""The ending of a new setting that an update puts beside the one that the author changed."""


@dataclass(frozen=True)
class Change:
    """What an update does with one file.

    Attributes:
        place: The file.
        words: What is done, as a person is to read it.
        data: What it is to hold; None if it is removed or left.
        moved: Where it is moved first.
        removed: Whether it goes.
    """

    place: str
    words: str
    data: bytes | None = None
    moved: str = ""
    removed: bool = False


@dataclass(frozen=True)
class Update:
    """What an update of a folder does.

    Attributes:
        changes: What it does with each file of which there is something to say.
        said: What stands in the file about the library afterwards.
        stale: Whether anything is to be written at all.
        build: The commands that build the bot anew.
    """

    changes: list[Change]
    said: LibraryFile
    stale: bool
    build: list[str]


def plan_update(folder: Path) -> Update:
    """What an update of that folder would do; nothing is changed yet.

    Raises:
        UsageError: no `referee bot new` wrote the folder, a later version did, or it cannot be read.
    """
    said = read_library_file(folder)
    if said.is_newer_than(referee_version()):
        raise UsageError(
            f"{folder} has the library of Referee {said.version}, and this is Referee {referee_version()}: "
            f"update it with version {said.version} or later"
        )
    language = find_language(said.language)
    try:
        return _Comparison(folder, said, language).update()
    except OSError as error:
        raise UsageError(plain(error, folder)) from None


def carry_out(folder: Path, update: Update) -> None:
    """Changes the files. If that ends half-way, the next update does the rest.

    Raises:
        UsageError: the disk does not take it.
    """
    try:
        for change in update.changes:
            _carry_out(folder, change)
        if update.stale:
            _write(folder / LIBRARY_FILE, update.said.text().encode())
    except OSError as error:
        raise UsageError(plain(error, folder)) from None


def _carry_out(folder: Path, change: Change) -> None:
    file = folder / change.place
    if change.removed:
        file.unlink()
    if change.moved:
        file.rename(folder / change.moved)
    if change.data is not None:
        _write(file, change.data)


def _write(file: Path, data: bytes) -> None:
    """Writes a file as a whole or not at all: one that is cut short would count as changed by its author."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f"{file.name}.part")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


class _Comparison:
    """Compares what lies in a folder with what was written into it, and with what is to be there."""

    def __init__(self, folder: Path, said: LibraryFile, language: StarterLanguage) -> None:
        self._folder = folder
        self._said = said
        self._language = language
        self._module = module_of(folder, said.name)
        self._files = starter_files(language, said.game, said.name)

    def update(self) -> Update:
        said = library_file(self._language, self._said.game, self._said.name, self._files)
        others = {place: found for place, found in self._said.library.items() if self._is_of_another_game(place)}
        said = replace(said, library=others | dict(said.library))
        changes = [*self._library(), *self._settings()]
        same = (said.version, said.library, said.settings) == (
            self._said.version,
            self._said.library,
            self._said.settings,
        )
        stale = not same or any(change.data is not None or change.removed for change in changes)
        return Update(changes, said if stale else self._said, stale, list(build_commands(self._language, said.name)))

    def _is_of_another_game(self, place: str) -> bool:
        """Whether it is the `.proto` file of a game that is not installed here: the bot may need it all the same."""
        return place.startswith(f"{PROTOS}/") and place not in self._files.library

    def _library(self) -> Iterator[Change]:
        for place in sorted(self._said.library.keys() | self._files.library.keys()):
            if self._is_of_another_game(place):
                continue
            old, new, found = self._said.library.get(place), self._files.library.get(place), self._found(place)
            if new is None:
                yield from self._dropped(place, found, old)
            elif found is None:
                yield Change(place, "added", self._written(new))
            elif found == new:
                continue
            elif digest(found) == old:
                yield Change(place, "renewed", self._written(new))
            elif digest(new) == old:
                yield Change(place, "left: you changed it, and the library did not change there")
            else:
                aside = self._free(place + YOURS)
                yield Change(place, f"renewed; you had changed it: your file is now {aside}", self._written(new), aside)

    def _dropped(self, place: str, found: bytes | None, old: str | None) -> Iterator[Change]:
        if found is not None and digest(found) == old:
            yield Change(place, "removed: the library has no such file any more", removed=True)
        elif found is not None:
            yield Change(place, "left: you changed it, but the library has no such file any more")

    def _settings(self) -> Iterator[Change]:
        for place, new in sorted(self._files.settings.items()):
            old, found = self._said.settings.get(place), self._found(place)
            if found is None and old is None:
                yield Change(place, "added", self._written(new))
            elif found is None or found == new or digest(new) == old:
                continue  # its author does without it, or there is nothing new
            elif digest(found) == old:
                yield Change(place, "renewed", self._written(new))
            else:
                words = f"written: you changed {place}. Take over what you need, then delete this file"
                yield Change(place + NEW, words, self._written(new))

    def _found(self, place: str) -> bytes | None:
        """What lies there, with the name that stands for the module. Raises `UsageError` if it leads out of here."""
        file = self._folder / place
        if any(path.is_symlink() for path in [file, *file.parents][: len(Path(place).parts)]):
            raise UsageError(f"{file} is a link, or lies behind one: an update changes files of this folder only")
        return without_module(file.read_bytes(), self._language, self._module) if file.exists() else None

    def _written(self, new: bytes) -> bytes:
        return with_module(new, self._language, self._module)

    def _free(self, place: str) -> str:
        if (self._folder / place).exists():
            raise UsageError(
                f"{self._folder / place} is there already, with what you changed before an earlier update: "
                f"move or delete it, then update again"
            )
        return place
