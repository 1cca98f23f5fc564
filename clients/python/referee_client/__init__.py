"""The library for bots written in Python.

A bot is a class with one method, and `run` does the rest:

    from referee_client import Turn, run

    class FirstOption:
        def choose(self, turn: Turn) -> int:
            return 0

    run(FirstOption)

`run` is built on an implementation of the protocol that does no I/O, which also serves people at a terminal or in a
browser:

bot, turn      what a bot's author writes, and what the bot receives
session        a bot's side of the protocol: asks the bot, and answers with its choice
protocol       what each message means, for a bot or a person
seat           the states of one seat, as a table
running        connects, plays and reconnects, one `connection` after the other; `reconnecting` decides when
settings       the referee's address and our token
position       the game's own message in a Turn; `knowing` and `outside` find its class
errors         what can go wrong
bots           the sample bots
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

# With this setting, the thread that waits for a socket also reads from it, instead of waking another one: that saves a
# fifth of a bot's CPU. It must be set before gRPC is imported. The referee sets the same, whichever is imported first.
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
    # Importing only the messages (`referee_client.v1`), as the referee does, loads neither gRPC nor a session.
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'referee_client' has no attribute {name!r}")
    return getattr(import_module(f"referee_client.{_HOMES[name]}"), name)
