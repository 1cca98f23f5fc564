"""Unpacks the game's own Position message out of a Turn."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from google.protobuf import symbol_database
from google.protobuf.message import DecodeError

from referee_client.errors import ProtocolError

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
    database = symbol_database.Default()
    try:
        return database.GetSymbol(name)()
    except KeyError:
        pass  # the game's module registers its messages when it is imported
    try:
        import_module(f"{match['package']}.{match['game']}_pb2")
        return database.GetSymbol(name)()
    except (ImportError, KeyError):
        raise ProtocolError(f"this installation does not know the message {name}: is the library too old?") from None
