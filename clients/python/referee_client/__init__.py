"""The library for bots written in Python.

A bot is a class with one method, and `run` does the rest:

    from referee_client import Turn, run

    class FirstOption:
        def choose(self, turn: Turn) -> int:
            return 0

    run(FirstOption)
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

# What a socket brings is then read by the thread that waits for it, instead of by one more: a fifth of a bot's CPU. It
# has to be said before gRPC is imported, and whoever imports first, the referee or this, says the same.
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")

if TYPE_CHECKING:
    from referee_client.bot import Bot, BotFactory, Chooser
    from referee_client.errors import ClientError, ProtocolError, RefusedError, SettingsError, UnreachableError
    from referee_client.running import run
    from referee_client.session import Session
    from referee_client.turn import MatchEnd, MatchInfo, Turn

_HOMES = (
    dict.fromkeys(["Bot", "BotFactory", "Chooser"], "bot")
    | dict.fromkeys(["ClientError", "ProtocolError", "RefusedError", "SettingsError", "UnreachableError"], "errors")
    | {"run": "running", "Session": "session"}
    | dict.fromkeys(["MatchEnd", "MatchInfo", "Turn"], "turn")
)

__all__ = [
    "Bot",
    "BotFactory",
    "Chooser",
    "ClientError",
    "MatchEnd",
    "MatchInfo",
    "ProtocolError",
    "RefusedError",
    "Session",
    "SettingsError",
    "Turn",
    "UnreachableError",
    "run",
]


def __getattr__(name: str) -> Any:
    # Whoever imports the messages alone (`referee_client.v1`), as the referee does, loads neither gRPC nor a session.
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'referee_client' has no attribute {name!r}")
    return getattr(import_module(f"referee_client.{_HOMES[name]}"), name)
