"""Positions that are read again: the same values as those that were sent, for every game and every form."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import referee
from referee.kernel.decoding import Decoder, UnreadablePosition
from referee.kernel.encoding import EVENTS, OPTIONS, VIEW, head, varint
from referee.kernel.game import Game
from tests.kernel.test_encoding import CASES, ENCODERS, SCHEMA, Go, Stay, View, Went

DECODER = Decoder(SCHEMA)
EMPTY = head(VIEW, 0)


@pytest.mark.parametrize("value", CASES)
def test_a_view_is_read_as_it_was(value: View) -> None:
    assert DECODER.position(ENCODERS.view(value)).view == value


def test_options_and_events_are_read_as_they_were() -> None:
    told = [ENCODERS.option(Go(2)), ENCODERS.option(Stay()), ENCODERS.event(Went(Go(0))), EMPTY]
    read = DECODER.position(b"".join(told))
    assert (read.options, read.events) == ([Go(2), Stay()], [Went(Go(0))])
    assert DECODER.events(b"".join(told)) == [Went(Go(0))]


@pytest.mark.parametrize("game", referee.all_games().values(), ids=lambda game: game.id)
def test_whole_matches_are_read_as_they_were_told(game: Game[Any]) -> None:
    match, randomly = referee.start(game.id, seats=game.seats[1], seed=5), Random(5)
    told = 0
    for _ in range(150):
        for seat in (None, *match.asked):
            read = game.decoder.position(match.position_bytes(seat, told))
            assert read.view == match.view(seat)
            assert read.options == ([] if seat is None else list(match.asked[seat]))
            assert read.events == match.events(seat, told)
        told = match.event_count
        match.answer({seat: randomly.randrange(len(options)) for seat, options in match.asked.items()})
        if match.over:
            break


@pytest.mark.parametrize(
    "unknown",
    [
        pytest.param(varint(99 << 3) + b"\x07", id="a number"),
        pytest.param(varint(99 << 3 | 1) + bytes(8), id="eight bytes"),
        pytest.param(varint(99 << 3 | 5) + bytes(4), id="four bytes"),
        pytest.param(head(99, 3) + b"abc", id="bytes"),
    ],
)
def test_what_a_later_version_says_is_skipped(unknown: bytes) -> None:
    assert DECODER.position(unknown + head(VIEW, len(unknown)) + unknown) == DECODER.position(EMPTY)


def test_numbers_may_come_one_by_one() -> None:
    field = next(field for field in SCHEMA.message(View).fields if field.name == "shades")
    body = b"".join(varint(field.number << 3) + varint(number) for number in (0, 1, 2))
    read = DECODER.position(head(VIEW, len(body)) + body)
    assert read.view.shades == (None, 0, 1)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="no view"),
        pytest.param(head(VIEW, 5), id="cut short"),
        pytest.param(b"\x80", id="cut in a number"),
        pytest.param(varint(VIEW << 3 | 3), id="no such kind"),
        pytest.param(varint(VIEW << 3) + b"\x01", id="a number for a view"),
        pytest.param(EMPTY + head(OPTIONS, 0), id="no option"),
        pytest.param(EMPTY + head(EVENTS, 2) + head(7, 0), id="an event of a later version"),
        pytest.param(EMPTY + head(EVENTS, 4) + head(1, 2) + head(9, 0), id="no value where one must be"),
    ],
)
def test_what_is_none_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadablePosition, match="not a position of this version"):
        DECODER.position(data)


def test_a_word_of_a_later_version_is_refused() -> None:
    field = next(field for field in SCHEMA.message(View).fields if field.name == "shade")
    for number in (0, 3):
        body = varint(field.number << 3) + varint(number)
        with pytest.raises(UnreadablePosition):
            DECODER.position(head(VIEW, len(body)) + body)
