"""The messages that this installation knows: those of its own games, and those in packages of other games."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec


def make_known(game: str, package: str) -> bool:
    """Register the messages of a game with protobuf; return whether this installation has them.

    Args:
        game: The game's id.
        package: The package of its messages on the wire, e.g. `referee.games.keepers.v1`.

    Raises:
        ProtocolError: the package of a game from outside is faulty.
    """
    module = f"referee_client.{package.removeprefix('referee.')}.{game}_pb2"
    if _is_there(module):
        import_module(module)  # that registers them
        return True
    # The code that reads a `.proto` takes longer to import than everything else, and a bot for a known game does not
    # need it.
    return bool(import_module("referee_client.outside").register(game, package))


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # nor are the packages above it
        return False
