"""Card sets with a mistake, and what must be said of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.errors import CardSetError
from referee.kernel.cards import CardData, parse


def check_refused(load_cards: Callable[[CardData], object], right: str, wrong: str, message: str) -> None:
    """Fails unless the `wrong` set is refused with that message, which names a key of the `right` one."""
    assert wrong != right, "the mistake is not planted"
    with pytest.raises(CardSetError, match=message) as raised:
        load_cards(parse(wrong))
    assert "not valid TOML" in str(raised.value) or _names_a_key(str(raised.value), parse(right))


def _names_a_key(message: str, cards: CardData) -> bool:
    """Whether the error names a key of the set, and not only the name or id of a card."""
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
