"""Writes the folder of a first bot in a language: the library, the messages and one file to change."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from referee.errors import UsageError
from referee.files import plain
from referee.kernel.game import find_game
from referee.starters.files import PROTOS, WHEELS, StarterFiles, starter_files, with_module
from referee.starters.languages import StarterLanguage, languages
from referee.starters.library_file import LIBRARY_FILE, LibraryFile, digest
from referee.starters.names import name_for
from referee.starters.template import named
from referee.version import referee_version

GAME_WITHOUT_CHOICE = "keepers"
"""The game in the example commands for a bot that plays any game."""

README = """\
# {bot}

A bot in {language} that {what}. To improve it, change `{choose}` in `{file}`.

```sh
{commands}
```

## Files

- `{file}` and this README are yours.
- {library}: the library of Referee, and the messages. Do not change them: `referee bot update .` replaces
  them with those of the installed Referee. `{library_file}` records their version.
- {settings}: settings. You can change them; an update keeps your changes.

## Versions

{versions}
"""


def find_language(name: str) -> StarterLanguage:
    """The language with this id or name. Raises `UsageError` if there is none."""
    for language in languages().values():
        if name.lower() in (language.id, language.name.lower()):
            return language
    raise UsageError(f"unknown language {name!r}: use {', '.join(languages())}")


def write_bot(language: StarterLanguage, folder: Path, game_id: str | None) -> list[str]:
    """Write the bot into a new or empty folder, and return the commands that build it and start a match.

    Raises:
        UsageError: The folder is not empty, there is no such game, or the disk cannot be written.
    """
    if game_id is not None:
        find_game(game_id)
    name = name_for(folder)
    files = starter_files(language, game_id or "", name)
    commands = [*build_commands(language, name), *_play_commands(language, name, game_id or GAME_WITHOUT_CHOICE)]
    said = library_file(language, game_id or "", name, files)
    contents = {
        place: with_module(data, language, name) for place, data in (files.library | files.settings | files.own).items()
    }
    contents |= {LIBRARY_FILE: said.text().encode(), "README.md": _readme(said, language, files, commands).encode()}
    try:
        if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
            raise UsageError(f"{folder} exists already: name a new or empty folder")
        for place, data in contents.items():
            file = folder / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    except OSError as error:
        raise UsageError(plain(error, folder)) from None
    return [f"cd {shlex.quote(str(folder))}", *commands]


def library_file(language: StarterLanguage, game_id: str, name: str, files: StarterFiles) -> LibraryFile:
    """The library file that describes these files, with today's date."""
    return LibraryFile(
        version=referee_version(),
        date=datetime.now(UTC).date(),
        language=language.id,
        game=game_id,
        name=name,
        library={place: digest(data) for place, data in files.library.items()},
        settings={place: digest(data) for place, data in files.settings.items()},
    )


def build_commands(language: StarterLanguage, name: str) -> Iterator[str]:
    """The shell command that builds a bot of this name, if anything needs to be built."""
    if language.build:
        yield named(language.build, name)


def _play_commands(language: StarterLanguage, name: str, game_id: str) -> Iterator[str]:
    bot = shlex.quote(named(language.run, name))
    others = " --bot random" * (find_game(game_id).seats[0] - 1)
    yield f"referee play {game_id} --bot {bot}{others} --deals 10"
    yield f"referee bot check {bot} --game {game_id}"


def _readme(said: LibraryFile, language: StarterLanguage, files: StarterFiles, commands: list[str]) -> str:
    return README.format(
        bot=said.name,
        language=language.name,
        what=f"plays {find_game(said.game).name}" if said.game else "plays any game at random",
        choose=files.choose,
        file=files.file,
        commands="\n".join(commands),
        library=_quoted([f"{folder}/" for folder in (*language.library, PROTOS if language.protos else WHEELS)]),
        library_file=LIBRARY_FILE,
        settings=_quoted(sorted(files.settings)),
        versions=language.versions.replace("{{version}}", said.version),
    )


def _quoted(words: list[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)
