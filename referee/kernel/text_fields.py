"""How texts show the fields of a class: by their types, which also decide their form on the wire."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from types import UnionType
from typing import Any, NewType, Union, get_args, get_origin

from msgspec import Struct

from referee.counts import counted
from referee.errors import DeclarationError
from referee.kernel.schema import bare, without_none
from referee.kernel.words import CountedFrom, Places, Word, Words, said_of

Show = Callable[[Any], Any]
TextOfClass = Callable[[type[Struct]], Show]

SIGNED = "+d"
IN_BRACKETS = "[]"
NOTHING = "none"


class ShownAs:
    """How texts show the values of a type: a function of the value, or a mapping. It never receives None."""

    def __init__(self, text: Callable[[Any], str] | Mapping[Any, str]) -> None:
        self.text = text.__getitem__ if isinstance(text, Mapping) else text


class TextField:
    """A field of a class.

    Attributes:
        get: Reads the field.
        hint: Its type, without None.
        metadata: The annotations of the type.
        optional: Whether it may be None.
        is_present: Returns whether a value has it.
    """

    def __init__(self, name: str, hint: Any) -> None:
        self.get: Show = attrgetter(name)
        hint, outer = bare(hint)
        self.hint, inner, self.optional = without_none(hint, outer)
        self.metadata = (*outer, *inner)
        self.is_present = self._presence()

    def _presence(self) -> Show:
        get, said = self.get, said_of(self.metadata)
        if self.optional or isinstance(said, Words | CountedFrom):
            return lambda value: get(value) is not None
        if isinstance(said, Places):
            return lambda value: any(get(value))
        if self.hint in {int, bool, str, bytes} or get_origin(self.hint) is tuple:
            return get
        return lambda _: True


def shown(where: str, field: TextField, words: str | None, part: TextOfClass) -> Show | None:
    """The function that shows a value of a field, with the words of the format string if any; None: unchanged."""
    return _Shown(where, part).by_type(field.hint, field.metadata, words)


class _Shown:
    """How values are shown: `where` names the field in errors, and `part` makes the texts of a class."""

    def __init__(self, where: str, part: TextOfClass) -> None:
        self._where = where
        self._part = part

    def by_type(self, hint: Any, metadata: Sequence[Any], words: str | None) -> Show | None:
        """The function that shows a value of a type; None: unchanged."""
        if words is not None:
            return self._with_words(hint, metadata, words)
        own = next((shown for shown in metadata if isinstance(shown, ShownAs)), None)
        if own is not None:
            return own.text
        said = said_of(metadata)
        if isinstance(said, CountedFrom):
            first = said.first
            return lambda number: number + first
        if isinstance(said, Words):
            return [*said.words].__getitem__ if hint is int else None
        if isinstance(said, Places):
            names = [name.replace("_", " ") for name in said.places]
            return lambda counts: _places(counts, names)
        if get_origin(hint) is tuple:
            return self._several(hint, ", ")
        if isinstance(hint, type) and issubclass(hint, Word):
            return {word: word.name.lower().replace("_", " ") for word in hint}.__getitem__
        return self._of_class(hint)

    def _of_class(self, hint: Any) -> Show | None:
        kinds = get_args(hint) if get_origin(hint) in {Union, UnionType} else (hint,)
        if all(isinstance(kind, type) and issubclass(kind, Struct) for kind in kinds):
            parts = {kind: self._part(kind) for kind in kinds}
            return parts[hint] if hint in parts else lambda value: parts[type(value)](value)
        if hint is bool:
            raise DeclarationError(f"{self._where} is true or false: write words for both, as in {{won:wins|loses}}")
        if get_origin(hint) is dict:
            raise DeclarationError(
                f"{self._where} is a mapping, which has no text: use ShownAs(...), or write the text as a method"
            )
        return None

    def _with_words(self, hint: Any, metadata: Sequence[Any], words: str) -> Show:
        one, _, other = words.partition("|")
        while isinstance(hint, NewType):
            hint = hint.__supertype__
        if hint is bool:
            return lambda holds: one if holds else other
        if get_origin(hint) is tuple:
            return self._several(hint, words)
        if hint is not int or isinstance(said_of(metadata), Words | CountedFrom):
            raise DeclarationError(
                f"{self._where} takes no words after a colon: it is neither a number nor true or false"
            )
        if words == SIGNED:
            return "{:+d}".format
        return lambda count: counted(count, one, other)

    def _several(self, hint: Any, between: str) -> Show:
        inner, outer = bare(get_args(hint)[0])
        inner, metadata, optional = without_none(inner, outer)
        if optional:
            raise DeclarationError(f"{self._where} may contain None: use ShownAs(...)")
        show = self.by_type(inner, (*outer, *metadata), None) or str
        if between == IN_BRACKETS:
            return lambda values: f"[{', '.join(map(show, values))}]"
        return lambda values: between.join(map(show, values)) or NOTHING


def _places(counts: Sequence[int], names: Sequence[str]) -> str:
    return ", ".join([f"{count} {name}" for count, name in zip(counts, names, strict=True) if count]) or NOTHING
