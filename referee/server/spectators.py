"""Spectators: each has a task on trio's side that plays the match again from its record and shows what all may see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import trio

from referee.kernel.record import Record
from referee.kernel.replay import Replay
from referee.server import messages, status
from referee.server.bridge import Bridge
from referee.server.errors import TooMuch
from referee.server.hosted_match import HostedMatch
from referee.server.lobby import Lobby
from referee.server.translate import match_message
from referee.v1 import match_service_pb2 as wire

MAX_SPECTATORS = 100
MAX_UNREAD = 8

Send = Callable[[wire.WatchMatchResponse | Exception | None], None]


class Spectators:
    """Everybody who is watching."""

    def __init__(self, nursery: trio.Nursery, bridge: Bridge, lobby: Lobby) -> None:
        self._nursery = nursery
        self._bridge = bridge
        self._lobby = lobby
        self._count = 0

    async def watch(self, match_id: str, context: status.Context, *, wants_text: bool) -> None:
        """On the loop: writes the steps of a match until it is over."""
        steps: asyncio.Queue[wire.WatchMatchResponse | Exception | None] = asyncio.Queue()

        def send(response: wire.WatchMatchResponse | Exception | None) -> None:
            self._bridge.to_loop.post(steps.put_nowait, response)

        spectator = await self._bridge.ask(self._admit, match_id, send, wants_text)
        try:
            while (step := await steps.get()) is not None:
                if isinstance(step, Exception):
                    raise step
                await context.write(step)
                self._bridge.to_trio.post(spectator.has_read)
        finally:
            self._bridge.to_trio.post(spectator.leave)

    def _admit(self, match_id: str, send: Send, wants_text: bool) -> Spectator:
        hosted = self._lobby.find(match_id)
        if self._count >= MAX_SPECTATORS:
            raise TooMuch("TOO_MANY_SPECTATORS", f"{MAX_SPECTATORS} watch already", limit=MAX_SPECTATORS)
        spectator = Spectator(hosted, send, wants_text=wants_text)
        self._nursery.start_soon(self._serve, spectator)
        return spectator

    async def _serve(self, spectator: Spectator) -> None:
        self._count += 1
        await spectator.watch()
        self._count -= 1


class Spectator:
    """One who watches a match. It gets the next steps when it has read the ones before."""

    def __init__(self, hosted: HostedMatch, send: Send, *, wants_text: bool) -> None:
        self._hosted = hosted
        self._send = send
        self._wants_text = wants_text
        self._room = trio.Semaphore(MAX_UNREAD)
        self._presence = trio.CancelScope()

    def has_read(self) -> None:
        """Takes notice that a step was written."""
        self._room.release()

    def leave(self) -> None:
        """Ends it, wherever it is."""
        self._presence.cancel()

    async def watch(self) -> None:
        """Shows every step, and then how the match ended."""
        with self._presence:
            try:
                await self._show_all()
            except Exception as error:  # noqa: BLE001 - it becomes the status of the call
                self._send(error)
            else:
                self._send(None)

    async def _show_all(self) -> None:
        replayed = Replay(Record(self._hosted.header))
        told = 0
        await self._show(replayed, told)
        async for step in self._hosted.steps():
            told = replayed.match.event_count
            replayed.take(step)
            await self._show(replayed, told)
        await self._hosted.over.wait()
        await self._show(replayed, replayed.match.event_count)

    async def _show(self, replayed: Replay, since: int) -> None:
        await self._room.acquire()
        match = replayed.match
        response = wire.WatchMatchResponse(
            match=match_message(self._hosted), position=messages.packed(match.game, match.position_bytes(None, since))
        )
        if self._wants_text:
            response.text = messages.position_text(match, None, since)
        self._send(response)
