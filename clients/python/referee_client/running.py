"""Runs a bot: connects, plays, reconnects after a lost connection, and ends when the referee says goodbye."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from referee_client.connection import Connection
from referee_client.errors import ClientError
from referee_client.reconnecting import SECONDS_TO_RECONNECT, Reconnects
from referee_client.session import Session
from referee_client.settings import Settings
from referee_client.v1 import play_service_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    import grpc

    from referee_client.bot import BotFactory

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
    """Play every match that the referee has for this bot; return when the referee says goodbye, or on SIGTERM.

    The settings come from the environment: REFEREE_ADDRESS, REFEREE_TOKEN and REFEREE_CA.
    An exception of the bot passes through, so the process ends with a traceback and an exit code other than 0.

    Args:
        bot: The bot's class. One instance is made for each match.
        name: The bot's own name and version, for logs. Default: the name of the class.
        wants_text: Whether to fill `turn.text` and `turn.option_texts`.
        wants_events: Whether to fill `turn.events`.
        max_matches: How many matches the bot can play at once; 0 for no limit.
        wants_cards: Whether to fill `turn.match.cards`.

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


def play(session: Session, settings: Settings, patience: float = SECONDS_TO_RECONNECT) -> None:
    """Connect, and reconnect, until the referee sends a final Goodbye.

    Raises:
        ClientError: the referee cannot be reached for `patience` seconds, refuses the bot, or breaks the protocol.
    """
    with settings.open_channel() as channel:
        reconnects = Reconnects(settings.address, patience)
        while (wait := reconnects.wait_after(session, *_play_one_connection(session, channel))) is not None:
            time.sleep(wait)
    assert session.goodbye is not None
    log.info("the referee said goodbye: %s", session.goodbye.why)


def _play_one_connection(session: Session, channel: grpc.Channel) -> tuple[grpc.StatusCode, str]:
    """Play until the stream ends; return how it ended."""
    with ExitStack() as stack:
        with _ENDS.held_back():  # interrupted while opening a stream, gRPC would never close its channel
            connection = stack.enter_context(Connection(channel, session.hello()))
        try:
            for arrived, response in connection.responses():
                connection.send(session.receive(response, arrived))
        except (_Terminated, KeyboardInterrupt):
            connection.leave(wire.PlayRequest(leave=wire.Leave()))
            raise
        return connection.status()


class _Terminated(BaseException):
    """SIGTERM arrived. Like KeyboardInterrupt, it must not be caught by an `except Exception` in the bot."""


class _Ends:
    """The signals that end a bot. A signal raises an exception at once, or when signals are no longer held back."""

    def __init__(self) -> None:
        self._arrived: BaseException | None = None
        self._held_back = False

    @contextmanager
    def raise_where_they_arrive(self) -> Iterator[None]:
        numbers = [signal.SIGTERM]
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else the program handles Ctrl-C itself
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
