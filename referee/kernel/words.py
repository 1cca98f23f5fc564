"""How the values of a game look on the wire, said once for each type of value.

A plain `int` is a `uint32`; text, bytes, truth values, seats, classes and tuples need nothing said either. The rest is
said where the type gets its name:

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
    """An enumeration. The value is one of the words, or, for an `int`, the index of one.

    A value that is not there (None) is `..._UNSPECIFIED`, of which `none` says what it means.
    """

    def __init__(self, name: str, doc: str, words: Mapping[str, str] | Iterable[tuple[str, str]], none: str = UNUSED):
        self.name = name
        self.doc = doc
        self.words = dict(words)
        self.none = none


class Word(Enum):
    """The base of an enumeration that is a class: each member is written with what it says, and numbered from 1.

    class Reason(Word):
        STEAL = "A token that steals."
    """

    doc: str

    def __new__(cls, doc: str) -> Self:
        """Numbers the members in the order in which they are written."""
        word = object.__new__(cls)
        word._value_ = len(cls.__members__) + 1
        word.doc = doc
        return word


class CountedFrom:
    """A number that starts at 0 in the rules and at `first` on the wire, where 0 stands for None."""

    def __init__(self, first: int) -> None:
        self.first = first


class Places:
    """A tuple of as many numbers as there are names: a message with one field for each."""

    def __init__(self, name: str, doc: str, places: Mapping[str, str]) -> None:
        self.name = name
        self.doc = doc
        self.places = dict(places)


class Signing:
    """A number that may be less than 0."""


Signed = Annotated[int, Signing()]


def said_of(metadata: Iterable[Any]) -> Words | CountedFrom | Places | Signing | None:
    """What the metadata of a type says about the wire, if anything."""
    return next((said for said in metadata if isinstance(said, Words | CountedFrom | Places | Signing)), None)
