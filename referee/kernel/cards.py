"""Read card sets from TOML into typed cards.

If a set contains anything that the game does not know, it is refused, and the error says where.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from referee.errors import CardSetError

__all__ = ["CardData", "check_count", "check_game", "check_parts", "check_unique", "rows", "section", "typed", "value"]

CardData = Mapping[str, Any]
"""The data of a card set, as nested dictionaries of JSON values, so that a record can hold it."""

LARGEST_NUMBER = 1_000
"""The largest number of copies of a card: to deal 100 rows with 1000 copies each delays all other matches by 0.1 s."""

T = TypeVar("T")


def plain_text(data: CardData) -> bytes:
    """The data of a card set in the canonical form that its digest covers: JSON with sorted keys and without blanks."""
    return msgspec.json.encode(data, order="sorted")


def digest_of(text: bytes) -> str:
    """The digest that identifies a card set in records and on the wire.

    The digest covers the plain text, not the TOML file.
    """
    return blake2b(text, digest_size=16).hexdigest()


def parse(toml: str) -> CardData:
    """Parse the TOML text of a card set."""
    try:
        data: CardData = msgspec.json.decode(msgspec.json.encode(tomllib.loads(toml)))
    except (ValueError, RecursionError, OverflowError) as error:  # raised for huge numbers and deep lists, too
        raise CardSetError(f"the card set is not valid TOML: {error}") from None
    return data


def check_numbers(cards: CardData) -> None:
    """Refuse a set with a number of cards that is too large to store or deal."""
    left: list[tuple[str, Any]] = [("", cards)]
    while left:
        where, raw = left.pop()
        if isinstance(raw, dict):
            left += [(f"{where}: {name}" if where else name, inner) for name, inner in raw.items()]
        elif isinstance(raw, list):
            left += [(f"{where} number {number}", inner) for number, inner in enumerate(raw, 1)]
        elif isinstance(raw, int | float) and abs(raw) > LARGEST_NUMBER:
            raise CardSetError(f"{where} is {raw}; a number in a card set may be at most {LARGEST_NUMBER}")


def typed(raw: object, into: type[T], where: str) -> T:
    """Convert one table of the card set to a typed value; `where` names it in errors."""
    try:
        return msgspec.convert(raw, into, strict=False)
    except msgspec.ValidationError as error:
        raise CardSetError(f"{where}: {error}{_hint(into, str(error))}") from None


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


def value(cards: Mapping[str, Any], name: str, into: type[T]) -> T:
    """The value `name = ...` before the first section of the card set, as a typed value."""
    if name not in cards:
        raise CardSetError(f"the card set has no {name} = ... before its first section")
    return typed(cards[name], into, name)


def check_parts(cards: CardData, known: set[str]) -> None:
    """Refuse a set with a part that the game does not know."""
    if unknown := cards.keys() - known:
        raise CardSetError(
            f"the card set has an unknown part {min(unknown)!r}: the known parts are {', '.join(sorted(known))}"
        )


def check_game(found: object, wanted: str) -> None:
    """Refuse a set for another game."""
    if found != wanted:
        raise CardSetError(f"game: the card set is for {found!r}, not for {wanted!r}")


def check_count(what: str, found: int, wanted: int) -> None:
    """Refuse a set that contains something more often or less often than required."""
    if found != wanted:
        raise CardSetError(f"{what}: the card set has {found}, but must have {wanted}")


def check_unique(what: str, ids: Iterable[str]) -> None:
    """Refuse a set that uses an id twice."""
    seen: set[str] = set()
    for name in ids:
        if name in seen:
            raise CardSetError(f"{what} {name!r}: the card set uses this id twice")
        seen.add(name)


def _row_name(row: object, number: int) -> str:
    return repr(row["id"]) if isinstance(row, dict) and "id" in row else f"number {number}"


def _hint(into: Any, message: str) -> str:
    """The words that are allowed at the place that an error of msgspec names; empty if any text is allowed there."""
    path = re.findall(r"\.\.\.|[^.`\[\]$]+", message.rpartition(" at `")[2]) if " at `" in message else []
    kinds = [inspect.type_info(into)]
    for part in path:
        kinds = [inner for kind in kinds for inner in _inside(kind, part)]
    words = dict.fromkeys(word for kind in kinds for word in _words(kind))
    return f"; allowed are {', '.join(words)}" if words else ""


def _inside(kind: inspect.Type, part: str) -> list[inspect.Type]:
    """The types inside a type: of a field, of the items of a list or of the values of a dictionary."""
    match kind:
        case inspect.UnionType():
            return [inner for one in kind.types for inner in _inside(one, part)]
        case inspect.StructType() if part == kind.tag_field:
            return [inspect.LiteralType((kind.tag,))]
        case inspect.StructType():
            return [field.type for field in kind.fields if field.encode_name == part]
        case inspect.VarTupleType() | inspect.ListType():
            return [kind.item_type]
        case inspect.DictType():
            return [kind.value_type]
    return []


def _words(kind: inspect.Type) -> list[str]:
    """The words that a type allows: the values of a literal or the names of fields."""
    match kind:
        case inspect.UnionType():
            return [word for one in kind.types for word in _words(one)]
        case inspect.LiteralType():
            return [str(value) for value in kind.values]
        case inspect.StructType():
            return [field.encode_name for field in kind.fields]
    return []
