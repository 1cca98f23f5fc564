"""The text of a game's `.proto`, generated from its schema. Docstrings become comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

from msgspec import Struct

from referee.kernel.forms import Enumeration, Field, Message, Placed
from referee.kernel.schema import Schema

WIDTH = 120
# These words must never change: otherwise the file of a game in another package would be out of date with a newer
# referee.
HEADER = """\
// Written by `referee game proto` from the classes of the game: change those, not this file.

syntax = "proto3";

package {package};
"""
POSITION = """
// What a seat of {name} is told when it is asked.
message Position {{
  // What the seat sees.
  View view = 1;
  // What it can choose from; an answer is an index into this list.
  repeated Option options = 2;
  // What happened since the seat's last Turn, if the bot wants events.
  repeated Event events = 3;
}}
"""
_BLOCK = re.compile(r"^(?:message|enum) (\w+) \{$")
_NUMBERED = re.compile(r"^ +(?:[\w.<>, ]+ )?(\w+) = ([0-9]{1,9});$")


def package(game_id: str) -> str:
    """The name of the package of a game's messages."""
    return f"referee.games.{game_id}.v1"


def proto_path(game_id: str) -> str:
    """The path of a game's file below `protos/`."""
    return f"{package(game_id).replace('.', '/')}/{game_id}.proto"


def proto_text(game_id: str, name: str, schema: Schema) -> str:
    """The text of the whole file."""
    done: set[type[Struct]] = set()
    parts = [HEADER.format(package=package(game_id)), POSITION.format(name=name)]
    parts += [_enumeration(named) if isinstance(named, Enumeration) else _placed(named) for named in schema.named]
    parts += map(_message, schema.with_parts(schema.view, done))
    for what, doc, kinds in (
        ("option", "Something that the asked seat can choose.", schema.options),
        ("event", "Something that happened.", schema.events),
    ):
        parts.append(_one_of(what, doc, [schema.message(kind) for kind in kinds]))
        for kind in kinds:
            parts += map(_message, schema.with_parts(kind, done))
    return "".join(parts)


def moved_numbers(old: str, new: str) -> list[str]:
    """The names that both texts contain with different numbers."""
    before, after = _numbers(old), _numbers(new)
    return [
        f"{name} would move from {number} to {after[name]}"
        for name, number in before.items()
        if after.get(name, number) != number
    ]


def _numbers(text: str) -> dict[str, int]:
    numbers, block = {}, ""
    for line in text.splitlines():
        if found := _BLOCK.match(line):
            block = found[1]
        elif found := _NUMBERED.match(line):
            numbers[f"{block}.{found[1]}"] = int(found[2])
    return numbers


def _block(opening: str, doc: str, lines: list[str]) -> str:
    return "\n".join(["", *_comment(doc), opening + " {", *lines, "}"]) + "\n" if lines else _empty(opening, doc)


def _empty(opening: str, doc: str) -> str:
    return "\n".join(["", *_comment(doc), opening + " {}"]) + "\n"


def _comment(doc: str, indent: str = "") -> list[str]:
    return [f"{indent}// {line}" for line in wrap(doc, WIDTH - len(indent) - 3)]


def _message(message: Message) -> str:
    return _block(f"message {message.name}", message.doc, [line for field in message.fields for line in _field(field)])


def _field(field: Field) -> Iterator[str]:
    label = "repeated " if field.repeated else "optional " if field.has_presence else ""
    yield from _comment(field.doc, "  ")
    yield f"  {label}{field.kind.proto} {field.name} = {field.number};"


def _placed(placed: Placed) -> str:
    fields = [Field(name, at, doc, kind) for at, (name, doc) in enumerate(placed.places, 1) for kind in [placed.kind]]
    return _block(f"message {placed.name}", placed.doc, [line for field in fields for line in _field(field)])


def _enumeration(named: Enumeration) -> str:
    prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", named.name).upper()
    words = [("unspecified", named.none), *((word, doc) for _, word, doc in named.words)]
    lines = [
        line
        for number, (word, doc) in enumerate(words)
        for line in (*_comment(doc, "  "), f"  {prefix}_{word.upper()} = {number};")
    ]
    return _block(f"enum {named.name}", named.doc, lines)


def _one_of(what: str, doc: str, kinds: list[Message]) -> str:
    lines = ["  // The kinds of " + what + "s.", f"  oneof {what} {{"]
    for number, kind in enumerate(kinds, 1):
        lines += [*_comment(kind.doc, "    "), f"    {kind.name} {Schema.member(kind.of)} = {number};"]
    return _block(f"message {what.capitalize()}", doc, [*lines, "  }"])
