"""Texts that stand on the classes: what a format string says, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import pytest
from msgspec import Struct, field

import referee
from referee.errors import DeclarationError, MatchFailed
from referee.kernel.asking import Option, ask
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from referee.kernel.texts import Lines, ShownAs, text_of
from referee.kernel.words import CountedFrom, Places, Signed, Word, Words
from referee.starters.skeleton.src.skeleton.game import GAME
from referee.starters.skeleton.src.skeleton.state import SkeletonTable

Colour = Annotated[int, Words("Colour", "A colour.", {"red": "Red.", "green": "Green."})]
Phase = Annotated[str, Words("Phase", "A phase.", {"first_half": "First.", "second_half": "Second."})]
Space = Annotated[int, CountedFrom(1)]
PerColour = Annotated[tuple[int, ...], Places("PerColour", "Counts.", {"red": "Red.", "dark_green": "Green."})]
CardId = Annotated[str, ShownAs(str.title)]
Size = Annotated[str, ShownAs({"s": "small", "l": "large"})]


class Why(Word):
    """Why."""

    TOO_LATE = "Too late."


class Part(Struct, frozen=True):
    text = "seat {seat} {counts}"
    seat: Seat
    counts: PerColour


class Method(Struct, frozen=True):
    number: int

    def text(self) -> str:
        return "odd" if self.number % 2 else "even"


class Everything(Event, frozen=True):
    seat: Seat = Seat(0)
    number: int = 0
    change: Signed = 0
    won: bool = False
    name: str = ""
    colour: Colour = 0
    phase: Phase = "first_half"
    space: Space = 0
    per_colour: PerColour = (0, 0)
    card: CardId = "ace"
    size: Size = "s"
    why: Why = Why.TOO_LATE
    part: Part = Part(Seat(2), (1, 0))
    method: Method | Part = Method(3)
    parts: tuple[Part, ...] = ()
    rows: Annotated[tuple[Method, ...], Lines("Row", 1)] = ()
    seats: Annotated[tuple[Method, ...], Lines("Seat", you="viewer")] = ()
    lost: Annotated[tuple[Method, ...], Lines("Seat", you="nobody")] = ()
    numbers: tuple[int, ...] = ()
    cards: tuple[CardId, ...] = ()
    spaces: tuple[Space | None, ...] = ()
    prices: dict[str, int] = field(default_factory=dict)
    shown_prices: Annotated[dict[str, int], ShownAs("/".join)] = field(default_factory=dict)
    target: Annotated[Seat | None, "Maybe."] = None
    maybe: PerColour | None = None
    viewer: Seat | None = None

    @property
    def half(self) -> Annotated[int | None, "Half of the number."]:
        return self.number // 2 or None


def written(text: str, **fields: Any) -> str:
    return text_of(type("Written", (Everything,), {"text": text}, frozen=True)(**fields))


@pytest.mark.parametrize(
    ("text", "fields", "told"),
    [
        pytest.param("pass", {}, "pass", id="no field"),
        pytest.param("seat {seat}", {"seat": 3}, "seat 3", id="a seat is its number"),
        pytest.param("{number} and {name}", {"number": 4, "name": "x"}, "4 and x", id="numbers and words as they are"),
        pytest.param("{number:card}", {"number": 1}, "1 card", id="one"),
        pytest.param("{number:card}", {"number": 2}, "2 cards", id="several"),
        pytest.param("{seat:die|dice}", {"seat": 2}, "2 dice", id="a plural of its own"),
        pytest.param("{change:+d}", {"change": 2}, "+2", id="a sign"),
        pytest.param("{change:point}", {"change": -1}, "-1 points", id="less than 0"),
        pytest.param("{won:wins|loses}", {"won": True}, "wins", id="true"),
        pytest.param("{won:wins|loses}", {}, "loses", id="false"),
        pytest.param("it{won:, has won}", {}, "it", id="false says nothing"),
        pytest.param("{colour} {phase}", {"colour": 1}, "green first_half", id="words"),
        pytest.param("{space}", {"space": 0}, "1", id="counted from 1"),
        pytest.param("{per_colour}", {"per_colour": (2, 1)}, "2 red, 1 dark green", id="places"),
        pytest.param("{per_colour}", {}, "none", id="no places"),
        pytest.param("{card} {size}", {}, "Ace small", id="shown in another way"),
        pytest.param("{why}", {}, "too late", id="a class of words"),
        pytest.param("{part}; {method}", {}, "seat 2 1 red; odd", id="parts"),
        pytest.param("{parts:; }", {"parts": (Part(Seat(0), (1, 0)),) * 2}, "seat 0 1 red; seat 0 1 red", id="between"),
        pytest.param("{rows}", {"rows": (Method(1), Method(2))}, "Row 1: odd\nRow 2: even", id="lines"),
        pytest.param("{seats}", {"seats": (Method(1),) * 2, "viewer": 1}, "Seat 0: odd\nSeat 1 (you): odd", id="you"),
        pytest.param("{numbers}", {"numbers": (1, 2)}, "1, 2", id="several numbers"),
        pytest.param("{cards}", {"cards": ("a", "b")}, "A, B", id="several of a type"),
        pytest.param("{cards}", {}, "none", id="none of them"),
        pytest.param("[{half:card}|no half]", {"number": 4}, "2 cards", id="a property"),
        pytest.param("[{half:card}|no half]", {"number": 1}, "no half", id="a property that is None"),
        pytest.param("{shown_prices}", {"shown_prices": {"a": 1, "b": 2}}, "a/b", id="a mapping"),
        pytest.param("{numbers:[]}, {cards:[]}", {"cards": ("a", "b")}, "[], [A, B]", id="in brackets"),
        pytest.param("a | b", {}, "a | b", id="a bar outside of brackets"),
        pytest.param("[{won:}it [{name}|{number:+d}]]", {"won": True}, "it +0", id="brackets in brackets"),
        pytest.param("[{won:}it [{name}|{number:+d}]]", {"name": "x"}, "", id="the outer ones decide"),
        pytest.param("to [seat {target}|nobody]", {"target": Seat(0)}, "to seat 0", id="a seat 0 is there"),
        pytest.param("to [seat {target}|nobody]", {}, "to nobody", id="None is not there"),
        pytest.param("it[ pays {number:coin}]", {}, "it pays 0 coins", id="0 is there"),
        pytest.param("it[{number:} pays {number:coin}]", {}, "it", id="0 as a condition"),
        pytest.param("it[{number:} pays {number:coin}]", {"number": 1}, "it pays 1 coin", id="a number as a condition"),
        pytest.param("it[{won:}, {seat:} {space:}]", {"won": True}, "it,  ", id="seat 0 and the first space hold"),
        pytest.param("[{cards}|{number:card}]", {"number": 2}, "2 cards", id="what is empty is not there"),
        pytest.param("[{seat}{won:, winning}|x]", {}, "0", id="words for true are no condition"),
        pytest.param("[{name}|{won:all|some}|x]", {}, "some", id="words for both are none either"),
        pytest.param("[{won:}{seat}|x]", {"won": True, "seat": 2}, "2", id="a condition that holds"),
        pytest.param("[{won:}{seat}|x]", {"seat": 2}, "x", id="a condition that does not hold"),
        pytest.param("[{change:+d}|x]", {}, "+0", id="a sign is there"),
        pytest.param("[{per_colour}|nothing]", {}, "nothing", id="places that are 0 are not there"),
        pytest.param("[{maybe}|unseen]", {"maybe": (0, 0)}, "none", id="what may be None is there if it is not"),
        pytest.param("[{space} {seat} {colour}|x]", {}, "1 0 red", id="spaces, seats and words are there"),
        pytest.param("[{number}{target}|{name}]", {}, "", id="none of the alternatives is there"),
    ],
)  # fmt: skip
def test_a_format_string_is_filled_in(text: str, fields: dict[str, Any], told: str) -> None:
    assert written(text, **fields) == told


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("{spce}", "there is no field 'spce'; the fields are: seat, number, ", id="no such field"),
        pytest.param("[{x}|y]", "there is no field 'x'", id="no such field in an alternative"),
        pytest.param("to {target}", r"'target' may be None: .* \[\{target\}\|nothing\]", id="None"),
        pytest.param("a } b", "'}' in 'a } b' has no matching bracket", id="a brace"),
        pytest.param("a ] b", "']' in 'a ] b' has no matching bracket", id="a bracket"),
        pytest.param("a [b", r"a '\[' in 'a \[b' is not closed", id="a bracket that is not closed"),
        pytest.param("{seat.x}", "'{' in '{seat.x}' has no matching bracket", id="no field at all"),
        pytest.param("{lost}", "there is no field 'nobody'", id="no such number of lines"),
        pytest.param("{won}", r"'won' is true or false: write words for both, as in \{won:wins\|loses\}", id="a truth"),
        pytest.param("{prices}", "'prices' is a mapping, which has no text", id="a mapping"),
        pytest.param("{spaces}", "'spaces' may contain None", id="several, or None"),
        pytest.param("{name:card}", "'name' takes no words after a colon", id="words for a text"),
        pytest.param("{space:card}", "'space' takes no words after a colon", id="words for a space"),
    ],
)
def test_a_format_string_that_cannot_be_filled_in_is_refused(text: str, why: str) -> None:
    with pytest.raises(DeclarationError, match=f"^the text of Written: {why}"):
        written(text)


def test_a_class_without_a_text_is_refused() -> None:
    class Silent(Option, frozen=True):
        text: Annotated[str, "A field is no text."]

    with pytest.raises(DeclarationError, match=r'^Silent has no text: write text = "\.\.\." on the class$'):
        text_of(Silent("x"))


class _Base(Option, frozen=True):
    text = "play {card}"
    card: CardId


class _Play(_Base, frozen=True):
    """Play a card."""


def test_a_class_takes_over_the_text_of_its_base() -> None:
    assert text_of(_Play("ace")) == "play Ace"


@pytest.mark.parametrize("what", ["choices", "event_types", "view_type"])
def test_a_game_refuses_a_wrong_text_where_it_is_declared(what: str) -> None:
    class Wrong(Option, frozen=True):
        """Wrong."""

        text = "{nobody}"

    wrong: Any = Wrong if what == "view_type" else (Wrong,)
    changes: dict[str, Any] = {what: wrong}
    with pytest.raises(DeclarationError, match=r"^the text of Wrong: there is no field 'nobody'; the fields are: "):
        replace(GAME, **changes)


def test_a_game_with_a_function_needs_no_texts_on_its_classes() -> None:
    class Wink(Option, frozen=True):
        """Wink."""

    with pytest.raises(DeclarationError, match="Wink has no text"):
        replace(GAME, choices=(*GAME.choices, Wink))
    told = replace(GAME, choices=(*GAME.choices, Wink), option_text=lambda _: "a choice")
    match = referee.start(told, seats=2, seed=1)
    assert {match.option_text(option) for option in match.asked[Seat(0)]} == {"a choice"}


class Stumble(Option, frozen=True):
    """Look, and stumble over it."""

    def text(self) -> str:
        """What people read."""
        raise LookupError("no card")


async def stumbling(t: SkeletonTable) -> None:
    await ask(Seat(0), [Stumble()])


def test_a_text_that_raises_fails_the_match() -> None:
    match = referee.start(replace(GAME, choices=(*GAME.choices, Stumble), phases=(stumbling,)), seats=2, seed=1)
    with pytest.raises(MatchFailed, match=r"^the game skeleton failed .* in phase 'stumbling': LookupError: no card"):
        match.option_text(Stumble())
    assert match.failure is not None
