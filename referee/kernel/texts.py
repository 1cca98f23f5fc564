"""Texts for people.

Each is declared once, on the class that it describes: an option, an event, a part of a view or an effect.

class Played(Event, frozen=True):
    text = "seat {seat} plays {count:card}[ on seat {target}]"
    seat: Annotated[Seat, "The seat that plays."]
    count: Annotated[int, "The number of cards."]
    target: Annotated[Seat | None, "The target seat; absent if the effect takes none."] = None

`text` is a format string, or a method where a format string is not enough. A format string can contain

{seat}                a field or property, as its type says: a seat is its number, `Words` the word,
                      `CountedFrom(1)` one more, `Places` are "2 warrior, 1 wizard", several values are a list,
                      a part is its own text
{count:card}          a number of things: "1 card", "2 cards"; {count:die|dice} if the plural has no s
{change:+d}           a number with its sign
{won:wins|loses}      the words for true and for false; {served:, has a quest} adds nothing if it is false
{piles:; }            several values with another separator than ", "; {scores:[]} in brackets
[{card}|a card]       the first alternative whose fields are all present; if there is none, nothing, as in
                      "[ on seat {target}]". None and empty values are not present; 0 and false are, but
                      "[{debt:} with {debt:token}]" adds nothing for 0: `{debt:}` is only a condition.
                      Brackets can be nested

`ShownAs` changes how the values of a type are shown: `CardId = Annotated[str, ShownAs(card_name)]`. It can also
annotate a single field. `Lines` puts each part of a tuple on a separate line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, get_args, get_type_hints

from msgspec import Struct

from referee.errors import DeclarationError
from referee.kernel.text_fields import ShownAs, TextField, shown

__all__ = ["Lines", "ShownAs", "text_of"]

Show = Callable[[Any], Any]

KEPT = 1024
"""The number of texts that are cached per class, for classes with `cache_hash`."""

_TOKENS = re.compile(
    r"\{(?P<name>\w+)(?::(?P<words>[^{}]*))?\}|(?P<bracket>[][|])|(?P<plain>[^][{}|]+)|(?P<wrong>.)", re.DOTALL
)


class Lines:
    """Show each part on its own line, which begins with a name and a number: "Quest 1: ...", "Quest 2: ...".

    Attributes:
        name: The name of a part.
        first: The number of the first one.
        you: The field of the same class with the number of the reader's own part: "Seat 2 (you): ...".
    """

    def __init__(self, name: str, first: int = 0, you: str = "") -> None:
        self.name = name
        self.first = first
        self.you = you


def text_of(value: Struct) -> str:
    """The text of a value, by its class. Raises `DeclarationError` if the class has none."""
    text: str = compiled(type(value))(value)
    return text


def has_text(of: type) -> bool:
    """Whether a class has a text; a field named `text` does not count."""
    text = getattr(of, "text", None)
    return isinstance(text, str) or callable(text)


def check_texts(kinds: Iterable[type[Struct]], *, needed: bool) -> None:
    """Refuse format strings that cannot be filled in, and classes without a text if one is needed."""
    for kind in kinds:
        if needed or has_text(kind):
            compiled(kind)


@cache
def compiled(of: type[Struct]) -> Show:
    """The function that makes the texts of a class. Raises `DeclarationError` if its format string is invalid."""
    if not has_text(of):
        raise DeclarationError(f'{of.__name__} has no text: write text = "..." on the class')
    text: Any = getattr(of, "text", None)
    show: Show = text if callable(text) else _Reader(of, text).read()[0].show()
    return lru_cache(KEPT)(show) if of.__struct_config__.cache_hash else show


class _Sentence:
    """A format string, or an alternative in it, for `str.format`, with a function for each value.

    Attributes:
        form: The format string.
        values: The functions that return the values.
        needed: The functions that return whether a needed field is present.
    """

    def __init__(self) -> None:
        self.form = ""
        self.values: list[Show] = []
        self.needed: list[Show] = []

    def add(self, show: Show) -> None:
        """Append a value."""
        self.form += "{}"
        self.values.append(show)

    def show(self) -> Show:
        """The function that fills it in."""
        fill, values = self.form.format, self.values
        if not values:
            text = fill()
            return lambda _: text
        if len(values) == 1:
            (only,) = values
            return lambda value: fill(only(value))
        return lambda value: fill(*[show(value) for show in values])


class _Reader:
    """A parser for the format string of a class."""

    def __init__(self, of: type[Struct], text: str) -> None:
        hints = get_type_hints(of, include_extras=True)
        self._fields = {name: TextField(name, hints[name]) for name in of.__struct_fields__}
        self._of = of
        self._where = f"the text of {of.__name__}"
        self._text = text
        self._tokens = _TOKENS.finditer(text)

    def read(self, *, inside: bool = False) -> list[_Sentence]:
        """Read the alternatives up to the closing bracket; outside brackets the whole text is the only one."""
        found = [_Sentence()]
        for token in self._tokens:
            if token["name"]:
                self._add_field(found[-1], token["name"], token["words"], inside=inside)
            elif token[0] == "[":
                found[-1].add(_first_of(self.read(inside=True)))
            elif inside and token[0] == "]":
                return found
            elif inside and token[0] == "|":
                found.append(_Sentence())
            elif token["plain"] or token[0] == "|":
                found[-1].form += token[0]
            else:
                raise self._wrong(f"{token[0]!r} in {self._text!r} has no matching bracket")
        if inside:
            raise self._wrong(f"a '[' in {self._text!r} is not closed")
        return found

    def _add_field(self, to: _Sentence, name: str, words: str | None, *, inside: bool) -> None:
        field = self._field(name)
        if field.optional and not inside:
            raise self._wrong(f"{name!r} may be None: write an alternative for that, as in [{{{name}}}|nothing]")
        if field.optional or words == "" or field.hint not in {int, bool}:
            to.needed.append(field.is_present)
        if words == "":
            return
        lines = next((said for said in field.metadata if isinstance(said, Lines)), None)
        if lines is not None:
            to.add(self._lines(field, lines))
            return
        show = shown(f"{self._where}: {name!r}", field, words, compiled)
        get = field.get
        to.add(get if show is None else lambda value: show(get(value)))

    def _field(self, name: str) -> TextField:
        """The field or property of that name."""
        known = self._fields.get(name)
        if known is not None:
            return known
        member = getattr(self._of, name, None)
        if isinstance(member, property):
            return TextField(name, get_type_hints(member.fget, include_extras=True)["return"])
        raise self._wrong(f"there is no field {name!r}; the fields are: {', '.join(self._fields) or 'none'}")

    def _lines(self, field: TextField, lines: Lines) -> Show:
        get, part = field.get, compiled(get_args(field.hint)[0])
        if not lines.you:
            return lambda value: _numbered(lines, map(part, get(value)), None)
        own = self._field(lines.you).get
        return lambda value: _numbered(lines, map(part, get(value)), own(value))

    def _wrong(self, what: str) -> DeclarationError:
        return DeclarationError(f"{self._where}: {what}")


def _numbered(lines: Lines, texts: Iterable[str], own: int | None) -> str:
    name = lines.name
    numbered = enumerate(texts, lines.first)
    return "\n".join([f"{name} {number}{' (you)' if number == own else ''}: {text}" for number, text in numbered])


def _first_of(alternatives: Sequence[_Sentence]) -> Show:
    """A function that shows the first alternative whose fields are all present, or nothing if there is none."""
    shows = [(alternative.needed, alternative.show()) for alternative in alternatives]
    if len(shows) == 1 and len(shows[0][0]) == 1:
        ((only,), text) = shows[0]
        return lambda value: text(value) if only(value) else ""

    def show(value: Struct) -> Any:
        for needed, show in shows:
            for is_present in needed:
                if not is_present(value):
                    break
            else:
                return show(value)
        return ""

    return show
