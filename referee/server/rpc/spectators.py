"""Spectators: what they watch is played again from the record, once for all who watch the same match.

Matches have the right of way: one step of all that is watched is made at a time, with a rest after it, and steps are
sent only so fast. Who reads slowly falls behind. Who does not read costs no more than the steps that others read, and
loses its place to others after a while.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing

import trio
from referee_client.v1 import match_service_pb2 as wire

from referee.errors import RecordError
from referee.kernel.record import Record
from referee.kernel.replay import Replay
from referee.server.bridge import Bridge
from referee.server.errors import NotAllowed, NotNow, TooMuch
from referee.server.lobby.hosted_match import HostedMatch
from referee.server.lobby.lobby import Lobby
from referee.server.match import messages
from referee.server.match.delay import LIVE, Delay
from referee.server.rpc import status
from referee.server.rpc.callers import Callers
from referee.server.rpc.gate import Gate
from referee.server.rpc.translate import has_drawn_seed, match_message

MAX_AHEAD = 16
"""How many steps are made before the fastest of their spectators has read them."""

REST = 3.0
"""How long nothing is made after a step, as a multiple of the time that it took."""

SENT_AT_ONCE = 4
SECONDS_BETWEEN = 0.002
"""How fast steps are sent, to all spectators together."""


class Spectators:
    """Everybody who is watching. How many may is the business of `Callers`."""

    def __init__(self, nursery: trio.Nursery, bridge: Bridge, lobby: Lobby, callers: Callers, reading: float) -> None:
        """Who leaves a step unread for `reading` seconds watches no longer."""
        self._nursery = nursery
        self._bridge = bridge
        self._lobby = lobby
        self._callers = callers
        self._reading = reading
        self._showings: dict[tuple[HostedMatch, Delay, bool], Showing] = {}
        self._one_at_a_time = trio.Lock()
        self._gate = Gate(SENT_AT_ONCE, SECONDS_BETWEEN)

    async def watch(self, match_id: str, context: status.Context, delay: Delay, *, wants_text: bool) -> None:
        """On the loop: writes the steps of a match until it is over, each so much later than it was made."""
        watched: list[Showing] = []  # and nowhere else: a call that can not end yet must not keep what nobody watches
        try:
            await self._bridge.ask_patiently(self._join, match_id, delay, wants_text, watched)
            await self._follow(watched, context)
        finally:
            # Whoever is gone while it is let in leaves too: this comes after the question.
            self._bridge.post_patiently(self._leave, watched)

    async def _follow(self, watched: list[Showing], context: status.Context) -> None:
        sent = 0
        while True:
            over = watched[0].over  # before the steps are counted: what came before the end is sent
            while sent < len(watched[0].steps):
                await self._gate.enter(context.peer())
                await self._write(watched[0].steps[sent], context, watched)
                sent += 1
                watched[0].was_read(sent)
            if over:
                break
            if sent == len(watched[0].steps) and not watched[0].over:
                await watched[0].news()
        if watched[0].error is not None:
            raise watched[0].error

    async def _write(self, step: wire.WatchMatchResponse, context: status.Context, watched: list[Showing]) -> None:
        """Writes a step. gRPC can not end a call in the middle of that, so who does not read only loses its place."""
        too_late = False

        def give_up() -> None:
            nonlocal too_late
            too_late = True
            self._callers.give_away(context)
            self._bridge.post_patiently(self._leave, watched)

        patience = asyncio.get_running_loop().call_later(self._reading, give_up)
        try:
            await context.write(step)
        finally:
            patience.cancel()
        if too_late:
            why = f"a step was not read within {self._reading:g} seconds"
            raise TooMuch("NOT_READING", why, seconds=f"{self._reading:g}")

    def _join(self, match_id: str, delay: Delay, wants_text: bool, watched: list[Showing]) -> None:
        hosted = self._lobby.find(match_id)
        if delay != LIVE and not has_drawn_seed(hosted.header):
            why = f"match {match_id} is shown to spectators with a token alone: other matches may have its cards"
            raise NotAllowed("SEED_WAS_GIVEN", why, match_id=match_id)
        showing = self._showings.get((hosted, delay, wants_text))
        if showing is None:
            showing = Showing(hosted, self._bridge, delay, wants_text=wants_text)
            self._showings[hosted, delay, wants_text] = showing
            self._nursery.start_soon(showing.make, self._one_at_a_time)
        showing.spectators += 1
        watched.append(showing)

    def _leave(self, watched: list[Showing]) -> None:
        while watched:
            showing = watched.pop()
            showing.spectators -= 1
            if not showing.spectators:
                del self._showings[showing.hosted, showing.delay, showing.wants_text]
                showing.stop()


class Showing:
    """One match as it is shown to its spectators. A trio task makes the steps, handlers on the loop send them.

    Attributes:
        hosted: The match.
        delay: How much later than it is made a step is shown.
        wants_text: Whether it is shown as text too.
        spectators: How many watch it.
        steps: What is shown, from the beginning; they only become more.
        over: Whether there is nothing more to come.
        error: Why it came to no good end.
    """

    def __init__(self, hosted: HostedMatch, bridge: Bridge, delay: Delay, *, wants_text: bool) -> None:
        self.hosted = hosted
        self.delay = delay
        self.wants_text = wants_text
        self.spectators = 0
        self.steps: list[wire.WatchMatchResponse] = []
        self.over = False
        self.error: Exception | None = None
        self._bridge = bridge
        self._presence = trio.CancelScope()
        self._furthest = 0
        self._read = 0
        self._was_read = trio.Event()
        self._waiting: list[asyncio.Future[None]] = []

    async def news(self) -> None:
        """On the loop: waits until there is more."""
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        await waiting

    def was_read(self, count: int) -> None:
        """On the loop: takes notice that somebody has read so many steps."""
        if count > self._furthest:
            self._furthest = count
            self._bridge.post_patiently(self._want, count)

    async def make(self, one_at_a_time: trio.Lock) -> None:
        """In trio: makes every step, and then how the match ended."""
        with self._presence:
            try:
                await self._make_all(one_at_a_time)
            except RecordError as error:
                match_id = self.hosted.match_id
                self.error = NotNow("BAD_RECORD", f"the record of match {match_id}: {error}", match_id=match_id)
            except Exception as error:  # noqa: BLE001 - it becomes the status of the calls
                self.error = error
            self.over = True
            self._tell()

    def stop(self) -> None:
        """In trio: ends it, wherever it is."""
        self._presence.cancel()

    async def _make_all(self, one_at_a_time: trio.Lock) -> None:
        replayed = Replay(Record(self.hosted.header))
        await self.delay.until_shown(self.hosted.progress, 0)
        async with one_at_a_time:
            self._add(replayed, 0)
        async with aclosing(self.hosted.steps()) as steps:
            async for step in steps:
                await self.delay.until_shown(self.hosted.progress, step.step)
                await self._until_wanted()
                async with one_at_a_time:
                    begun = time.perf_counter()
                    told = replayed.match.event_count
                    replayed.take(step)
                    self._add(replayed, told)
                    await trio.sleep(REST * (time.perf_counter() - begun))
        await self.delay.until_end_is_shown(self.hosted.progress)
        self._add(replayed, replayed.match.event_count)

    def _add(self, replayed: Replay, since: int) -> None:
        match = replayed.match
        step = wire.WatchMatchResponse(
            match=match_message(self.hosted, self.delay),
            position=messages.packed(match.game, match.position_bytes(None, since)),
        )
        if self.wants_text:
            step.text = messages.position_text(match, None, since)
        self.steps.append(step)
        self._tell()

    async def _until_wanted(self) -> None:
        while len(self.steps) >= self._read + MAX_AHEAD:
            self._was_read = trio.Event()
            await self._was_read.wait()

    def _want(self, count: int) -> None:
        self._read = max(count, self._read)
        self._was_read.set()

    def _tell(self) -> None:
        self._tell_all()

    def _tell_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)
