"""A person's seat at a referee elsewhere: one stream after the other, until it says goodbye."""

from __future__ import annotations

import math
from collections.abc import AsyncIterable, Callable
from typing import Protocol

import grpc
import trio
from referee_client.connection import Connection
from referee_client.errors import SettingsError
from referee_client.running import WORTH_TRYING_AGAIN, back_off
from referee_client.session import PROTOCOL_VERSION
from referee_client.settings import Settings
from referee_client.v1 import play_service_pb2 as wire

from referee.counts import counted
from referee.errors import RefereeError
from referee.people.person import Say

PATIENCE = 30.0
"""Seconds for which a connection is tried, or tried again, before the program gives up."""


class FarRefereeError(RefereeError):
    """The referee elsewhere can not be reached, or refuses this person. The message says what it answered."""


class Player(Protocol):
    """Somebody who hears what a bot would hear, and says what a bot would say."""

    async def play(self, heard: AsyncIterable[wire.PlayResponse], say: Say) -> None:
        """Plays until there is nothing more to hear."""


class FarTable:
    """Keeps a person connected. What is said without a connection is said again when the Turn comes again.

    Attributes:
        playing: The matches that have begun and are not over, as far as it is known here (treat as read-only).
    """

    def __init__(
        self,
        settings: Settings,
        person: Player,
        tell: Callable[[str], None],
        patience: float = PATIENCE,
        *,
        software: str = "referee join",
        waiting: str = "Waiting for a match; Ctrl-C leaves.",
    ) -> None:
        """Tries to connect, or to connect again, for `patience` seconds; `waiting` is said when it is connected."""
        self.playing: set[str] = set()
        self._settings = settings
        self._person = person
        self._tell = tell
        self._patience = patience
        self._waiting = waiting
        self._connection: Connection | None = None
        self._welcomed = False
        self._goodbye: wire.Goodbye | None = None
        self._hello = wire.Hello(
            token=settings.token,
            software=software,
            protocol_version=PROTOCOL_VERSION,
            wants_text=True,
            wants_events=True,
            wants_cards=True,
            max_matches=1,
        )

    async def play(self) -> None:
        """Plays until the referee says goodbye for good.

        Raises:
            FarRefereeError: it can not be reached for a while, or refuses this person.
        """
        send, heard = trio.open_memory_channel[wire.PlayResponse](math.inf)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._person.play, heard, self._say)
            with send, self._open_channel() as channel:  # what came before the end is still shown
                await self._stay(channel, send)

    def _open_channel(self) -> grpc.Channel:
        try:
            return self._settings.open_channel()
        except SettingsError as error:
            raise FarRefereeError(str(error)) from None

    async def _stay(self, channel: grpc.Channel, send: trio.MemorySendChannel[wire.PlayResponse]) -> None:
        waits = back_off(self._patience)
        while True:
            ended = await self._play_one_connection(channel, send)
            if self._goodbye is not None and not self._goodbye.may_reconnect:
                return
            if self._welcomed:
                waits = back_off(self._patience)
                self._tell(f"\nThe connection is lost ({ended}); trying again.")
            wait = next(waits, None)
            if wait is None:
                for_so_long = f"no connection to {self._settings.address} for {counted(self._patience, 'second')}"
                raise FarRefereeError(f"{for_so_long}; at last {ended}")
            await trio.sleep(wait)

    async def _play_one_connection(self, channel: grpc.Channel, send: trio.MemorySendChannel[wire.PlayResponse]) -> str:
        """Plays until the stream ends and returns how it ended. Raises `FarRefereeError` if trying again is useless."""
        self._welcomed, self._goodbye = False, None
        trio_token = trio.lowlevel.current_trio_token()
        with Connection(channel, wire.PlayRequest(hello=self._hello)) as connection:

            def hear() -> None:
                for _arrived, response in connection.responses():
                    trio.from_thread.run_sync(self._take, response, send, trio_token=trio_token)

            self._connection = connection
            try:
                await trio.to_thread.run_sync(hear, abandon_on_cancel=True)  # it ends with the stream
            finally:
                self._connection = None
            code, details = connection.status()
        ended = f"{code.name}: {details}" if details else code.name
        if code not in WORTH_TRYING_AGAIN:
            raise FarRefereeError(f"the referee ended the stream with {ended}")
        return ended

    def _take(self, response: wire.PlayResponse, send: trio.MemorySendChannel[wire.PlayResponse]) -> None:
        """Takes in what came, and hands it to the person."""
        match response.WhichOneof("response"):
            case "welcome":
                self._welcomed = True
                self._hello.resume_token = response.welcome.resume_token
                if not self.playing:
                    self._tell(f"Connected as {response.welcome.bot}. {self._waiting}")
            case "match_started":
                self.playing.add(response.match_started.match_id)
            case "match_ended":
                self.playing.discard(response.match_ended.match_id)
            case "goodbye":
                self._goodbye = response.goodbye
        send.send_nowait(response)

    def _say(self, request: wire.PlayRequest) -> None:
        if self._connection is not None:
            self._connection.send([request])
