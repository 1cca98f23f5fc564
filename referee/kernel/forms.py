"""The forms of values on the wire, and the messages built from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec import Struct


@dataclass(frozen=True)
class Plain:
    """A plain value; `first` is added to it on the wire."""

    proto: str
    first: int = 0


@dataclass(frozen=True)
class Enumeration:
    """One of several words: each with its value in Python, its name on the wire and its description."""

    name: str
    doc: str
    none: str
    words: tuple[tuple[Any, str, str], ...]

    @property
    def proto(self) -> str:
        """The name of its type."""
        return self.name


@dataclass(frozen=True)
class Placed:
    """A tuple of numbers that becomes the fields of a message."""

    name: str
    doc: str
    places: tuple[tuple[str, str], ...]
    kind: Plain = Plain("uint32")

    @property
    def proto(self) -> str:
        """The name of its type."""
        return self.name


@dataclass(frozen=True)
class Nested:
    """A value of another class of the game."""

    of: type[Struct]

    @property
    def proto(self) -> str:
        """The name of its type."""
        return self.of.__name__


@dataclass(frozen=True)
class Chosen:
    """One of the game's options."""

    proto: str = "Option"


@dataclass(frozen=True)
class Mapped:
    """A mapping from keys to values."""

    key: Plain
    value: Kind

    @property
    def proto(self) -> str:
        """The name of its type."""
        return f"map<{self.key.proto}, {self.value.proto}>"


Kind = Plain | Enumeration | Placed | Nested | Chosen | Mapped


@dataclass(frozen=True)
class Field:
    """A field of a class. An `optional` field may be None, and is then not sent; a repeated field may contain None."""

    name: str
    number: int
    doc: str
    kind: Kind
    repeated: bool = False
    optional: bool = False

    @property
    def has_presence(self) -> bool:
        """Whether the wire must distinguish a missing value from the smallest one."""
        return self.optional and not self.repeated and isinstance(self.kind, Plain) and not self.kind.first


@dataclass(frozen=True)
class Message:
    """A class of the game as a message."""

    of: type[Struct]
    doc: str
    fields: tuple[Field, ...]

    @property
    def name(self) -> str:
        """The name of the class and of its message."""
        return self.of.__name__
