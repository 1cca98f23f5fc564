"""How the values of a game look on the wire, declared once per type of value.

A plain `int` is a `uint32`; text, bytes, booleans, seats, classes and tuples need no declaration either. For other
types, declare the form on the wire where the type gets its name:

Colour = Annotated[int, Words("Colour", "The colour of a card.", {"warrior": "Warrior.", "wizard": "Wizard."})]
Space = Annotated[int, CountedFrom(1)]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Annotated, Any, Self

__all__ = ["CountedFrom", "Places", "Signed", "Word", "Words"]

UNUSED = "Never used."


class Words:
    """An enumeration. The value is one of the words or, if its type is `int`, the index of a word.

    A missing value (None) is `..._UNSPECIFIED`; `none` describes what that means.
    """

    def __init__(self, name: str, doc: str, words: Mapping[str, str] | Iterable[tuple[str, str]], none: str = UNUSED):
        self.name = name
        self.doc = doc
        self.words = dict(words)
        self.none = none

    def places(self, name: str, doc: str) -> Places:
        """A number for each of the words, in their order."""
        return Places(name, doc, self.words)


class Word(Enum):
    """The base of an enumeration class: each member has a description and is numbered from 1.

    class Reason(Word):
        STEAL = "A token that steals."
    """

    doc: str

    def __new__(cls, doc: str) -> Self:
        """Number the members in the order of their declaration."""
        word = object.__new__(cls)
        word._value_ = len(cls.__members__) + 1
        word.doc = doc
        return word

    @classmethod
    def places(cls, name: str, doc: str) -> Places:
        """A number for each of the members, in their order."""
        return Places(name, doc, {member.name.lower(): member.doc for member in cls})


class CountedFrom:
    """A number that starts at 0 in the rules and at `first` on the wire, where 0 stands for None."""

    def __init__(self, first: int) -> None:
        self.first = first


class Places:
    """A tuple with one number per name: a message with one field for each."""

    def __init__(self, name: str, doc: str, places: Mapping[str, str]) -> None:
        self.name = name
        self.doc = doc
        self.places = dict(places)


class Signing:
    """A number that may be negative."""


Signed = Annotated[int, Signing()]


def said_of(metadata: Iterable[Any]) -> Words | CountedFrom | Places | Signing | None:
    """The declaration about the wire in the metadata of a type, if any."""
    return next((said for said in metadata if isinstance(said, Words | CountedFrom | Places | Signing)), None)
