"""A Turn as bytes. One is sent for every decision, so it is put together without a message; most parts come again."""

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
    """A PlayResponse that asks a seat, serialised.

    `left` is the decision's own time and the bank, `since` the first event to tell (None: none).
    """
    parts = [
        _text("match_id", match_id),
        _number("turn", number),
        _number("option_count", len(match.asked[seat])),
        _duration("decision_left", round(1000 * left[0])),
        _duration("bank_left", round(1000 * left[1])),
        _position(match.game.position_name, match.position_bytes(seat, since)),
    ]
    if text:
        parts.append(_delimited("text", messages.position_text(match, seat, since).encode()))
        parts += [_delimited("option_texts", match.option_text(one).encode()) for one in match.asked[seat]]
    parts += [_number("default_option", match.default(seat)), _number("seat", seat)]
    body = b"".join(parts)
    return _head(_TURN, len(body)) + body


def _delimited(field: str, content: bytes) -> bytes:
    return head(_FIELDS[field], len(content)) + content


def _position(name: str, content: bytes) -> bytes:
    url = _type_url(name)
    value = _head(VALUE, len(content))
    return b"".join((_head(_FIELDS["position"], len(url) + len(value) + len(content)), url, value, content))


@lru_cache(KEPT)
def _head(field: int, size: int) -> bytes:
    return head(field, size)


@lru_cache(KEPT)
def _number(field: str, number: int) -> bytes:
    return varint(_FIELDS[field] << 3 | VARINT) + varint(number) if number else b""


@lru_cache(KEPT)
def _text(field: str, text: str) -> bytes:
    return _delimited(field, text.encode())


@lru_cache(KEPT)
def _duration(field: str, milliseconds: int) -> bytes:
    given: Duration = messages.duration(milliseconds)
    return _delimited(field, given.SerializeToString())


@lru_cache
def _type_url(name: str) -> bytes:
    url = messages.type_url(name).encode()
    return head(URL, len(url)) + url
