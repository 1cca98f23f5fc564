"""Queries to a running referee on behalf of all viewers, with the rights of this server's token.

Viewers do not have to queue: several requests for the same thing are sent only once, and a recent answer is reused.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar
from urllib.parse import quote

import grpc
import trio
from referee_client.settings import Settings
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_pb2 import Match, SeatEnd

from referee.calling import SECONDS_FOR_ANSWER, Caller, CallError, plainly
from referee.kernel.record import Record, read_record
from referee.pages.matches import RUNNING, MatchFacts, SeatFacts

T = TypeVar("T")

SECONDS_FRESH = 2.0
"""Seconds for which the newest matches are not queried again."""
OLD = 30.0
"""Seconds for which older matches are not queried again."""
PAGE = 200
MOST_PAGES = 10
MOST_KEPT_ENDS = 20_000
MOST_ASKED = 1000
CALLS_AT_ONCE = 8
SECONDS_UNTIL_READY = 3.0
"""Seconds within which gRPC, with the options of `Settings`, reconnects to a referee that can be reached again."""


class Calls:
    """The referee's matches.

    Attributes:
        settings: The referee's address, and our token.
        delay: How many seconds pages wait before they show what arrived.
        has_records: Whether this token may read records at the referee, as far as is known.
        begins_again: See `MatchesToWatch`.
    """

    begins_again = False

    def __init__(self, settings: Settings, channel: grpc.Channel, delay: float = 0.0) -> None:
        self.settings = settings
        self.delay = delay
        self.has_records = True
        self._channel = channel
        self._caller = Caller(channel, settings.token)
        self._limiter = trio.CapacityLimiter(CALLS_AT_ONCE)
        self._one_at_a_time = trio.Lock()
        self._some_at_a_time = trio.Semaphore(CALLS_AT_ONCE)
        self._asked: dict[str, tuple[float, MatchFacts]] = {}
        self._newest: list[MatchFacts] = []
        self._older: list[MatchFacts] = []
        self._more = ""
        self._asked_newest = self._asked_older = -math.inf
        self._over_since: dict[str, float] = {}

    async def matches(self) -> Sequence[MatchFacts]:
        """The last 2,000 matches, newest first. Raises `CallError`."""
        async with self._one_at_a_time:
            if trio.current_time() - self._asked_newest > SECONDS_FRESH:
                self._newest, self._more = await self._list("")
                self._asked_newest = trio.current_time()
            if trio.current_time() - self._asked_older > OLD:
                self._older, more, pages = [], self._more, 1
                while more and pages < MOST_PAGES:
                    page, more = await self._list(more)
                    self._older += page
                    pages += 1
                self._asked_older = trio.current_time()
            known = {match.match_id for match in self._newest}
            return [*self._newest, *(match for match in self._older if match.match_id not in known)]

    async def match(self, match_id: str) -> MatchFacts:
        """One match. Raises `CallError`."""
        async with self._some_at_a_time:
            if match_id in self._asked and trio.current_time() - self._asked[match_id][0] < SECONDS_FRESH:
                return self._asked[match_id][1]
            request = wire.GetMatchRequest(match_id=match_id)
            found = await self._ask_twice(partial(self._caller.matches.GetMatch, request))
            facts = self.facts(found.match)
            self._asked[match_id] = trio.current_time(), facts
            while len(self._asked) > MOST_ASKED:
                del self._asked[next(iter(self._asked))]
            return facts

    async def record(self, match_id: str) -> Record:
        """The record of a match that is over. Raises `CallError`, or `RecordError` for one that cannot be read."""
        request = wire.GetRecordRequest(match_id=match_id)
        try:
            found = await self._ask_twice(partial(self._caller.matches.GetRecord, request))
        except CallError as error:
            self.has_records = error.code not in {grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.UNAUTHENTICATED}
            raise
        return await trio.to_thread.run_sync(read_record, found.record)

    async def find(self, match_id: str) -> tuple[Calls, str]:
        """See `MatchesToWatch`."""
        return self, match_id

    def replay_path(self, match_id: str) -> str:
        """See `MatchesToWatch`."""
        return f"/matches/{quote(match_id, safe='')}/replay" if self.has_records else ""

    def watch(self, match_id: str, *, wants_text: bool) -> Any:
        """The steps of a match as a spectator sees it. The caller iterates them in a thread, and cancels the call."""
        request = wire.WatchMatchRequest(match_id=match_id, wants_text=wants_text)
        return self._caller.matches.WatchMatch(request, metadata=self._caller.metadata)

    def facts(self, match: Match) -> MatchFacts:
        """The facts about a match that may be shown now."""
        facts = facts_of(match)
        if not self.delay:
            return facts
        if facts.over and self._is_told(facts.match_id):
            return facts
        state = RUNNING if facts.over else facts.state
        return MatchFacts(
            match_id=facts.match_id,
            game_id=facts.game_id,
            bots=facts.bots,
            state=state,
            created_unix_s=facts.created_unix_s,
        )

    def _is_told(self, match_id: str) -> bool:
        """Whether the delay has passed since this server learnt that a match is over."""
        now = trio.current_time()
        since = self._over_since.setdefault(match_id, now)
        while len(self._over_since) > MOST_KEPT_ENDS:
            del self._over_since[next(iter(self._over_since))]
        return now - since >= self.delay

    async def _list(self, token: str) -> tuple[list[MatchFacts], str]:
        request = wire.ListMatchesRequest(page_size=PAGE, page_token=token)
        found = await self._ask(partial(self._caller.matches.ListMatches, request))
        return [*map(self.facts, found.matches)], found.next_page_token

    async def _ask_twice(self, call: Callable[..., T]) -> T:
        """Make a call; repeat it if the referee is unavailable: gRPC may not have noticed yet that it is back."""
        try:
            return await self._ask(call)
        except CallError as error:
            if error.code is not grpc.StatusCode.UNAVAILABLE or not await self._connects():
                raise
        return await self._ask(call)

    async def _connects(self) -> bool:
        """Whether gRPC finds the referee within a few seconds."""

        def wait() -> bool:
            ready = grpc.channel_ready_future(self._channel)
            try:
                ready.result(SECONDS_UNTIL_READY)
            except grpc.FutureTimeoutError:
                ready.cancel()
                return False
            return True

        return await trio.to_thread.run_sync(wait, abandon_on_cancel=True, limiter=self._limiter)

    async def _ask(self, call: Callable[..., T]) -> T:
        def ask() -> T:
            with plainly(self.settings):
                return call(metadata=self._caller.metadata, timeout=SECONDS_FOR_ANSWER)

        return await trio.to_thread.run_sync(ask, abandon_on_cancel=True, limiter=self._limiter)


def facts_of(match: Match) -> MatchFacts:
    """The facts of a match from the referee's message."""
    return MatchFacts(
        match_id=match.match_id,
        game_id=match.game_id,
        bots=tuple(seat.bot for seat in match.seats),
        state=_word(Match.State, match.state, "STATE_"),
        decisions=match.decisions,
        results=tuple(
            SeatFacts(of.place, of.score, _word(SeatEnd, of.end, "SEAT_END_"), of.strikes) for of in match.results
        ),
        reason=match.reason,
        void_reason=match.void_reason,
        created_unix_s=match.create_time.ToNanoseconds() / 1e9,
    )


def _word(words: Any, number: int, prefix: str) -> str:
    """The word for an enum value, or its number if a later version added the value."""
    known = words.DESCRIPTOR.values_by_number
    return str(known[number].name).removeprefix(prefix).lower() if number in known else str(number)
