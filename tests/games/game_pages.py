"""The parts of a game's page in the manual that follow from its code and its card file.

`make reference` writes them again, with the other generated parts of the manual.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from referee.kernel.forms import Field, Mapped, Nested
from referee.kernel.game import Game, find_game
from referee.kernel.options import option_text
from tests.manual.reference import tables

PAGES = Path(__file__).parents[2] / "referee/manual/games"

# What stands in an example of an option, by the name of the field: a value that the text of the option can be made of.
EXAMPLES: dict[str, dict[str, Any]] = {
    "keepers": {"space": 1, "colour": 0, "seat": 1},
    "inns": {"cards": (0, 1, 2, 3, 4, 5), "card": 0, "seat": 1, "initiative": 4, "amount": 2},
    "inventory": {"card": "sack", "where": "back", "place": 2, "seat": 1},
    "brick": {"store": "food_bank", "card": "m01", "side": "supply", "item": "food", "seat": 1}
    | {"amount": 9, "debt": 1, "slot": 1, "source": 1, "target": 2, "price": 5, "count": 2, "points": 2},
    "lootroll": {"card": "smoke_bomb", "target": 1, "mode": "normal"},
}


def short(game: Game[Any]) -> str:
    """The rules in short, without their title, one level lower."""
    body = game.rules.partition("\n")[2].strip()
    return re.sub(r"^#", "##", body, flags=re.MULTILINE) + "\n"


def options(game: Game[Any]) -> str:
    """What can be set for a match."""
    rows = [(f"`{one.name}`", one.range, option_text(one.default), one.help) for one in game.options]
    return table(("option", "allowed", "default", "meaning"), rows)


def view(game: Game[Any]) -> str:
    """The messages of the view with their fields."""
    done: set[type[Struct]] = set()
    return "\n".join(
        f"**`{message.of.__name__}`**: {message.doc}\n\n" + table(("field", "meaning"), fields(message.fields))
        for message in game.schema.with_parts(game.schema.view, done)
    )


def choices(game: Game[Any]) -> str:
    """The options of the wire, with what a person reads."""
    rows = []
    for kind in game.schema.options:
        message = game.schema.message(kind)
        named = ", ".join(f"`{field.name}`" for field in message.fields)
        rows.append((f"`{game.schema.member(kind)}`", named or "-", f"{game.option_text(example(game, kind))}"))
    return table(("option", "fields", "a person reads, for example"), rows)


def example(game: Game[Any], kind: type[Struct]) -> Any:
    """An option of that kind."""
    return kind(**{name: EXAMPLES[game.id][name] for name in kind.__struct_fields__})


def events(game: Game[Any]) -> str:
    """The events of the wire."""
    rows = []
    for kind in game.schema.events:
        message = game.schema.message(kind)
        named = ", ".join(f"`{field.name}`" for field in message.fields)
        rows.append((f"`{game.schema.member(kind)}`", named or "-", message.doc))
    return table(("event", "fields", "meaning"), rows)


def cards(game: Game[Any]) -> str:
    """What every card does, list by list as the card file has them."""
    texts = game.card_texts(game.cards)
    parts = []
    for name, rows in game.card_data.items():
        if isinstance(rows, list) and all(isinstance(row, dict) for row in rows):
            lines = [(f"`{row['id']}`", *copies(row), texts[row["id"]]) for row in rows]
            head = ("card", *(["copies"] if copies(rows[0]) else []), "what it is and does")
            parts.append(f"**`[[{name}]]`**\n\n{table(head, lines)}")
    return "\n".join(parts)


def copies(row: dict[str, Any]) -> list[int]:
    """How many there are of a card, if the card file says it."""
    return [row[name] for name in ("copies", "count") if name in row]


def fields(of: Iterable[Field]) -> Iterator[tuple[str, str]]:
    """The fields of a message, each with its type if that is a message of its own."""
    for field in of:
        kind = field.kind.value if isinstance(field.kind, Mapped) else field.kind
        inner = f" (`{kind.of.__name__}`)" if isinstance(kind, Nested) else ""
        yield f"`{field.name}`", f"{field.doc}{inner}"


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of Markdown."""
    return tables.table(heads, [[*map(str, row)] for row in rows]) + "\n"


KINDS = {"rules": short, "options": options, "view": view, "choices": choices, "events": events, "cards": cards}
PARTS: Mapping[str, Callable[[], str]] = {
    f"{game_id}-{kind}": partial(make, find_game(game_id)) for game_id in EXAMPLES for kind, make in KINDS.items()
}
