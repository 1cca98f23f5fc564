"""A person's seat at a remote referee: one stream after the other, until the referee says goodbye."""

from __future__ import annotations

import math
from collections.abc import AsyncIterable, Callable
from typing import TYPE_CHECKING, Protocol

import trio
from referee_client.connection import Connection
from referee_client.errors import ClientError
from referee_client.protocol import Heard, PlayProtocol, Repetition
from referee_client.reconnecting import Reconnects
from referee_client.settings import Settings
from referee_client.v1 import play_service_pb2 as wire

from referee.errors import RefereeError
from referee.people.person import Say

if TYPE_CHECKING:
    import grpc

SECONDS_TO_RECONNECT = 30.0
"""Seconds for which the program tries to connect or reconnect before it gives up."""


class FarRefereeError(RefereeError):
    """The remote referee cannot be reached, or refuses this person. The message contains its answer."""


class Player(Protocol):
    """A player who receives what a bot would receive, and sends what a bot would send."""

    async def play(self, heard: AsyncIterable[Heard], say: Say) -> None:
        """Play until there are no more messages."""


class FarTable:
    """Keeps a person connected. An answer given without a connection is sent when the Turn comes again."""

    def __init__(
        self,
        settings: Settings,
        person: Player,
        tell: Callable[[str], None],
        patience: float = SECONDS_TO_RECONNECT,
        *,
        software: str = "referee join",
        waiting: str = "Waiting for a match; Ctrl-C leaves.",
        wants_updates: bool = False,
        on_welcome: Callable[[], object] = lambda: None,
    ) -> None:
        """Connect and reconnect for up to `patience` seconds. `waiting` is shown when the person is connected.

        With `wants_updates` the person sees the table after every step, too, and at the end. `on_welcome` is called
        when the referee has accepted the token.
        """
        self._settings = settings
        self._person = person
        self._tell = tell
        self._waiting = waiting
        self._on_welcome = on_welcome
        self._connection: Connection | None = None
        self._reconnects = Reconnects(settings.address, patience)
        self._protocol = PlayProtocol(
            wire.Hello(
                token=settings.token,
                software=software,
                wants_text=True,
                wants_events=True,
                wants_cards=True,
                wants_updates=wants_updates,
                max_matches=1,
            )
        )

    @property
    def trouble(self) -> str:
        """How the last connection ended; empty if none has."""
        return self._reconnects.ended

    @property
    def playing(self) -> bool:
        """Whether a match has begun and is not over, as far as this program knows."""
        return bool(self._protocol.seats)

    async def play(self) -> None:
        """Play until the referee ends the connection for good.

        Raises:
            FarRefereeError: The referee cannot be reached for `patience` seconds, or refuses this person.
        """
        send, heard = trio.open_memory_channel[Heard](math.inf)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._person.play, heard, self._say)
            with send:  # messages from before the end are still shown
                try:
                    with self._settings.open_channel() as channel:
                        await self._stay(channel, send)
                except ClientError as error:
                    raise FarRefereeError(str(error)) from None

    async def _stay(self, channel: grpc.Channel, send: trio.MemorySendChannel[Heard]) -> None:
        while True:
            ended = await self._play_one_connection(channel, send)
            wait = self._reconnects.wait_after(self._protocol, *ended)
            if wait is None:
                return
            if self._protocol.welcome is not None:
                self._tell(f"\nThe connection is lost ({self._reconnects.ended}); reconnecting.")
            await trio.sleep(wait)

    async def _play_one_connection(
        self, channel: grpc.Channel, send: trio.MemorySendChannel[Heard]
    ) -> tuple[grpc.StatusCode, str]:
        """Play until the stream ends, and return how it ended."""
        trio_token = trio.lowlevel.current_trio_token()
        with Connection(channel, self._protocol.hello()) as connection:

            def hear() -> None:
                for _arrived, response in connection.responses():
                    trio.from_thread.run_sync(self._take, response, send, trio_token=trio_token)

            self._connection = connection
            try:
                await trio.to_thread.run_sync(hear, abandon_on_cancel=True)  # it ends with the stream
            finally:
                self._connection = None
            return connection.status()

    def _take(self, response: wire.PlayResponse, send: trio.MemorySendChannel[Heard]) -> None:
        """Process a message, and pass it to the person."""
        if response.HasField("welcome"):
            self._on_welcome()
        match self._protocol.receive(response):
            case Repetition(request):
                self._say(request)
            case wire.Welcome(bot=bot) if not self.playing:
                self._tell(f"Connected as {bot}. {self._waiting}")
            case None:
                pass  # a later version of the protocol
            case heard:
                send.send_nowait(heard)

    def _say(self, request: wire.PlayRequest) -> None:
        if self._connection is not None:
            self._connection.send([request])
