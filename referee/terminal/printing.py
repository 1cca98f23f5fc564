"""Prints answers: JSON for programs, text for people. Text from bots is made harmless."""

from __future__ import annotations

from collections.abc import Iterable

import click
import msgspec

from referee.neutral import neutral, neutral_json


def say(text: object, *, err: bool = False, nl: bool = True) -> None:
    """Print text for people on stdout, or on stderr."""
    click.echo(neutral(str(text)), err=err, nl=nl)


def print_json(value: object, *, indent: int | None = 2) -> None:
    """Print a value as JSON on stdout; without `indent` on one line."""
    encoded = msgspec.json.encode(value)
    text = encoded if indent is None else msgspec.json.format(encoded, indent=indent)
    click.echo(neutral_json(text.decode()))


def print_json_list(values: Iterable[object]) -> None:
    """Print values as a JSON list, each as soon as it is available, because there may be many."""
    between = "["
    for value in values:
        click.echo(f"{between}\n  {neutral_json(msgspec.json.encode(value).decode())}", nl=False)
        between = ","
    click.echo("[]" if between == "[" else "\n]")


def print_file(data: bytes) -> None:
    """Write the contents of a file to stdout, byte for byte."""
    click.echo(data, nl=False)
