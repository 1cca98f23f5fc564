"""What spectators watch: matches that are replayed from their records, once for all spectators of the same match.

Running matches have priority: only one step of all showings is made at a time, with a pause after it. It is made on the
loop without waking a task: waking one of trio's, or another thread, takes longer than the step itself.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque

import trio
from referee_client.v1 import match_service_pb2 as wire

from referee.errors import RecordError
from referee.kernel.record import Record, Step
from referee.kernel.replay import Replay
from referee.server.errors import NotNow
from referee.server.lobby.hosted_match import HostedMatch
from referee.server.match import messages
from referee.server.match.delay import Delay
from referee.server.rpc.translate import match_message

MAX_AHEAD = 16
"""How many steps are made ahead of the fastest spectator's reading."""

SECONDS_OF_REST = 3.0
SHORTEST_REST = 0.001
"""The pause after a step: a multiple of the step's own time, and at least what the loop's timers can measure."""


class Maker:
    """On the loop: makes the steps of all showings, each showing in turn."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Showing] = deque()
        self._at_work = False

    def want(self, showing: Showing) -> None:
        """Schedule the next step of a showing: soon, but after pending writes to bots."""
        if showing not in self._waiting:
            self._waiting.append(showing)
            if not self._at_work:
                self._at_work = True
                self._loop.call_later(SHORTEST_REST, self._make_one)

    def forget(self, showing: Showing) -> None:
        """Make no more steps of a showing."""
        if showing in self._waiting:
            self._waiting.remove(showing)

    def _make_one(self) -> None:
        self._at_work = bool(self._waiting)
        if self._at_work:
            begun = time.perf_counter()
            showing = self._waiting.popleft()
            if showing.make_one():
                self._waiting.append(showing)
            self._loop.call_later(max(SHORTEST_REST, SECONDS_OF_REST * (time.perf_counter() - begun)), self._make_one)


class Showing:
    """One match as it is shown to its spectators.

    Attributes:
        hosted: The match.
        delay: The delay after which a step is shown.
        wants_text: Whether it is also shown as text.
        spectators: How many spectators watch it.
        steps: The steps shown so far, from the beginning.
        over: Whether it is complete.
        error: Why it failed; None if it did not.
    """

    def __init__(self, hosted: HostedMatch, delay: Delay, maker: Maker, *, wants_text: bool) -> None:
        self.hosted = hosted
        self.delay = delay
        self.wants_text = wants_text
        self.spectators = 0
        self.steps: list[wire.WatchMatchResponse] = []
        self.over = False
        self.error: Exception | None = None
        self._maker = maker
        self._replayed: Replay | None = None
        self._record: Record | None = None
        self._read = 0
        self._waiting: list[asyncio.Future[None]] = []
        self._alarm: asyncio.TimerHandle | None = None
        hosted.progress.listeners.append(self._want)
        self._want()

    async def news(self) -> None:
        """Wait until there is more."""
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        await waiting

    def was_read(self, count: int) -> None:
        """Record that a spectator has read `count` steps."""
        if count > self._read:
            was_held_back = self._is_held_back
            self._read = count
            if was_held_back:
                self._want()

    def stop(self) -> None:
        """Stop the showing at once."""
        self.hosted.progress.listeners.remove(self._want)
        self._maker.forget(self)
        if self._alarm is not None:
            self._alarm.cancel()

    def make_one(self) -> bool:
        """Make the next step, if it may be shown and is wanted. Return whether there may be another step."""
        told = len(self.steps)
        try:
            self._make_one()
        except RecordError as error:
            match_id = self.hosted.match_id
            self.error = NotNow("BAD_RECORD", f"the record of match {match_id}: {error}", match_id=match_id)
        except Exception as error:  # noqa: BLE001 - it becomes the status of the calls
            self.error = error
        self.over = self.over or self.error is not None
        if self.over or len(self.steps) > told:
            self._tell()
        return not self.over and len(self.steps) > told

    def _make_one(self) -> None:
        number = len(self.steps)
        if self.over or self._is_held_back:
            return
        if self._record is None and self.hosted.over.is_set():
            self._record = self.hosted.record()
        steps = [] if self._record is None else self._record.steps
        if number <= len(steps):
            if self._is_due(self.delay.shown_at(self.hosted.progress, number)):
                self._add(steps[number - 1] if number else None)
        elif self._is_due(self.delay.end_shown_at(self.hosted.progress)):
            self._add(None)
            self.over = True

    @property
    def _is_held_back(self) -> bool:
        """Whether no spectator has read far enough for more steps to be made."""
        return len(self.steps) >= self._read + MAX_AHEAD

    def _is_due(self, shown_at: float) -> bool:
        """Whether this time has come. If not, set an alarm for the time at which it may be shown, if that is known."""
        wait = shown_at - trio.current_time()
        if 0 < wait < math.inf and self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(wait, self._ring)
        return wait <= 0

    def _ring(self) -> None:
        self._alarm = None
        self._want()

    def _want(self) -> None:
        self._record = self.hosted.running_record or self._record
        self._maker.want(self)

    def _add(self, step: Step | None) -> None:
        """Add the state after a step, or the present state."""
        if self._replayed is None:
            header = self.hosted.whole_header() if self._record is None else self._record.header
            self._replayed = Replay(Record(header))
        match = self._replayed.match
        told = match.event_count if self.steps else 0
        if step is not None:
            self._replayed.take(step)
        shown = wire.WatchMatchResponse(
            match=match_message(self.hosted, self.delay),
            position=messages.packed(match.game, match.position_bytes(None, told)),
        )
        if self.wants_text:
            shown.text = messages.position_text(match, None, told)
        self.steps.append(shown)

    def _tell(self) -> None:
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)
