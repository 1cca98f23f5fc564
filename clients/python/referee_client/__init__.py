"""The library for bots written in Python.

A bot is a class with one method, and `run` does the rest:

    from referee_client import Turn, run

    class FirstOption:
        def choose(self, turn: Turn) -> int:
            return 0

    run(FirstOption)
"""

from referee_client.bot import Bot, BotFactory, Chooser
from referee_client.errors import ClientError, ProtocolError, RefusedError, SettingsError, UnreachableError
from referee_client.running import run
from referee_client.session import Session
from referee_client.turn import MatchEnd, MatchInfo, Turn

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
