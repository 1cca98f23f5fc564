"""A person's seat at a referee elsewhere: one stream after the other, until it says goodbye."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import grpc
import trio
from referee_client.connection import Connection
from referee_client.errors import RefusedError, UnreachableError
from referee_client.running import WORTH_TRYING_AGAIN, back_off
from referee_client.settings import Settings
from referee_client.v1 import play_service_pb2 as wire

from referee.people.person import Person

PROTOCOL_VERSION = 1
PATIENCE = 30.0
"""Seconds for which a connection is tried, or tried again, before the program gives up."""

Tell = Callable[[str], None]


class FarTable:
    """Keeps a person connected. What is said while there is no connection is said again when the Turn comes again."""

    def __init__(self, settings: Settings, person: Person, tell: Tell, *, matches: int = 0) -> None:
        """With `matches` the person leaves after so many; else it stays until the referee says goodbye."""
        self._settings = settings
        self._person = person
        self._tell = tell
        self._matches = matches
        self._connection: Connection | None = None
        self._hello = wire.Hello(
            token=settings.token,
            software="referee join",
            protocol_version=PROTOCOL_VERSION,
            wants_text=True,
            wants_events=True,
            max_matches=1,
        )
        self._goodbye: wire.Goodbye | None = None
        self._welcomed = False

    async def play(self) -> None:
        """Plays until the referee says goodbye for good, or enough matches are over.

        Raises:
            ClientError: the referee can not be reached for `PATIENCE` seconds, or refuses this person.
        """
        send, heard = trio.open_memory_channel[wire.PlayResponse](math.inf)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._person.play, heard, self._say)
            async with send:
                with self._settings.open_channel() as channel:
                    await self._stay(channel, send)
        # What had come before the end is shown: the person's task ends by itself when the channel is closed.

    async def _stay(self, channel: grpc.Channel, send: trio.MemorySendChannel[wire.PlayResponse]) -> None:
        waits = back_off(PATIENCE)
        while True:
            ended = await self._play_one_connection(channel, send)
            if self._is_done() or (self._goodbye is not None and not self._goodbye.may_reconnect):
                return
            if self._welcomed:
                waits = back_off(PATIENCE)
                self._tell(f"The connection is lost ({ended}); trying again.")
            wait = next(waits, None)
            if wait is None:
                raise UnreachableError(
                    f"no connection to {self._settings.address} for {PATIENCE:g} seconds; at last {ended}"
                )
            await trio.sleep(wait)

    async def _play_one_connection(
        self, channel: grpc.Channel, send: trio.MemorySendChannel[wire.PlayResponse]
    ) -> str:
        """Plays until the stream ends and returns how it ended. Raises `RefusedError` if trying again is useless."""
        self._goodbye, self._welcomed = None, False
        with Connection(channel, wire.PlayRequest(hello=self._hello)) as connection:
            self._connection = connection
            try:
                trio_token = trio.lowlevel.current_trio_token()
                hear = partial(self._hear, connection, send, trio_token)
                await trio.to_thread.run_sync(hear, abandon_on_cancel=True)
            finally:
                self._connection = None
            code, details = connection.status()
        ended = f"{code.name}: {details}" if details else code.name
        if code not in WORTH_TRYING_AGAIN and not self._is_done():
            raise RefusedError(f"the referee ended the stream with {ended}")
        return ended
