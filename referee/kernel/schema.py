"""The messages of a game, derived from the classes that declare its view, options and events.

Fields, kinds and words are numbered in the order of their declaration, so new ones must be added at the end.
"""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from operator import or_
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from referee.errors import DeclarationError
from referee.kernel.forms import Chosen, Enumeration, Field, Kind, Mapped, Message, Nested, Placed, Plain
from referee.kernel.words import UNUSED, CountedFrom, Places, Signing, Word, Words, said_of

__all__ = ["kinds"]

SCALARS = {int: "uint32", bool: "bool", str: "string", bytes: "bytes"}
KEYS = ("uint32", "sint32", "bool", "string")
GIVEN = ("Position", "Option", "Event")
LOWER_SNAKE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


class Schema:
    """All messages of a game.

    Raises `DeclarationError`, naming the class and the field, for anything that cannot be represented as a message.
    """

    def __init__(self, view: type[Struct], options: Sequence[type[Struct]], events: Sequence[type[Struct]]) -> None:
        self.view = view
        self.options = tuple(options)
        self.events = tuple(events)
        self._named: dict[str, object] = {}
        self._messages: dict[type[Struct], Message] = {}
        self._outer: list[type[Struct]] = []
        for name in GIVEN:
            self._name(name, f"the message {name}")
        self._add(view)
        for kind in (*options, *events):
            self.member(kind)
            self._add(kind)

    def message(self, of: type[Struct]) -> Message:
        """The message of a class."""
        return self._messages[of]

    @cached_property
    def named(self) -> tuple[Enumeration | Placed, ...]:
        """The enumerations and `Places` of all fields, in the order in which the fields use them."""
        found = [named for named in self._named.values() if isinstance(named, Enumeration | Placed)]
        return tuple(found)

    def with_parts(self, of: type[Struct], done: set[type[Struct]]) -> Iterator[Message]:
        """The message of a class, then those of its parts that have not been made yet."""
        if of in done:
            return
        done.add(of)
        message = self.message(of)
        yield message
        for field in message.fields:
            kind = field.kind.value if isinstance(field.kind, Mapped) else field.kind
            if isinstance(kind, Nested):
                yield from self.with_parts(kind.of, done)

    @staticmethod
    def member(kind: type[Struct]) -> str:
        """The name of the field that holds an option or event of a class."""
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
        if keyword.iskeyword(name):
            raise DeclarationError(f"{kind.__name__}: {name!r} is a reserved word of Python, so bots could not read it")
        return name

    def _name(self, name: str, what: object) -> None:
        known = self._named.setdefault(name, what)
        if known != what:
            raise DeclarationError(f"the name {name!r} is used twice: for {_told(known)} and for {_told(what)}")

    def _add(self, of: type[Struct]) -> None:
        if of in self._outer:
            raise DeclarationError(f"{of.__name__} contains itself, through {self._outer[-1].__name__}")
        if of in self._messages:
            return
        self._name(of.__name__, of)
        if not of.__struct_config__.frozen:
            raise DeclarationError(f"{of.__name__} must be frozen: a value that was sent must not change")
        doc = _first_paragraph(of)
        hints = get_type_hints(of, include_extras=True)
        fields = tuple(
            self._field(of, name, number, hints[name]) for number, name in enumerate(of.__struct_fields__, 1)
        )
        self._messages[of] = Message(of, doc, fields)
        self._outer.append(of)
        for field in fields:
            self._add_kind(field.kind)
        self._outer.pop()

    def _add_kind(self, kind: Kind) -> None:
        match kind:
            case Nested(of):
                self._add(of)
            case Mapped(_, value):
                self._add_kind(value)
            case Enumeration() | Placed():
                self._name(kind.name, kind)

    def _field(self, of: type[Struct], name: str, number: int, hint: Any) -> Field:
        where = f"{of.__name__}.{name}"
        if not LOWER_SNAKE.fullmatch(name) or keyword.iskeyword(name):
            raise DeclarationError(f"{where}: a field name must be lower_snake_case and not a reserved word of Python")
        hint, metadata = bare(hint)
        doc = next((said for said in metadata if isinstance(said, str)), None)
        if doc is None:
            raise DeclarationError(f'{where} has no description: write Annotated[{_shown(hint)}, "What it is."]')
        hint, metadata, optional = without_none(hint, metadata)
        if said_of(metadata) is None and get_origin(hint) in {tuple, list, set, frozenset}:
            if optional:
                raise DeclarationError(f"{where} may be None or empty, which are the same on the wire; use empty only")
            return self._several(where, Field(name, number, doc, _NOTHING, repeated=True), hint)
        return Field(name, number, doc, self._kind(where, hint, metadata), optional=optional)

    def _several(self, where: str, field: Field, hint: Any) -> Field:
        item, *rest = get_args(hint)
        if get_origin(hint) is not tuple or rest != [...]:
            raise DeclarationError(f"{where} is {_shown(hint)}; for several values use tuple[..., ...] of one type")
        inner, metadata, optional = without_none(*bare(item))
        kind = self._kind(where, inner, metadata)
        if isinstance(kind, Mapped):
            raise DeclarationError(f"{where}: for several mappings, use a class that contains one")
        if optional and not (isinstance(kind, Enumeration) or (isinstance(kind, Plain) and kind.first)):
            raise DeclarationError(f"{where}: values of this type in a tuple cannot be None on the wire")
        return replace(field, kind=kind, optional=optional)

    def _kind(self, where: str, hint: Any, metadata: Sequence[Any]) -> Kind:
        said = said_of(metadata)
        match said:
            case Words():
                values = range(len(said.words)) if hint is int else said.words
                listed = zip(values, said.words, said.words.values(), strict=True)
                return Enumeration(said.name, said.doc, said.none, tuple(listed))
            case Places():
                return Placed(said.name, said.doc, tuple(said.places.items()))
            case CountedFrom():
                return Plain("uint32", said.first)
            case Signing():
                return Plain("sint32")
        if isinstance(hint, NewType):
            return self._kind(where, *bare(hint.__supertype__))
        if hint in SCALARS:
            return Plain(SCALARS[hint])
        if isinstance(hint, type) and issubclass(hint, Word):
            words = tuple((word, word.name.lower(), word.doc) for word in hint)
            return Enumeration(hint.__name__, _first_paragraph(hint), UNUSED, words)
        if isinstance(hint, type) and issubclass(hint, Struct):
            return Nested(hint)
        if get_origin(hint) in {Union, UnionType} and set(_members(hint)) <= set(self.options):
            return Chosen()
        if get_origin(hint) is dict:
            return self._mapped(where, hint)
        raise DeclarationError(f"{where}: {_shown(hint)} has no form on the wire; {_advice(hint)}")

    def _mapped(self, where: str, hint: Any) -> Mapped:
        key, value = (self._kind(where, *bare(part)) for part in get_args(hint))
        if not isinstance(key, Plain) or key.proto not in KEYS or key.first:
            raise DeclarationError(f"{where}: {_shown(get_args(hint)[0])} cannot be the key of a mapping")
        if isinstance(value, Mapped):
            raise DeclarationError(f"{where}: a mapping to mappings needs a class for the inner one")
        return Mapped(key, value)


_NOTHING = Plain("")
Base = TypeVar("Base", bound=Struct)


def kinds(module: ModuleType, base: type[Base]) -> tuple[type[Base], ...]:
    """The options or events that a module declares, in order.

    Base classes, whose names begin with an underscore, are left out.
    """
    declared = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, base)]
    own = [kind for kind in declared if kind.__module__ == module.__name__ and not kind.__name__.startswith("_")]
    return tuple(dict.fromkeys(own))


def class_names(module: str) -> Iterator[str]:
    """The names of the public classes that a module declares: its `__all__`, if it has no other public names."""
    for name, kind in vars(sys.modules[module]).items():
        if isinstance(kind, type) and kind.__module__ == module and not name.startswith("_"):
            yield name


def bare(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type and its annotations."""
    return (hint.__origin__, hint.__metadata__) if get_origin(hint) is Annotated else (hint, ())


def without_none(hint: Any, metadata: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...], bool]:
    """A type without None, its annotations, and whether None was allowed."""
    inner = [member for member in _members(hint) if member is not NoneType]
    if said_of(metadata) is not None or len(inner) == len(_members(hint)):
        return hint, metadata, False
    return *bare(reduce(or_, inner)), True


def _members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in {Union, UnionType} else (hint,)


def _first_paragraph(of: type[Any]) -> str:
    if "__doc__" not in vars(of) or not of.__doc__:
        raise DeclarationError(f"{of.__name__} has no description: it needs a docstring")
    return " ".join(of.__doc__.strip().split("\n\n")[0].split())


def _told(named: object) -> str:
    match named:
        case type():
            return f"{named.__module__}.{named.__qualname__}"
        case Enumeration():
            return f"the words {', '.join(word for _, word, _ in named.words[:3])}, ..."
        case Placed():
            return f"the places {', '.join(place for place, _ in named.places[:3])}, ..."
    return str(named)


def _shown(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)


def _advice(hint: Any) -> str:
    if get_origin(hint) in {tuple, list}:
        return "put the inner list in a class"
    if get_origin(hint) is Literal:
        return "use Annotated[..., Words(...)], with the meaning of each word"
    if get_origin(hint) in {Union, UnionType}:
        return "a union of classes is possible only for the game's options"
    return "use int, bool, str, bytes, Seat, a Word, a frozen Struct or a type with a declared form (kernel/words.py)"
