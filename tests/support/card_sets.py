"""What an error in a card set must say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from referee.kernel.cards import CardData


def names_a_key(message: str, cards: CardData) -> bool:
    """Whether somebody who wrote a set is told a key of it, and not only the name or id of a card."""
    said = re.sub(r"^[a-z ]+'[^']*'|the card set|'[^']*'", "", message)
    return not {*_keys(cards), "id"}.isdisjoint(re.findall(r"\w+", said))


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from _keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _keys(inner)
