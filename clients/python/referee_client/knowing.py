"""Which messages this installation knows: its own games', and those that packages of other games ship."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec


def make_known(game: str, package: str) -> bool:
    """Makes the messages of a game known to protobuf; whether this installation has them.

    Args:
        game: The game's id.
        package: The package of its messages, as the wire names it, for example `referee.games.keepers.v1`.

    Raises:
        ProtocolError: the package of a game from outside is not in order.
    """
    module = f"referee_client.{package.removeprefix('referee.')}.{game}_pb2"
    if _is_there(module):
        import_module(module)  # that registers them
        return True
    # What reads a `.proto` takes longer to load than all else here: a bot of a game that is known does without.
    return bool(import_module("referee_client.outside").register(game, package))


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # nor are the packages above it
        return False
