"""What a game declares becomes messages, or is refused with class and field."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from msgspec import Struct, defstruct

from referee.errors import DeclarationError
from referee.kernel import schema as module
from referee.kernel.asking import Option
from referee.kernel.schema import Schema, kinds
from referee.kernel.words import CountedFrom, Places, Word, Words


class Colour(Enum):
    RED = "red"


class Part(Struct, frozen=True):
    """A part."""


class Inner(Struct, frozen=True):
    """An inner."""

    part: Annotated[Part, "It."]


class Go(Option, frozen=True):
    """Go."""


class Stay(Option, frozen=True):
    """Stay."""


RED = Words("Shade", "A shade.", {"red": "Red."})
BLUE = Words("Shade", "A shade.", {"blue": "Blue."})


def view(name: str = "View", *, frozen: bool = True, doc: str | None = "A view.", **fields: Any) -> type[Struct]:
    made = defstruct(name, [*fields.items()], frozen=frozen, namespace={} if doc is None else {"__doc__": doc})
    made.__module__ = __name__
    return made


def said(hint: Any) -> Any:
    return Annotated[hint, "It."]


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        pytest.param(view(hand=int), r"View.hand does not say what it is: write Annotated\[int", id="no description"),
        pytest.param(view(doc=None), "View does not say what it is: it needs a docstring", id="no docstring"),
        pytest.param(view(frozen=False), "View must be frozen", id="not frozen"),
        pytest.param(view(a=said(float)), "View.a: float has no form on the wire; use int", id="a float"),
        pytest.param(view(a=said(Colour)), "View.a: Colour has no form on the wire", id="an enumeration of one's own"),
        pytest.param(view(a=said(Literal["x"])), r"View.a: .*Literal.* say Annotated\[..., Words", id="a literal"),
        pytest.param(view(a=said(list[int])), r"View.a is list\[int\]; several values are a tuple", id="a list"),
        pytest.param(view(a=said(tuple[int, int])), r"View.a is tuple\[int, int\]; several values", id="a pair"),
        pytest.param(view(a=said(tuple[int, ...] | None)), "View.a may be None or empty", id="several or None"),
        pytest.param(view(a=said(tuple[int | None, ...])), "View.a: None has no form among", id="None among several"),
        pytest.param(
            view(a=said(tuple[tuple[int, ...], ...])),
            "View.a: tuple.* a class of its own that holds it",
            id="lists of lists",
        ),
        pytest.param(view(a=said(tuple[dict[int, int], ...])), "View.a: several mappings", id="several mappings"),
        pytest.param(
            view(a=said(dict[int, dict[int, int]])), "View.a: a mapping to mappings", id="mapping to mappings"
        ),
        pytest.param(view(a=said(dict[Part, int])), "View.a: Part can not be the key", id="a class as key"),
        pytest.param(view(a=said(dict[Annotated[int, CountedFrom(1)], int])), "can not be the key", id="a shifted key"),
        pytest.param(
            view(a=said(Part | Inner)), "View.a: .* must be one of the game's options", id="one of two classes"
        ),
        pytest.param(
            view(handSize=said(int)), "View.handSize: the name of a field is lower_snake_case", id="camel case"
        ),
        pytest.param(view(**{"from": said(int)}), "View.from: .* no reserved word", id="a reserved word"),
        pytest.param(view("Option"), "the name 'Option' is used twice", id="a name that is given"),
        pytest.param(
            view("Part", a=said(Part)),
            r"'Part' is used twice: for .*\.Part and for .*test_schema.Part",
            id="a name twice",
        ),
        pytest.param(
            view(a=Annotated[int, RED, "It."], b=Annotated[int, BLUE, "It."]),
            "'Shade' is used twice: for the words red, ... and for the words blue",
            id="words twice",
        ),
        pytest.param(
            view(a=Annotated[int, RED, "It."], b=Annotated[tuple[int, ...], Places("Shade", "S.", {"x": "X."}), "It."]),
            "'Shade' is used twice: for the words red, ... and for the places x",
            id="words and places",
        ),
    ],
)
def test_what_has_no_form_is_refused(declared: type[Struct], message: str) -> None:
    with pytest.raises(DeclarationError, match=message):
        Schema(declared, [Go, Stay], [])


def test_a_kind_with_a_reserved_name_is_refused() -> None:
    with pytest.raises(DeclarationError, match="Pass: 'pass' is a reserved word of Python"):
        Schema(view(), [defstruct("Pass", [], bases=(Option,), frozen=True, namespace={"__doc__": "Pass."})], [])


def test_a_class_that_holds_itself_is_refused() -> None:
    class Chain(Struct, frozen=True):
        """A chain."""

        next: Annotated[Chain | None, "The rest."]

    Chain.__annotations__["next"] = Annotated[Chain | None, "The rest."]
    with pytest.raises(DeclarationError, match="Chain holds itself, by way of Chain"):
        Schema(Chain, [], [])


def test_members_of_words_are_numbered_as_written() -> None:
    class Why(Word):
        """Why."""

        RAIN = "It rained."
        SNOW = "It snowed."

    assert [(word.value, word.doc) for word in Why] == [(1, "It rained."), (2, "It snowed.")]


def test_kinds_are_those_of_the_module_itself() -> None:
    from referee.games.lootroll import choices

    found = kinds(choices, Option)
    assert [kind.__name__ for kind in found[:3]] == ["PassTurn", "Done", "PlayAbility"]
    assert all(not kind.__name__.startswith("_") for kind in found)
    assert kinds(module, Option) == ()
