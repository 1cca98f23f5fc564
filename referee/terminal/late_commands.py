"""Commands that are imported only when they are used, so that no command has to wait for the imports of the others."""

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
        """Return the context of the real command: click runs and completes the command that belongs to a context."""
        return self.load().make_context(*words, **extra)
