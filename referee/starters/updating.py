"""Updates the library in the folder of a bot that `referee bot new` wrote, and keeps what its author wrote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from referee.errors import UsageError
from referee.files import plain
from referee.starters.bots import build_commands, find_language, library_file
from referee.starters.files import PROTOS, module_of, starter_files, with_module, without_module
from referee.starters.languages import StarterLanguage
from referee.starters.library_file import LIBRARY_FILE, LibraryFile, digest, read_library_file
from referee.version import referee_version

YOURS = ".yours"
"""The ending of the file in which an update keeps the author's changed version of a library file."""
NEW = ".new"
"""The ending of a new settings file that an update writes beside the one that the author changed."""


@dataclass(frozen=True)
class Change:
    """What an update does with one file.

    Attributes:
        place: The path of the file.
        words: A description for people.
        data: The new contents; None if the file is removed or kept.
        moved: The path to which the old file is moved first; empty if it is not moved.
        removed: Whether the file is removed.
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
        changes: The changes, one for each file that is not up to date.
        said: The contents of the library file after the update.
        stale: Whether anything needs to be written.
        build: The commands that rebuild the bot.
    """

    changes: list[Change]
    said: LibraryFile
    stale: bool
    build: list[str]


def plan_update(folder: Path) -> Update:
    """Plan the update of a folder, without changing anything.

    Raises:
        UsageError: `referee bot new` did not write the folder, a later version did, or it cannot be read.
    """
    said = read_library_file(folder)
    if said.is_newer_than(referee_version()):
        raise UsageError(
            f"{folder} has the library of Referee {said.version}, but this is Referee {referee_version()}: "
            f"update it with version {said.version} or later"
        )
    language = find_language(said.language)
    try:
        return _Comparison(folder, said, language).update()
    except OSError as error:
        raise UsageError(plain(error, folder)) from None


def carry_out(folder: Path, update: Update) -> None:
    """Change the files. If this is interrupted, the next update does the rest.

    Raises:
        UsageError: The disk cannot be written.
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
    """Write a file as a whole or not at all: a truncated file would look as if its author had changed it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f"{file.name}.part")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


class _Comparison:
    """Compares the files in a folder with those that were written into it, and with the current ones."""

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
        """Whether this is the `.proto` file of a game that is not installed here; the bot may still need it."""
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
                yield Change(place, "updated", self._written(new))
            elif digest(new) == old:
                yield Change(place, "kept: you changed it, and the library's file did not change")
            else:
                aside = self._free(place + YOURS)
                yield Change(place, f"updated; your changed version is now {aside}", self._written(new), aside)

    def _dropped(self, place: str, found: bytes | None, old: str | None) -> Iterator[Change]:
        if found is not None and digest(found) == old:
            yield Change(place, "removed: the library no longer has this file", removed=True)
        elif found is not None:
            yield Change(place, "kept: you changed it, but the library no longer has this file")

    def _settings(self) -> Iterator[Change]:
        for place, new in sorted(self._files.settings.items()):
            old, found = self._said.settings.get(place), self._found(place)
            if found is None and old is None:
                yield Change(place, "added", self._written(new))
            elif found is None or found == new or digest(new) == old:
                continue  # its author removed it, or there is nothing new
            elif digest(found) == old:
                yield Change(place, "updated", self._written(new))
            else:
                words = f"written, because you changed {place}. Copy what you need, then delete this file"
                yield Change(place + NEW, words, self._written(new))

    def _found(self, place: str) -> bytes | None:
        """The file's contents, with the placeholder for the module. Raises `UsageError` for a link."""
        file = self._folder / place
        if any(path.is_symlink() for path in [file, *file.parents][: len(Path(place).parts)]):
            raise UsageError(f"{file} is a link, or in a linked folder: an update changes only files in this folder")
        return without_module(file.read_bytes(), self._language, self._module) if file.exists() else None

    def _written(self, new: bytes) -> bytes:
        return with_module(new, self._language, self._module)

    def _free(self, place: str) -> str:
        if (self._folder / place).exists():
            raise UsageError(
                f"{self._folder / place} already exists and contains your changes from before an earlier update: "
                f"move or delete it, then update again"
            )
        return place
