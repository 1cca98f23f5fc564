"""A Turn as bytes. One is sent for every decision, so it is built without a message object, from cached parts."""

from __future__ import annotations

from functools import lru_cache

from google.protobuf.duration_pb2 import Duration
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.encoding import VARINT, head, varint
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.server.match import messages

KEPT = 4096
URL, VALUE = 1, 2
"""The fields of an Any."""

_FIELDS = {field.name: field.number for field in wire.Turn.DESCRIPTOR.fields}
_TURN = wire.PlayResponse.DESCRIPTOR.fields_by_name["turn"].number


def turn(
    match: Match, match_id: str, seat: Seat, *, number: int, left: tuple[float, float], since: int | None, text: bool
) -> bytes:
    """The serialised PlayResponse that asks a seat.

    `left` is the decision's own time and the bank, `since` the first event to send (None: no events).
    """
    position = match.position_bytes(seat, since)
    parts = [
        _text("match_id", match_id),
        _asked(number, len(match.asked[seat])),
        _time_left(round(1000 * left[0]), round(1000 * left[1])),
        _head_of_position(match.game.position_name, len(position)),
        position,
    ]
    if text:
        parts.append(_delimited("text", messages.position_text(match, seat, since).encode()))
        parts += [_delimited("option_texts", match.option_text(one).encode()) for one in match.asked[seat]]
    parts.append(_otherwise(match.default(seat), seat))
    body = b"".join(parts)
    return _head(_TURN, len(body)) + body


def _delimited(field: str, content: bytes) -> bytes:
    return head(_FIELDS[field], len(content)) + content


def _number(field: str, number: int) -> bytes:
    return varint(_FIELDS[field] << 3 | VARINT) + varint(number) if number else b""


def _duration(field: str, milliseconds: int) -> bytes:
    given: Duration = messages.duration(milliseconds)
    return _delimited(field, given.SerializeToString())


_head = lru_cache(KEPT)(head)


@lru_cache(KEPT)
def _text(field: str, text: str) -> bytes:
    return _delimited(field, text.encode())


@lru_cache(KEPT)
def _asked(number: int, option_count: int) -> bytes:
    return _number("turn", number) + _number("option_count", option_count)


@lru_cache(KEPT)
def _time_left(decision_ms: int, bank_ms: int) -> bytes:
    return _duration("decision_left", decision_ms) + _duration("bank_left", bank_ms)


@lru_cache(KEPT)
def _head_of_position(name: str, size: int) -> bytes:
    """The bytes before a position of this size, which is packed into an Any."""
    url = messages.type_url(name).encode()
    packed = head(URL, len(url)) + url + head(VALUE, size)
    return head(_FIELDS["position"], len(packed) + size) + packed


@lru_cache(KEPT)
def _otherwise(default: int, seat: Seat) -> bytes:
    return _number("default_option", default) + _number("seat", seat)
