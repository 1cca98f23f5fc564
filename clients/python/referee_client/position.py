"""Unpacks the game's own Position message out of a Turn."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from google.protobuf import descriptor_pool
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass

from referee_client.errors import ProtocolError
from referee_client.knowing import make_known

if TYPE_CHECKING:
    from google.protobuf.any_pb2 import Any as PackedMessage

_POSITION = re.compile(r"(?P<package>referee\.games\.(?P<game>[a-z0-9_]+)\.v[0-9]+)\.Position")


def unpack(packed: PackedMessage) -> Any:
    """Return the Position message of the game that the type URL names.

    Raises:
        ProtocolError: it is not a Position of a game, this installation does not know the game, or the bytes are
            damaged.
    """
    name = packed.TypeName()
    position = _new_position(name)
    try:
        position.ParseFromString(packed.value)
    except DecodeError:
        raise ProtocolError(f"the position has the type {name}, but cannot be read as one") from None
    return position


def _new_position(name: str) -> Any:
    match = _POSITION.fullmatch(name)
    if match is None:
        raise ProtocolError(f"expected the position of a game, e.g. referee.games.keepers.v1.Position, not {name!r}")
    package, game = match["package"], match["game"]
    with suppress(KeyError):
        return _known(name)
    if make_known(game, package):
        return _known(name)
    raise ProtocolError(
        f"this installation does not know the message {name}: install the package of the game, which has its .proto; "
        f"or write the .proto with `referee game proto {game}`, and import the code that protoc generates from it"
    )


def _known(name: str) -> Any:
    """A new message with this name; KeyError if no such message is registered."""
    return GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(name))()
