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
    """Returns the Position message of the game that the type URL names.

    Raises:
        ProtocolError: it is not a Position of a game, this installation does not know the game, or the bytes are bad.
    """
    name = packed.TypeName()
    position = _new_position(name)
    try:
        position.ParseFromString(packed.value)
    except DecodeError:
        raise ProtocolError(f"the position says that it is a {name}, but cannot be read as one") from None
    return position


def _new_position(name: str) -> Any:
    match = _POSITION.fullmatch(name)
    if match is None:
        raise ProtocolError(f"expected the position of a game, like referee.games.keepers.v1.Position, not {name!r}")
    package, game = match["package"], match["game"]
    with suppress(KeyError):
        return _known(name)
    if make_known(game, package):
        return _known(name)
    raise ProtocolError(
        f"this installation does not know the message {name}: install the package of the game, which ships its .proto; "
        f"or write that with `referee game proto {game}` and import what protoc makes of it before the bot runs"
    )


def _known(name: str) -> Any:
    """A new message of that name, of those that were registered; KeyError if there is none."""
    return GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(name))()
