"""Commands that are imported when they are chosen, so that no command waits for the imports of the others."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click


class LateCommand(click.Command):
    """The command `name` of a program, which is the object `name` in the module `name` of `package`.

    Until it is chosen, only its name and its line in the program's help are known; its own help starts with that line.
    """

    def __init__(self, name: str, package: str, line: str) -> None:
        super().__init__(name, short_help=line)
        self._home = f"{package}.{name}"

    def load(self) -> click.Command:
        """Import the command."""
        command: click.Command = getattr(import_module(self._home), self._home.rpartition(".")[2])
        return command

    def make_context(self, *words: Any, **extra: Any) -> click.Context:
        """The context of the real command, because click runs and completes the command of a context."""
        return self.load().make_context(*words, **extra)
