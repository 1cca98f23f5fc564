"""The files in the folder of a first bot: the library, the settings, and the files that its author changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.starters.client_wheel import client_wheel
from referee.starters.languages import TEMPLATE, StarterLanguage
from referee.starters.proto_files import proto_texts
from referee.starters.template import filled, named

MODULE_FILE = "go.mod"
PROTOS = "protos"
WHEELS = "library"

_MODULE = re.compile(r"^module (\S+)", re.MULTILINE)
_MY_BOT = '"my bot"'
"""The bot's name in sources that are not templates, so that they can be compiled and linted in place."""

_WHEEL_NEEDED = """\
# Written by `referee bot new` and `referee bot update`. Run pip in the parent folder.
./{place}
"""


@dataclass(frozen=True)
class StarterFiles:
    """The contents of the files by path. The bot's module still has the placeholder name.

    Attributes:
        library: The files that `referee bot update` replaces: the library and the `.proto` files.
        settings: The build settings. Their author may change them; an update replaces only unchanged ones.
        own: The files for the author to change; an update never touches them.
        choose: The name of the function that decides.
        file: The file that contains this function, one of `own`.
    """

    library: dict[str, bytes]
    settings: dict[str, bytes]
    own: dict[str, bytes]
    choose: str
    file: str


def starter_files(language: StarterLanguage, game_id: str, name: str) -> StarterFiles:
    """The files of a bot in this language with this name, for one game, or for any game if `game_id` is empty."""
    begun = {
        place: _rendered(path, game_id, name) for place, path in language.own_files(for_game=bool(game_id)).items()
    }
    file = language.file
    library = {place: path.read_bytes() for place, path in language.library_files().items()}
    settings = {place: path.read_bytes() for place, path in language.setting_files().items()}
    return StarterFiles(
        library=library | dict(_made(language)),
        settings=settings | {place: data for place, data in begun.items() if place != file},
        own={file: begun[file]},
        choose=language.chooses_in_game if game_id else language.chooses,
        file=file,
    )


def with_module(data: bytes, language: StarterLanguage, module: str) -> bytes:
    """A file with the name of the bot's module in place of the placeholder."""
    return _renamed(data, language.module, module) if language.module else data


def without_module(data: bytes, language: StarterLanguage, module: str) -> bytes:
    """The opposite of `with_module`."""
    return _renamed(data, module, language.module) if language.module else data


def module_of(folder: Path, name: str) -> str:
    """The name of the module in a folder, which is `name` unless the author has renamed it."""
    file = folder / MODULE_FILE
    found = _MODULE.search(file.read_text(encoding="utf-8", errors="replace")) if file.is_file() else None
    return found[1] if found else name


def _renamed(data: bytes, old: str, new: str) -> bytes:
    """Rename a module in the places where Go code names it: in imports, and in the line that declares it."""
    imported = data.replace(f'"{old}/'.encode(), f'"{new}/'.encode())
    declared = rf"^module {re.escape(old)}$".encode()
    return re.sub(declared, lambda _: f"module {new}".encode(), imported, flags=re.MULTILINE)


def _rendered(path: Path, game_id: str, name: str) -> bytes:
    text = path.read_text(encoding="utf-8")
    if path.suffix == TEMPLATE:
        text = filled(text, name, game_id) if game_id else named(text, name)
    return text.replace(_MY_BOT, f'"{name}"').encode()


def _made(language: StarterLanguage) -> Iterator[tuple[str, bytes]]:
    """The files of the library that are generated here."""
    if language.protos:
        for place, text in proto_texts().items():
            yield f"{PROTOS}/{place}", text.encode()
    if language.id == "python":
        wheel, data = client_wheel()
        yield f"{WHEELS}/{wheel}", data
        yield f"{WHEELS}/requirements.txt", _WHEEL_NEEDED.format(place=f"{WHEELS}/{wheel}").encode()
