"""Runs a bot: connects, plays, comes back after a lost connection, and ends when the referee says goodbye."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import grpc

from referee_client.connection import Connection
from referee_client.errors import ClientError, RefusedError, UnreachableError
from referee_client.session import Session
from referee_client.settings import Settings
from referee_client.v1 import play_service_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from referee_client.bot import BotFactory

PATIENCE = 30.0
"""Seconds for which the library tries to connect, or to connect again, before it gives up."""

# ALREADY_EXISTS: the referee may not have noticed yet that this bot's last connection is lost.
WORTH_TRYING_AGAIN = {
    grpc.StatusCode.ALREADY_EXISTS,
    grpc.StatusCode.OK,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.UNKNOWN,
}

log = logging.getLogger("referee_client")


def run(
    bot: BotFactory,
    *,
    name: str = "",
    wants_text: bool = False,
    wants_events: bool = True,
    max_matches: int = 0,
    wants_cards: bool = False,
) -> None:
    """Plays every match that the referee has for this bot; returns when it says goodbye or on SIGTERM.

    Where the referee is comes from the environment: REFEREE_ADDRESS, REFEREE_TOKEN and REFEREE_CA.
    What the bot raises passes through, so that the process ends with a traceback and an exit code that is not 0.

    Args:
        bot: The bot's class. One instance is made for each match.
        name: The bot's own name and version, for logs; the name of the class, if it is left out.
        wants_text: Whether `turn.text` and `turn.option_texts` are to be filled.
        wants_events: Whether `turn.events` is to be filled.
        max_matches: How many matches the bot can play at once; 0 for no limit.
        wants_cards: Whether `turn.match.cards` is to be filled.

    Raises:
        SystemExit: the referee cannot be reached or refuses the bot; the message says why.
    """
    try:
        settings = Settings.from_environment(os.environ)
        session = Session(
            bot,
            token=settings.token,
            name=name,
            wants_text=wants_text,
            wants_events=wants_events,
            max_matches=max_matches,
            wants_cards=wants_cards,
        )
        with _ENDS.raise_where_they_arrive():
            play(session, settings)
    except _Terminated:
        return
    except ClientError as error:
        sys.exit(f"referee_client: {error}")


def play(session: Session, settings: Settings, patience: float = PATIENCE) -> None:
    """Connects, and connects again, until the referee says goodbye for good.

    Raises:
        ClientError: the referee cannot be reached for `patience` seconds, refuses the bot, or talks nonsense.
    """
    with settings.open_channel() as channel:
        waits = back_off(patience)
        while True:
            ended = _play_one_connection(session, channel)
            if session.goodbye is not None and not session.goodbye.may_reconnect:
                log.info("the referee said goodbye: %s", session.goodbye.why)
                return
            if session.welcome is not None:
                waits = back_off(patience)
            wait = next(waits, None)
            if wait is None:
                raise UnreachableError(f"no connection to {settings.address} for {patience:g} seconds; at last {ended}")
            time.sleep(wait)


def back_off(patience: float) -> Iterator[float]:
    """Yields the seconds to wait before each further attempt: more each time, and `patience` in all."""
    wait = 0.05
    while patience > 0:
        yield min(wait, patience)
        patience -= wait
        wait = min(2 * wait, 2.0)


def _play_one_connection(session: Session, channel: grpc.Channel) -> str:
    """Plays until the stream ends and returns how it ended.

    Raises:
        RefusedError: it ended in a way that makes another attempt useless.
    """
    with ExitStack() as stack:
        with _ENDS.held_back():  # left in the middle of opening a stream, gRPC would never close its channel
            connection = stack.enter_context(Connection(channel, session.hello()))
        try:
            for arrived, response in connection.responses():
                connection.send(session.receive(response, arrived))
        except (_Terminated, KeyboardInterrupt):
            connection.leave(wire.PlayRequest(leave=wire.Leave()))
            raise
        code, details = connection.status()
    ended = f"{code.name}: {details}" if details else code.name
    if code not in WORTH_TRYING_AGAIN:
        raise RefusedError(f"the referee ended the stream with {ended}")
    return ended


class _Terminated(BaseException):
    """SIGTERM arrived. Like KeyboardInterrupt it must get past a bot's own `except Exception`."""


class _Ends:
    """The signals that end a bot: each raises where it arrives; while they are held back, at the end of that."""

    def __init__(self) -> None:
        self._arrived: BaseException | None = None
        self._held_back = False

    @contextmanager
    def raise_where_they_arrive(self) -> Iterator[None]:
        numbers = [signal.SIGTERM]
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else the program means something by Ctrl-C
            numbers.append(signal.SIGINT)
        before = [(number, signal.signal(number, self._arrives)) for number in numbers]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)

    @contextmanager
    def held_back(self) -> Iterator[None]:
        self._arrived, self._held_back = None, True
        try:
            yield
        finally:
            self._held_back = False
        if self._arrived is not None:
            raise self._arrived

    def _arrives(self, number: int, _frame: FrameType | None) -> None:
        end = KeyboardInterrupt() if number == signal.SIGINT else _Terminated()
        if not self._held_back:
            raise end
        self._arrived = end


_ENDS = _Ends()
