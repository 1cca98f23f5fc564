"""A client's bytes are passed on unchanged, or the connection is ended with the reason."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.server.proxy.frames import IDLE, MAX_FIELDS, Allowance, Excess, FrameCounter, FrameRate, count_fields
from tests.support.http2 import (
    BEGUN,
    CONTINUATION,
    DATA,
    EMPTY_DATA,
    END_HEADERS,
    HEADERS,
    MORE_HEADERS,
    PING_FRAME,
    PRIORITY_FRAME,
    RST_STREAM,
    SETTINGS,
    SETTINGS_FRAME,
    WINDOW_FRAME,
    block,
    frame,
    headers,
    literal,
    request,
)

GENEROUS = FrameRate(10_000, 10_000)
CALL = b"".join(request("/referee.v1.PlayService/Play", "token", 1, b"x" * 3_000))
IN_TWO = frame(HEADERS, 0, 3, block("/a", "")) + frame(CONTINUATION, END_HEADERS, 3, literal("x", "y"))
PADDED = frame(HEADERS, END_HEADERS | 0x28, 5, b"\x03" + bytes(5) + block("/a", "") + bytes(3))
HONEST = BEGUN + CALL + WINDOW_FRAME + PING_FRAME + IN_TWO + PADDED


def passed(said: list[bytes], counter: FrameCounter | None = None, permits: int = 100) -> bytes:
    """What is passed on of bytes that come one after the other, all at the same time."""
    counter = counter or FrameCounter(GENEROUS)
    counter.permits = permits
    held, passed_on = b"", b""
    for data in said:
        held += data
        end = counter.passable(held, 0.0)
        passed_on, held = passed_on + held[:end], held[end:]
    return passed_on


@given(st.lists(st.integers(0, len(HONEST)), max_size=20))
def test_an_honest_client_is_passed_on_however_its_bytes_arrive(cuts: list[int]) -> None:
    ends = sorted({0, *cuts, len(HONEST)})
    assert passed([HONEST[begin:end] for begin, end in pairwise(ends)]) == HONEST


def test_each_byte_is_passed_on_as_soon_as_it_may_be() -> None:
    """Data need not be complete; any other incomplete frame waits for its rest."""
    assert passed([HONEST[: len(BEGUN + CALL) - 10]]) == HONEST[: len(BEGUN + CALL) - 10]
    assert passed([HONEST[: len(BEGUN) + 40]]) == BEGUN
    assert passed([(BEGUN + CALL + IN_TWO)[:-2]]) == BEGUN + CALL


EXCESSES = {
    "not HTTP/2": (b"GET / HTTP/1.1\r\n\r\n", "does not use HTTP/2"),
    "PING": (BEGUN + PING_FRAME * 1_000, "the last one PING"),
    "SETTINGS": (BEGUN + SETTINGS_FRAME * 1_000, "the last one SETTINGS"),
    "PRIORITY": (BEGUN + PRIORITY_FRAME * 1_000, "the last one PRIORITY"),
    "resets": (BEGUN + frame(RST_STREAM, 0, 1, bytes(4)) * 1_000, "the last one RST_STREAM"),
    "data without bytes": (BEGUN + EMPTY_DATA * 1_000, "the last one DATA without bytes"),
    "an unknown type": (BEGUN + frame(77, 0, 1, b"") * 1_000, "the last one type 77"),
    "trailers": (BEGUN + headers(1, b"") * 1_000, "the last one HEADERS of open streams"),
    "a large frame": (BEGUN + frame(SETTINGS, 0, 0, bytes(20_000))[:100], "a SETTINGS frame of 20000 bytes"),
    "a large header": (BEGUN + headers(1, bytes(16_400)), "a HEADERS frame of 16400 bytes"),
    "endless headers": (
        BEGUN + frame(HEADERS, 0, 1, b"") + MORE_HEADERS * 20,
        "a header block of more than",
    ),
    "tiny headers": (BEGUN + frame(HEADERS, 0, 1, b"") + frame(CONTINUATION, 0, 1, b"") * 20, "more than 16 frames"),
    "broken headers": (BEGUN + frame(HEADERS, 0, 1, b"") + PING_FRAME, "that is not continued"),
    "references": (BEGUN + headers(1, b"\xbe" * 14_000), "more than 128 headers"),
}


@pytest.mark.parametrize(("said", "why"), EXCESSES.values(), ids=EXCESSES)
def test_what_no_client_needs_ends_the_connection(said: bytes, why: str) -> None:
    with pytest.raises(Excess, match=why):
        passed([said])
    with pytest.raises(Excess, match=why):
        passed([said[at : at + 7] for at in range(0, len(said), 7)])


def test_a_client_may_send_a_ping_for_each_message() -> None:
    """Some clients measure their throughput this way."""
    often = (frame(DATA, 0, 1, b"x") + PING_FRAME) * 1_000
    assert passed([BEGUN + CALL + often]) == BEGUN + CALL + often


def test_a_stream_needs_a_permit() -> None:
    counter = FrameCounter(GENEROUS)
    assert passed([BEGUN + CALL + IN_TWO], counter, permits=1) == BEGUN + CALL
    assert counter.needs_permit
    assert counter.streams == 1
    counter.permits = 1
    assert counter.passable(IN_TWO, 0.0) == len(IN_TWO)
    assert not counter.needs_permit


def test_who_sends_fast_has_to_wait() -> None:
    counter = FrameCounter(FrameRate(burst=4, per_second=2))
    assert passed([BEGUN + 10 * WINDOW_FRAME], counter) == BEGUN + 3 * WINDOW_FRAME
    assert counter.wait == pytest.approx(0.5)
    assert counter.passable(7 * WINDOW_FRAME, 1.0) == 2 * len(WINDOW_FRAME)
    assert counter.passable(5 * WINDOW_FRAME, 100.0) == 4 * len(WINDOW_FRAME)


def test_data_costs_by_its_size() -> None:
    counter = FrameCounter(FrameRate(burst=4, per_second=1))
    large = frame(DATA, 0, 1, bytes(2_048))
    counter.permits = 1
    assert counter.passable(BEGUN + large * 2, 0.0) == len(BEGUN + large)
    assert counter.passable(large, 3.0) == len(large)


def test_an_allowance_never_asks_for_more_than_it_can_hold() -> None:
    allowance = Allowance(FrameRate(burst=2, per_second=1))
    assert allowance.spend(1_000, 0.0) == 0
    assert allowance.spend(1, 0.0) == pytest.approx(1_000 - 2 + 1)


def test_what_an_idle_client_may_send_grows_with_time() -> None:
    counter = FrameCounter(GENEROUS)
    assert passed([BEGUN], counter)
    for second in range(600):
        assert counter.passable(PING_FRAME * 10, float(second)) == 10 * len(PING_FRAME)
    assert IDLE.per_second > 10


BLOCKS = {
    "none": (b"", 0),
    "a call": (block("/a", "token"), 7),
    "of the table": (b"\x82\x86\xff\x00", 3),
    "a new size of the table": (b"\x3f\xe1\x1f\x82", 1),
    "kept, with a name of the table": (b"\x41\x03abc\x82", 2),
    "kept": (literal("a", "b", indexed=True) + b"\xbe", 2),
    "never kept": (b"\x10\x01a\x01b", 1),
    "a long text": (literal("a", "b" * 5_000), 1),
    "cut short": (b"\x82" + literal("a", "b" * 50)[:10], 2),
    "a number without an end": (b"\x82\xff" + b"\xff" * 50, 2),
}


@pytest.mark.parametrize(("coded", "fields"), BLOCKS.values(), ids=BLOCKS)
def test_headers_of_a_block_are_counted(coded: bytes, fields: int) -> None:
    assert count_fields(coded, MAX_FIELDS) == fields


@given(st.binary(max_size=200))
def test_any_bytes_can_be_counted(coded: bytes) -> None:
    assert 0 <= count_fields(coded, MAX_FIELDS) <= min(MAX_FIELDS, len(coded))


@given(st.binary(max_size=200))
def test_any_bytes_are_passed_on_or_refused(data: bytes) -> None:
    with suppress(Excess):
        assert (BEGUN + data).startswith(passed([BEGUN + data]))
