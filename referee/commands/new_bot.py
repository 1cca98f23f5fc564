"""Writes the folder of a first bot in some language: the library, the messages and one file to change."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from referee.commands.proto_files import proto_texts
from referee.commands.starter_template import filled
from referee.commands.starters import TEMPLATE, StarterLanguage, languages
from referee.errors import UsageError
from referee.files import plain
from referee.kernel.game import find_game

GAME_WITHOUT_CHOICE = "keepers"
"""What a bot for any game plays first."""

README = """\
# A bot in {name}

It {what}. What to change is `{choose}` in `{file}`.

```sh
{commands}
```
"""
_CHOOSE = re.compile(r"\b(worth|choose)\b", re.IGNORECASE)


def find_language(name: str) -> StarterLanguage:
    """The language of that id, or of the name that people use. Raises `UsageError` if there is none."""
    for language in languages().values():
        if name.lower() in (language.id, language.name.lower()):
            return language
    raise UsageError(f"unknown language {name!r}; there are {', '.join(languages())}")


def write_bot(language: StarterLanguage, folder: Path, game_id: str | None) -> list[str]:
    """Writes the bot into a new folder, or an empty one, and returns the commands that build it and let it play.

    Raises:
        UsageError: there is something in the folder already, there is no such game, or the disk does not take it.
    """
    if game_id is not None:
        find_game(game_id)
    commands = list(_commands(language, game_id or GAME_WITHOUT_CHOICE))
    files = dict(_contents(language, game_id)) | {"README.md": _readme(language, game_id, commands).encode()}
    try:
        if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
            raise UsageError(f"{folder} is there already: name a folder that is new or empty")
        for name, data in files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    except OSError as error:
        raise UsageError(plain(error, folder)) from None
    return [f"cd {shlex.quote(str(folder))}", *commands]


def _contents(language: StarterLanguage, game_id: str | None) -> Iterator[tuple[str, bytes]]:
    own = language.own_files(for_game=game_id is not None)
    for name, path in (language.library_files() | own).items():
        if path.suffix == TEMPLATE and game_id is not None:
            yield name, filled(path.read_text(encoding="utf-8"), game_id).encode()
        else:
            yield name, path.read_bytes()
    if language.protos:
        for name, text in proto_texts().items():
            yield f"protos/{name}", text.encode()


def _commands(language: StarterLanguage, game_id: str) -> Iterator[str]:
    if language.build:
        yield language.build
    bot = shlex.quote(language.run)
    others = " --bot random" * (find_game(game_id).seats[0] - 1)
    yield f"referee play {game_id} --bot {bot}{others} --deals 10"
    yield f"referee bot check {bot} --game {game_id}"


def _readme(language: StarterLanguage, game_id: str | None, commands: list[str]) -> str:
    what = "plays any game, at random" if game_id is None else f"plays {find_game(game_id).name}"
    choose, file = _place_to_change(language.own_files(for_game=game_id is not None))
    return README.format(name=language.name, what=what, choose=choose, file=file, commands="\n".join(commands))


def _place_to_change(own: dict[str, Path]) -> tuple[str, str]:
    """The name of what decides in a starter, and the file in which it stands."""
    for name, path in own.items():
        if found := _CHOOSE.search(path.read_text(encoding="utf-8")):
            return found[1], name
    raise AssertionError(f"none of {', '.join(own)} has a function `choose`")
