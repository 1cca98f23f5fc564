"""The command lines, as click knows them."""

from __future__ import annotations

import contextlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from click.testing import CliRunner

from referee.starters.languages import languages
from tests.support.commands import commands_of
from tests.support.shell import referee

CLIENTS = Path(__file__).parents[3] / "clients"
WIDTH = 78
"""What fits into a terminal of 80 columns with the frame of a block of code."""


def summary(group: click.Group, name: str) -> str:
    """A line for each command: its first sentence."""
    return "\n".join(f"- [`{' '.join(words)}`](#{'-'.join(words)}): {told}" for words, told in _summaries(group, name))


def _summaries(group: click.Group, name: str) -> Iterator[tuple[tuple[str, ...], str]]:
    for words, command in commands_of(group, name):
        yield words, command.get_short_help_str(200)


def helps(group: click.Group, name: str) -> str:
    """The help of each command, as `--help` prints it."""
    parts = [_help(group, (name,))]
    parts += [_help(group, words) for words, _ in commands_of(group, name)]
    return "\n\n".join(parts)


def _help(group: click.Group, words: tuple[str, ...]) -> str:
    done = CliRunner().invoke(group, [*words[1:], "--help"], prog_name=words[0], terminal_width=WIDTH)
    assert done.exit_code == 0, done.output
    return f"## {' '.join(words)}\n\n```text\n{done.output.rstrip()}\n```"


def first_bots() -> str:
    """What `referee bot new` prints for each language, and what building needs."""
    parts = []
    for word, language in languages().items():
        with TemporaryDirectory() as folder, contextlib.chdir(folder):
            told = referee("bot", "new", word, "my-bot", "--game", "keepers").stdout
        lines = [line.strip() for line in told.splitlines() if line.startswith("  ")]
        commands = "\n".join([f"referee bot new {word} my-bot --game keepers", *lines])
        parts.append(f"## {language.name}\n\n{_needs(word)}\n\n```sh\n{commands}\n```")
    return "\n\n".join(parts)


def _needs(word: str) -> str:
    page = f"`clients/{word}/README.md` explains the library."
    file = CLIENTS / word / "client.toml"
    if not file.is_file():
        return f"You need Python 3.11 or newer. {page}"
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    debian = " ".join(told.get("debian", []))
    packages = f" On Debian, run `apt install {debian}`." if debian else ""
    *most, last = told["needs"]
    needs = f"{', '.join(most)} and {last}" if most else last
    return f"To build the bot, you need {needs}.{packages} {page}"
