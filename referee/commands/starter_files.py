"""What lies in the folder of a first bot: files of the library, settings, and what its author changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.commands.client_wheel import client_wheel
from referee.commands.proto_files import proto_texts
from referee.commands.starter_template import filled, named
from referee.commands.starters import TEMPLATE, StarterLanguage

MODULE_FILE = "go.mod"
PROTOS = "protos"
WHEELS = "library"

_CHOOSE = re.compile(r"\b(worth|choose)\b", re.IGNORECASE)
_MODULE = re.compile(r"^module (\S+)", re.MULTILINE)
_MY_BOT = '"my bot"'
"""The name of the bot in sources that are no templates, so that they can be compiled and linted where they lie."""

_WHEEL_NEEDED = """\
# Written by `referee bot new` and `referee bot update`. Run pip in the folder above this one.
./{place}
"""


@dataclass(frozen=True)
class StarterFiles:
    """The contents of files by their places, in which the bot's module is still named as in what is carried.

    Attributes:
        library: What `referee bot update` renews: the library and the `.proto` files.
        settings: How the bot is built; what its author may change, and an update renews if not.
        own: What its author changes, and no update does.
        choose: The name of what decides.
        file: The file in which it stands, one of `own`.
    """

    library: dict[str, bytes]
    settings: dict[str, bytes]
    own: dict[str, bytes]
    choose: str
    file: str


def starter_files(language: StarterLanguage, game_id: str, name: str) -> StarterFiles:
    """The files of a bot in that language with that name, for one game or, if `game_id` is empty, for any."""
    begun = {
        place: _rendered(path, game_id, name) for place, path in language.own_files(for_game=bool(game_id)).items()
    }
    choose, file = _place_to_change(begun)
    library = {place: path.read_bytes() for place, path in language.library_files().items()}
    settings = {place: path.read_bytes() for place, path in language.setting_files().items()}
    return StarterFiles(
        library=library | dict(_made(language)),
        settings=settings | {place: data for place, data in begun.items() if place != file},
        own={file: begun[file]},
        choose=choose,
        file=file,
    )


def with_module(data: bytes, language: StarterLanguage, module: str) -> bytes:
    """A file that is carried, with the name of the bot's module instead of the one that stands for it."""
    return _renamed(data, language.module, module) if language.module else data


def without_module(data: bytes, language: StarterLanguage, module: str) -> bytes:
    """The opposite of `with_module`."""
    return _renamed(data, module, language.module) if language.module else data


def module_of(folder: Path, name: str) -> str:
    """What the module in that folder is called: its author may have renamed it since it got the bot's name."""
    file = folder / MODULE_FILE
    found = _MODULE.search(file.read_text(encoding="utf-8", errors="replace")) if file.is_file() else None
    return found[1] if found else name


def _renamed(data: bytes, old: str, new: str) -> bytes:
    """Renames a module where Go names one: in an import, and in the line that declares it."""
    imported = data.replace(f'"{old}/'.encode(), f'"{new}/'.encode())
    declared = rf"^module {re.escape(old)}$".encode()
    return re.sub(declared, lambda _: f"module {new}".encode(), imported, flags=re.MULTILINE)


def _rendered(path: Path, game_id: str, name: str) -> bytes:
    text = path.read_text(encoding="utf-8")
    if path.suffix == TEMPLATE:
        text = filled(text, name, game_id) if game_id else named(text, name)
    return text.replace(_MY_BOT, f'"{name}"').encode()


def _made(language: StarterLanguage) -> Iterator[tuple[str, bytes]]:
    """What belongs to the library, and does not lie anywhere as a file."""
    if language.protos:
        for place, text in proto_texts().items():
            yield f"{PROTOS}/{place}", text.encode()
    if language.id == "python":
        wheel, data = client_wheel()
        yield f"{WHEELS}/{wheel}", data
        yield f"{WHEELS}/requirements.txt", _WHEEL_NEEDED.format(place=f"{WHEELS}/{wheel}").encode()


def _place_to_change(begun: dict[str, bytes]) -> tuple[str, str]:
    """The name of what decides in a starter, and the file in which it stands."""
    for place, data in begun.items():
        if found := _CHOOSE.search(data.decode()):
            return found[1], place
    raise AssertionError(f"none of {', '.join(begun)} has a function `choose`")
