"""The file that records the library's version in a bot's folder, with a digest of each file."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b
from pathlib import Path
from typing import Any

from referee.errors import UsageError
from referee.files import MOST_OF_A_SETTING, plain, read_bounded

LIBRARY_FILE = "referee-library.toml"

_HEAD = """\
# The version of Referee whose library is in this folder, the day on which `referee bot new` or `referee bot update`
# wrote it, and a digest of every file.
# Commit this file and do not change it: `referee bot update` compares your files with it.
"""
_VERSION = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})*")
_SAID = {"referee": str, "date": date, "language": str, "game": str, "name": str, "library": dict, "settings": dict}


@dataclass(frozen=True)
class LibraryFile:
    """The contents of the file.

    Attributes:
        version: The version of Referee.
        date: When the files were written.
        language: The id of the language.
        game: The id of the game; empty if the bot is for any game.
        name: The bot's name in its build files.
        library: Digests of the library's files and of the `.proto` files, by their paths.
        settings: Digests of the settings files as they were written, by their paths.
    """

    version: str
    date: date
    language: str
    game: str
    name: str
    library: Mapping[str, str]
    settings: Mapping[str, str]

    def text(self) -> str:
        """The file as TOML."""
        lines = [
            f"referee = {json.dumps(self.version)}",
            f"date = {self.date.isoformat()}",
            *(f"{key} = {json.dumps(getattr(self, key))}" for key in ("language", "game", "name")),
        ]
        for table in ("library", "settings"):
            digests = sorted(getattr(self, table).items())
            lines += ["", f"[{table}]", *(f"{json.dumps(path)} = {json.dumps(found)}" for path, found in digests)]
        return _HEAD + "\n".join(lines) + "\n"

    def is_newer_than(self, version: str) -> bool:
        """Whether a version later than `version` wrote the file."""
        return _numbers(self.version) > _numbers(version)


def digest(data: bytes) -> str:
    """The digest of a file's bytes."""
    return blake2b(data, digest_size=16).hexdigest()


def read_library_file(folder: Path) -> LibraryFile:
    """Read the library file of a bot's folder.

    Raises:
        UsageError: The file is missing or damaged.
    """
    path = folder / LIBRARY_FILE
    try:
        said = tomllib.loads(read_bounded(path, MOST_OF_A_SETTING).decode())
    except FileNotFoundError:
        raise UsageError(f"{folder} has no {LIBRARY_FILE}: name a folder that `referee bot new` wrote") from None
    except OSError as error:
        raise UsageError(plain(error, path)) from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is damaged: {error}. Restore the original file") from None
    _check(path, said)
    return LibraryFile(
        said["referee"],
        said["date"],
        said["language"],
        said["game"],
        said["name"],
        said["library"],
        said["settings"],
    )


def _check(path: Path, said: dict[str, Any]) -> None:
    for key, kind in _SAID.items():
        if not isinstance(said.get(key), kind):
            raise UsageError(f"{path} is damaged: {key} is missing or has a wrong type. Restore the original file")
    if not _VERSION.match(said["referee"]):
        raise UsageError(f"{path}: referee = {said['referee']!r} is not a version such as 0.1.0")
    for place, found in (said["library"] | said["settings"]).items():
        inside = place.isprintable() and not place.startswith("/") and ".." not in place.split("/")
        if not inside or not isinstance(found, str):
            raise UsageError(f"{path} is damaged: {place!r} is not a file in this folder with a digest")


def _numbers(version: str) -> list[int]:
    found = _VERSION.match(version)
    return [int(number) for number in found[0].split(".")] if found else []
