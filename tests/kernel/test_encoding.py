"""Bytes: sizes at their borders, what comes again, and values that are not what was declared."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import Struct

from referee.battery.messages import position_of
from referee.battery.plain import fields_of_message, fields_of_value, same
from referee.errors import DeclarationError
from referee.kernel import encoding
from referee.kernel.asking import Option
from referee.kernel.encoding import Encoders, Memo, varint
from referee.kernel.proto_text import proto_text
from referee.kernel.schema import Schema
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from referee.kernel.words import CountedFrom, Places, Signed, Word, Words

Shade = Annotated[int, Words("Shade", "A shade.", {"red": "Red.", "blue": "Blue."})]
Pair = Annotated[tuple[int, ...], Places("Pair", "Two numbers.", {"first": "One.", "second": "Two."})]


class Why(Word):
    """Why."""

    RAIN = "It rained."


class Go(Option, frozen=True):
    """Go."""

    far: Annotated[int, "How far."]


class Stay(Option, frozen=True):
    """Stay."""


class Went(Event, frozen=True):
    """A seat went."""

    how: Annotated[Go | Stay, "How."]


class Part(Struct, frozen=True, cache_hash=True):
    """A part."""

    label: Annotated[str, "A label."]


class View(Struct, frozen=True, kw_only=True):
    """Everything that can be said."""

    count: Annotated[int, "A number."] = 0
    below: Annotated[Signed, "A number below 0."] = 0
    seat: Annotated[Seat | None, "A seat."] = None
    space: Annotated[Annotated[int, CountedFrom(1)] | None, "A space."] = None
    on: Annotated[bool, "Whether."] = False
    label: Annotated[str, "A label."] = ""
    data: Annotated[bytes, "Some bytes."] = b""
    shade: Annotated[Shade | None, "A shade."] = None
    why: Annotated[Why | None, "Why."] = None
    pair: Annotated[Pair | None, "A pair."] = None
    part: Annotated[Part | None, "A part."] = None
    parts: Annotated[tuple[Part, ...], "Parts."] = ()
    shades: Annotated[tuple[Shade | None, ...], "Shades."] = ()
    labels: Annotated[tuple[str, ...], "Labels."] = ()
    chosen: Annotated[Go | Stay | None, "A choice."] = None
    dials: Annotated[dict[Seat, int], "A number for each seat."] = {}
    by_name: Annotated[dict[str, Part], "Parts by name."] = {}


SCHEMA = Schema(View, [Go, Stay], [Went])
ENCODERS = Encoders(SCHEMA)
PROTO = proto_text("trial", "Trial", SCHEMA)
CASES: list[View] = [
    View(),
    *[View(count=count) for count in (1, 127, 128, 16_383, 16_384, (1 << 32) - 1)],
    *[View(below=below) for below in (1, -1, 63, -64, 64, -65, (1 << 31) - 1, -(1 << 31))],
    View(seat=Seat(0)),
    View(seat=Seat(3), space=0),
    View(space=2, on=True),
    *[View(label="x" * size, labels=("x" * size, "")) for size in (1, 127, 128, 70_000)],
    View(label="dé", data=b"\0\xff"),
    View(label="\0", data=b"\0", part=Part("\0"), labels=("\0",)),
    View(shade=0, why=Why.RAIN, pair=(0, 0)),
    View(pair=(0, 300), part=Part(""), parts=(Part(""), Part("a"), Part(""))),
    View(shades=(None, 1, 0, None)),
    View(chosen=Go(0)),
    View(chosen=Stay()),
    View(dials={Seat(2): 0, Seat(0): 5}, by_name={"b": Part(""), "a": Part("x")}),
]


@pytest.mark.parametrize("value", CASES)
def test_what_is_said_is_read_again(value: View) -> None:
    for _ in range(2):
        assert same(fields_of_value(value), fields_of_message(position_of(PROTO, ENCODERS.view(value)).view))


def test_a_mapping_is_sent_in_the_order_of_its_keys() -> None:
    assert ENCODERS.view(View(dials={Seat(0): 5, Seat(2): 0})) == ENCODERS.view(View(dials={Seat(2): 0, Seat(0): 5}))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        pytest.param(View(count=-1), "the number -1 is not from 0 to 4294967295", id="below 0"),
        pytest.param(View(count=1 << 32), "the number 4294967296 is not from", id="too large"),
        pytest.param(View(below=1 << 31), "the number 2147483648 is not from", id="too large for a signed one"),
        pytest.param(View(below=-(1 << 31) - 1), "the number -2147483649 is not from", id="too small"),
        pytest.param(View(shade=2), "invalid Shade 2; allowed are 0, 1", id="no such word"),
        pytest.param(View(pair=(1, 2, 3)), r"Pair has 2 places, not 3: \(1, 2, 3\)", id="a place too many"),
        pytest.param(View(count=None), "field 'count' is None, but is not declared", id="None"),  # type: ignore[arg-type]
    ],
)
def test_values_that_do_not_fit_are_a_defect(value: View, message: str) -> None:
    with pytest.raises(DeclarationError, match=message):
        ENCODERS.view(value)


@pytest.mark.parametrize(
    ("encode", "value", "message"),
    [
        pytest.param(ENCODERS.option, Option(), "is not an option of this game", id="option"),
        pytest.param(ENCODERS.event, Event(), "is not an event of this game", id="event"),
    ],
)
def test_foreign_options_and_events_are_refused(encode: Any, value: Any, message: str) -> None:
    with pytest.raises(DeclarationError, match=message):
        encode(value)


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "KEPT", 3)
    made: list[int] = []

    def make(number: int) -> bytes:
        made.append(number)
        return varint(number)

    memo = Memo(make)
    assert [memo[number] for number in (1, 2, 1, 3, 4, 1)] == [varint(number) for number in (1, 2, 1, 3, 4, 1)]
    assert made == [1, 2, 3, 4, 1]
    assert len(memo) <= 3
