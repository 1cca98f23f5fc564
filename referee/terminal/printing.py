"""Prints answers: JSON for machines, text for people. What bots wrote is harmless when it comes out here."""

from __future__ import annotations

from collections.abc import Iterable

import click
import msgspec

from referee.neutral import neutral, neutral_json


def say(text: object, *, err: bool = False, nl: bool = True) -> None:
    """Prints text for people on stdout, or on stderr."""
    click.echo(neutral(str(text)), err=err, nl=nl)


def print_json(value: object, *, indent: int | None = 2) -> None:
    """Prints a value as JSON on stdout; without `indent` on one line."""
    encoded = msgspec.json.encode(value)
    text = encoded if indent is None else msgspec.json.format(encoded, indent=indent)
    click.echo(neutral_json(text.decode()))


def print_json_list(values: Iterable[object]) -> None:
    """Prints values as a JSON list, each as soon as it is there, for there may be many."""
    between = "["
    for value in values:
        click.echo(f"{between}\n  {neutral_json(msgspec.json.encode(value).decode())}", nl=False)
        between = ","
    click.echo("[]" if between == "[" else "\n]")


def print_file(data: bytes) -> None:
    """Writes what is to become a file to stdout, to the letter."""
    click.echo(data, nl=False)
