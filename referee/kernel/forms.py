"""The forms that values can have on the wire, and the messages that are made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec import Struct


@dataclass(frozen=True)
class Plain:
    """A plain value; `first` is added to it."""

    proto: str
    first: int = 0


@dataclass(frozen=True)
class Enumeration:
    """One of some words: its value in Python, its name on the wire, and what it says."""

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
    """Numbers by their place, as the fields of a message."""

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
    """A value of a class of its own."""

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
    """Values by a key."""

    key: Plain
    value: Kind

    @property
    def proto(self) -> str:
        """The name of its type."""
        return f"map<{self.key.proto}, {self.value.proto}>"


Kind = Plain | Enumeration | Placed | Nested | Chosen | Mapped


@dataclass(frozen=True)
class Field:
    """A field of a class. An `optional` one may be None, and is then not sent; or its items may be None."""

    name: str
    number: int
    doc: str
    kind: Kind
    repeated: bool = False
    optional: bool = False

    @property
    def has_presence(self) -> bool:
        """Whether the wire must tell a value that is not there from the smallest one."""
        return self.optional and not self.repeated and isinstance(self.kind, Plain) and not self.kind.first


@dataclass(frozen=True)
class Message:
    """A class."""

    of: type[Struct]
    doc: str
    fields: tuple[Field, ...]

    @property
    def name(self) -> str:
        """The name of the class, and of its message."""
        return self.of.__name__
