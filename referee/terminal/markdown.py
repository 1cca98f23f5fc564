"""Markdown for people: formatted on a terminal, and unchanged elsewhere, so that programs can read it."""

from __future__ import annotations

import sys

from referee.terminal.printing import print_file, say


def print_markdown(text: str) -> None:
    """Print Markdown on stdout."""
    if sys.stdout.isatty():
        print_file(laid_out(text).encode())  # already harmless, and coloured
    else:
        say(text, nl=False)


def laid_out(text: str, width: int | None = None) -> str:
    """The formatted lines of a text; without `width` they fit this terminal."""
    from rich.markdown import Markdown  # noqa: PLC0415 - takes 0.2 s to load, and only a terminal needs it

    from referee.terminal.console import NeutralConsole  # noqa: PLC0415 - as before

    console = NeutralConsole(width=width)
    with console.capture() as captured:
        console.print(Markdown(text, hyperlinks=False))
    return "\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n"
