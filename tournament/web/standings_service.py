"""StandingsService: the standings of a tournament over gRPC, for bots and other programs.

It shows what the pages show to visitors without the site's key. What takes long happens in other threads, and each
response is small, so that no caller can occupy the thread that serves.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import islice
from typing import Protocol, TypeVar, TypeVarTuple

import trio
from referee_client.v1 import standings_service_pb2 as wire
from referee_client.v1.standings_service_pb2_grpc import (
    StandingsServiceServicer,
    add_StandingsServiceServicer_to_server,
)

from referee.server.bridge import open_bridge
from referee.server.config import Config
from referee.server.errors import NotFound, NotKnown, NotNow
from referee.server.rpc.callers import Callers
from referee.server.rpc.rights import token_of
from referee.server.rpc.serving import open_server
from referee.server.rpc.status import Context, answering
from referee.server.rpc.translate import MAX_PAGE, page_of, place_of
from referee.server.storage.tokens import Tokens
from referee.web.access import AccessRules
from tournament.errors import TournamentError
from tournament.statistics.crosstable import PairRecord
from tournament.storage.summary import MatchSummary
from tournament.web.snapshot import Snapshot, SnapshotSource
from tournament.web.standing_messages import (
    pairing_messages,
    rating_messages,
    result_messages,
    standing_messages,
    tournament_message,
)

SERVICE = "referee.v1.StandingsService"

MOST_CHANGES = 100
"""How many results one message to a watcher has."""

SECONDS_BETWEEN_LOOKS = 2.0
"""How often the service checks whether a watched tournament has changed."""

MOST_SEATS = 1 << 8

Args = TypeVarTuple("Args")
Item = TypeVar("Item")
Returned = TypeVar("Returned")


class OfTournament(Protocol):
    """A request about a tournament."""

    tournament: str


class OfPage(Protocol):
    """A request for a page."""

    page_size: int
    page_token: str


class InTrio:
    """Runs functions in trio for callers on the asyncio loop."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self._nursery = nursery
        self._token = trio.lowlevel.current_trio_token()

    async def run(self, work: Callable[[*Args], Awaitable[Returned]], *args: *Args) -> Returned:
        """On the loop: wait for work that is done in trio, and return what it returns, or raise what it raises."""
        answer: asyncio.Future[Returned] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            try:
                result = await work(*args)
            except Exception as error:  # noqa: BLE001 - raised where the work was asked for
                if not answer.done():
                    answer.set_exception(error)
            else:
                if not answer.done():
                    answer.set_result(result)

        self._token.run_sync_soon(self._nursery.start_soon, run)
        return await answer


class StandingsService(StandingsServiceServicer):
    """Answers from the same snapshots as the pages."""

    def __init__(self, in_trio: InTrio, source: SnapshotSource, access: AccessRules, callers: Callers) -> None:
        self._in_trio = in_trio
        self._source = source
        self._access = access
        self._callers = callers

    @answering
    async def ListTournaments(
        self, request: wire.ListTournamentsRequest, context: Context
    ) -> wire.ListTournamentsResponse:
        """List the tournaments. There is always exactly one, because a database holds one."""
        page, following = _page([await self._snapshot(context)], request)
        return wire.ListTournamentsResponse(
            tournaments=[tournament_message(now) for now in page], next_page_token=following
        )

    @answering
    async def GetTournament(self, request: wire.GetTournamentRequest, context: Context) -> wire.GetTournamentResponse:
        """Return the tournament."""
        return wire.GetTournamentResponse(tournament=tournament_message(await self._find(request, context)))

    @answering
    async def ListStandings(self, request: wire.ListStandingsRequest, context: Context) -> wire.ListStandingsResponse:
        """List the bots, the best one first."""
        now = await self._find(request, context)
        bots, following = _page(now.standings.bots, request)
        return wire.ListStandingsResponse(standings=standing_messages(now, bots), next_page_token=following)

    @answering
    async def ListRatings(self, request: wire.ListRatingsRequest, context: Context) -> wire.ListRatingsResponse:
        """List the running ratings."""
        now = await self._find(request, context)
        ratings, following = page_of(_after(now.ratings, place_of(request.page_token)), request.page_size)
        return wire.ListRatingsResponse(ratings=rating_messages(ratings), next_page_token=following)

    @answering
    async def ListPairings(self, request: wire.ListPairingsRequest, context: Context) -> wire.ListPairingsResponse:
        """List the results of the bots against each other."""
        now = await self._find(request, context)
        pairs = await self._in_trio.run(trio.to_thread.run_sync, _pairs, now)
        page, following = _page(pairs, request)
        return wire.ListPairingsResponse(pairings=pairing_messages(page), next_page_token=following)

    @answering
    async def ListResults(self, request: wire.ListResultsRequest, context: Context) -> wire.ListResultsResponse:
        """List the results of matches."""
        now, place = await self._find(request, context), place_of(request.page_token)
        start = 0 if place is None else bisect_right(now.matches, place, key=_number)
        some = ((match.number, match) for match in islice(now.matches, start, start + MAX_PAGE + 1))
        page, following = page_of(some, request.page_size)
        return wire.ListResultsResponse(results=result_messages(page), next_page_token=following)

    @answering
    async def WatchTournament(self, request: wire.WatchTournamentRequest, context: Context) -> None:
        """Send the tournament after each change."""
        now = await self._find(request, context)
        await self._callers.write(wire.WatchTournamentResponse(tournament=tournament_message(now)), context, "message")
        while not now.is_over:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            before, now = now, await self._find(request, context)
            if now is not before:
                for change in await self._in_trio.run(trio.to_thread.run_sync, _changes, before, now):
                    await self._callers.write(change, context, "message")

    async def _find(self, request: OfTournament, context: Context) -> Snapshot:
        now = await self._snapshot(context)
        if request.tournament != now.tournament.name:
            why = f"there is no tournament {request.tournament[:80]!r}"
            raise NotFound("NO_SUCH_TOURNAMENT", why, tournament=request.tournament[:80])
        return now

    async def _snapshot(self, context: Context) -> Snapshot:
        """Return the newest snapshot, if the caller may see it."""
        key = token_of(context)
        if key and await self._in_trio.run(self._access.visitor_with, key) is None:
            raise NotKnown("WRONG_TOKEN", "this is not the key of these pages, nor the key of a bot")
        if self._access.closed and not key:
            raise NotKnown("KEY_NEEDED", "this call needs a key in its metadata: authorization: Bearer KEY")
        try:
            return await self._in_trio.run(self._source.snapshot)
        except TournamentError as error:
            raise NotNow("NOT_READABLE", str(error)) from None


def _page(items: Sequence[Item], request: OfPage) -> tuple[list[Item], str]:
    """Return a page of a list, and the token of the next one."""
    place = place_of(request.page_token)
    start = 0 if place is None else place + 1
    return page_of(enumerate(islice(items, start, start + MAX_PAGE + 1), start), request.page_size)


def _number(match: MatchSummary) -> int:
    return match.number


def _after(
    ratings: Sequence[tuple[int, str, float, float]], place: int | None
) -> Iterator[tuple[int, tuple[int, str, float, float]]]:
    """Yield ratings with their places, which are those of the match in the schedule, and of the bot in the match."""
    number, bot = (0, -1) if place is None else divmod(place, MOST_SEATS)
    start = bisect_left(ratings, number, key=lambda rating: rating[0])
    at = number, -1
    for rating in islice(ratings, start, start + MOST_SEATS + MAX_PAGE + 1):
        at = (rating[0], at[1] + 1 if rating[0] == at[0] else 0)
        if at > (number, bot):
            yield at[0] * MOST_SEATS + at[1], rating


def _pairs(now: Snapshot) -> list[PairRecord]:
    return list(now.pairs.values())


def _changes(before: Snapshot, now: Snapshot) -> list[wire.WatchTournamentResponse]:
    """Return the messages that a watcher gets: the results that were added, and those that no longer count."""
    had, has = ({match.match for match in snapshot.matches} for snapshot in (before, now))
    added = [match for match in now.matches if match.match not in had]
    taken_back = sorted(had - has)
    count = max(len(added), len(taken_back), 1)
    return [
        wire.WatchTournamentResponse(
            tournament=tournament_message(now),
            results=result_messages(added[start : start + MOST_CHANGES]),
            taken_back=taken_back[start : start + MOST_CHANGES],
        )
        for start in range(0, count, MOST_CHANGES)
    ]


@asynccontextmanager
async def open_standings(config: Config, source: SnapshotSource, access: AccessRules) -> AsyncIterator[str]:
    """Serve within the block, and return the address. The program must have been started with `hosting.run`.

    Raises `UsageError` if the address cannot be used.
    """
    config.check()
    with open_bridge() as bridge:
        async with trio.open_nursery() as nursery:
            callers = Callers(config.limits, Tokens(None))
            async with open_server(bridge, config, callers) as front:
                service = StandingsService(InTrio(nursery), source, access, callers)
                add_StandingsServiceServicer_to_server(service, front.server)
                front.services.append(SERVICE)
                await bridge.on_loop(front.start)
                await front.let_clients_in(nursery, bridge)
                yield front.address
            nursery.cancel_scope.cancel()
