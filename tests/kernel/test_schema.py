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
        pytest.param(view(hand=int), r"View.hand has no description: write Annotated\[int", id="no description"),
        pytest.param(view(doc=None), "View has no description: it needs a docstring", id="no docstring"),
        pytest.param(view(frozen=False), "View must be frozen", id="not frozen"),
        pytest.param(view(a=said(float)), "View.a: float has no form on the wire; use int", id="a float"),
        pytest.param(view(a=said(Colour)), "View.a: Colour has no form on the wire", id="a custom enumeration"),
        pytest.param(view(a=said(Literal["x"])), r"View.a: .*Literal.* use Annotated\[..., Words", id="a literal"),
        pytest.param(view(a=said(list[int])), r"View.a is list\[int\]; for several values use tuple", id="a list"),
        pytest.param(view(a=said(tuple[int, int])), r"View.a is tuple\[int, int]; for several values", id="a pair"),
        pytest.param(view(a=said(tuple[int, ...] | None)), "View.a may be None or empty", id="several or None"),
        pytest.param(view(a=said(tuple[int | None, ...])), "View.a: .* cannot be None", id="None among several"),
        pytest.param(
            view(a=said(tuple[tuple[int, ...], ...])),
            "View.a: tuple.* put the inner list in a class",
            id="lists of lists",
        ),
        pytest.param(view(a=said(tuple[dict[int, int], ...])), "View.a: for several mappings", id="several mappings"),
        pytest.param(
            view(a=said(dict[int, dict[int, int]])), "View.a: a mapping to mappings", id="mapping to mappings"
        ),
        pytest.param(view(a=said(dict[Part, int])), "View.a: Part cannot be the key", id="a class as key"),
        pytest.param(view(a=said(dict[Annotated[int, CountedFrom(1)], int])), "cannot be the key", id="a shifted key"),
        pytest.param(
            view(a=said(Part | Inner)), "View.a: .* is possible only for the game's options", id="one of two classes"
        ),
        pytest.param(view(handSize=said(int)), "View.handSize: a field name must be lower_snake_case", id="camel case"),
        pytest.param(view(**{"from": said(int)}), "View.from: .* not a reserved word", id="a reserved word"),
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
    with pytest.raises(DeclarationError, match="Chain contains itself, through Chain"):
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


class Good(Word):
    """A kind of goods."""

    RIPE_APPLES = "Apples."
    CHEESE = "Cheese."


@pytest.mark.parametrize(
    "places",
    [
        pytest.param(Good.places("PerGood", "Each."), id="of a class of words"),
        pytest.param(
            Words("Good", "A good.", {"ripe_apples": "Apples.", "cheese": "Cheese."}).places("PerGood", "Each."),
            id="of words",
        ),
    ],
)
def test_the_names_of_things_are_said_once_for_a_number_of_each(places: Places) -> None:
    assert (places.name, places.doc) == ("PerGood", "Each.")
    assert [*places.places.items()] == [("ripe_apples", "Apples."), ("cheese", "Cheese.")]
    counted = view(goods=Annotated[tuple[int, ...], places, "How many."])
    assert [field.kind.places for field in Schema(counted, [Go], []).message(counted).fields] == [  # type: ignore[union-attr]
        (("ripe_apples", "Apples."), ("cheese", "Cheese."))
    ]
