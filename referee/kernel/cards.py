"""Card sets: TOML into typed cards. What a game does not know, it refuses, and says where."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

from referee.errors import CardSetError

T = TypeVar("T")


def digest_of(toml: str) -> str:
    """The digest that names a card set in records and on the wire."""
    return blake2b(toml.encode(), digest_size=16).hexdigest()


def parse(toml: str) -> dict[str, Any]:
    """The card set as nested dictionaries."""
    try:
        return tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise CardSetError(f"the card set is not valid TOML: {error}") from None


def typed(raw: object, into: type[T], where: str) -> T:
    """One table of the card set as a typed value; `where` names it in errors."""
    try:
        return msgspec.convert(raw, into, strict=False)
    except msgspec.ValidationError as error:
        raise CardSetError(f"{where}: {error}") from None


def rows(cards: Mapping[str, Any], name: str, into: type[T]) -> list[T]:
    """The rows `[[name]]` of the card set as typed values; an error names the row by its id."""
    found = cards.get(name)
    if not isinstance(found, list):
        raise CardSetError(f"the card set has no [[{name}]]")
    return [typed(row, into, f"{name} {_row_name(row, number)}") for number, row in enumerate(found, 1)]


def section(cards: Mapping[str, Any], name: str, into: type[T]) -> T:
    """The table `[name]` of the card set as a typed value."""
    if name not in cards:
        raise CardSetError(f"the card set has no [{name}]")
    return typed(cards[name], into, f"[{name}]")


def check_count(what: str, found: int, wanted: int) -> None:
    """Refuses a set in which something is there more or less often than it must be."""
    if found != wanted:
        raise CardSetError(f"{what}: the card set has {found}, but must have {wanted}")


def check_unique(what: str, ids: Iterable[str]) -> None:
    """Refuses a set in which an id stands twice."""
    seen: set[str] = set()
    for name in ids:
        if name in seen:
            raise CardSetError(f"{what} {name!r} stands twice in the card set")
        seen.add(name)


def _row_name(row: object, number: int) -> str:
    return repr(row["id"]) if isinstance(row, dict) and "id" in row else f"number {number}"
