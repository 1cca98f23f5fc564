"""Templates for a first bot for one game, filled with the game's id and every kind of its options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from referee.kernel.game import find_game

WORTHLESS = ("pass_turn", "done")
"""Kinds of options, in several games, with which a seat stops or passes."""

_OPTIONS = re.compile(r"^message Option \{$(.*?)^\}$", re.MULTILINE | re.DOTALL)
_VIEW = re.compile(r"^message View \{$(.*?)^\}$", re.MULTILINE | re.DOTALL)
_KIND = re.compile(r"((?:^ +//.*\n)+)^ +\w+ (\w+) = \d+;$", re.MULTILINE)
_FIELD = re.compile(r"^  [\w.<>, ]+ (\w+) = \d+;$", re.MULTILINE)
_BLOCK = re.compile(r"^[ \t]*\{\{for each kind\}\}\n(.*?)^[ \t]*\{\{end\}\}\n", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class OptionKind:
    """A kind of options: the name of its field in the message Option, and the first sentence of its comment."""

    name: str
    doc: str


def named(template: str, name: str) -> str:
    """Fill a template for any game: `{{name}}` is the name of the bot."""
    return _replaced(template, {"name": name})


def filled(template: str, name: str, game_id: str) -> str:
    """Fill a template for a game.

    `{{name}}` is the name of the bot, `{{game}}` is the game's id, `{{Game}}` the same as a class name, and `{{view}}`
    the fields of its View. The lines between `{{for each kind}}` and `{{end}}` are repeated for each kind of options.
    In them, `{{kind}}`, `{{Kind}}`, `{{kindName}}` and `{{KIND}}` are the name of the kind in the spellings that
    languages use, `{{doc}}` says what it means, and `{{worth}}` is an initial value for it.
    """
    proto = find_game(game_id).proto
    kinds = list(kinds_of(proto))
    text = _BLOCK.sub(lambda found: "".join(_for_kind(found[1], kind) for kind in kinds), template)
    said = {
        "name": name,
        "game": game_id,
        "Game": _upper(game_id),
        "view": ", ".join(_FIELD.findall(_part(_VIEW, proto))),
    }
    return _replaced(text, said)


def kinds_of(proto: str) -> Iterator[OptionKind]:
    """The kinds of options that the `.proto` of a game declares."""
    for comment, name in _KIND.findall(_part(_OPTIONS, proto)):
        doc = " ".join(line.strip().removeprefix("//").strip() for line in comment.splitlines())
        yield OptionKind(name, doc.partition(". ")[0].rstrip(".").replace("`", ""))


def _part(pattern: re.Pattern[str], proto: str) -> str:
    found = pattern.search(proto)
    assert found is not None, "every game's .proto has this message"
    return found[1]


def _for_kind(template: str, kind: OptionKind) -> str:
    upper = _upper(kind.name)
    worth = "0" if kind.name in WORTHLESS else "1"
    names = {"kind": kind.name, "Kind": upper, "kindName": upper[:1].lower() + upper[1:], "KIND": kind.name.upper()}
    return _replaced(template, {**names, "doc": kind.doc, "worth": worth})


def _upper(name: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def _replaced(text: str, said: dict[str, str]) -> str:
    for name, value in said.items():
        text = text.replace(f"{{{{{name}}}}}", value)
    return text
