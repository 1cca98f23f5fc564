"""The site of `referee web`: running matches, each match as a spectator sees it, and finished matches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from typing import Protocol
from urllib.parse import quote

import grpc
import trio

from referee.calling import CallError
from referee.errors import RecordError, UsageError
from referee.kernel.record import Record
from referee.pages.frames import SPECTATOR
from referee.pages.layout import Navigation
from referee.pages.markup import tag
from referee.pages.matches import Filter, MatchFacts, list_page, match_page, now_parts
from referee.pages.replays import replay_page
from referee.web.access import check_trusted
from referee.web.drawn_replays import DrawnReplays
from referee.web.feeds import Feed
from referee.web.requests import Refused, Response, WebRequest, following, html, see_other
from referee.web.routes import Site, Visit
from referee.web.watching import Watches

BACK = ("Back to the matches", "/")
SECONDS_BETWEEN_LISTS = 2.0
STATUSES = {
    grpc.StatusCode.NOT_FOUND: HTTPStatus.NOT_FOUND,
    grpc.StatusCode.PERMISSION_DENIED: HTTPStatus.FORBIDDEN,
    grpc.StatusCode.UNAUTHENTICATED: HTTPStatus.FORBIDDEN,
    grpc.StatusCode.FAILED_PRECONDITION: HTTPStatus.CONFLICT,
    grpc.StatusCode.RESOURCE_EXHAUSTED: HTTPStatus.SERVICE_UNAVAILABLE,
    grpc.StatusCode.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED: HTTPStatus.SERVICE_UNAVAILABLE,
}
START = re.compile(r"[0-9]{1,6}", re.ASCII)


class MatchSource(Protocol):
    """A source of matches."""

    has_records: bool

    async def matches(self) -> Sequence[MatchFacts]:
        """The matches, newest first."""

    async def match(self, match_id: str) -> MatchFacts:
        """The facts of one match."""

    async def record(self, match_id: str) -> Record:
        """The record of a match."""


class MatchPages:
    """The pages of matches. Without `watches`, matches cannot be followed while they are played."""

    def __init__(self, place: Navigation, source: MatchSource, watches: Watches | None, note: str = "") -> None:
        self._place = place
        self._source = source
        self._watches = watches
        self._note = note
        self._list = Feed()
        self._replays = DrawnReplays()

    def add_to(self, site: Site) -> None:
        """Add these pages to a site."""
        site.add("GET", "/", self._show_list)
        site.add("GET", "/feed", self._follow_list)
        site.add("GET", "/matches/*", self._show_match)
        site.add("GET", "/matches/*/feed", self._follow_match)
        site.add("GET", "/matches/*/replay", self._show_replay)

    async def keep_list(self) -> None:
        """Keep the list of running matches up to date while someone has it open."""
        while True:
            if self._list.followers:
                await self._look()
            await trio.sleep(SECONDS_BETWEEN_LISTS)

    async def _look(self) -> None:
        try:
            self._list.show(now_parts(await self._source.matches()))
        except CallError as error:
            self._list.show({"now": [tag("p", f"{error}. Trying again.", class_="none-yet")]})

    async def _show_list(self, visit: Visit) -> Response:
        wanted = read_filter(visit.request)
        try:
            matches, note = await self._source.matches(), self._note
        except CallError as error:
            matches, note = [], f"{error}. Trying again; reload this page for the finished matches."
        return html(list_page(self._place, matches, wanted, note=note))

    async def _follow_list(self, _visit: Visit) -> Response:
        if not self._list.parts:
            await self._look()
        return following(self._list)

    async def _show_match(self, visit: Visit) -> Response:
        match = await self._match(visit.words[0])
        if self._watches is None:
            return see_other(f"/matches/{quote(match.match_id, safe='')}/replay")
        return html(match_page(self._place, match, replay=match.over and self._source.has_records))

    async def _follow_match(self, visit: Visit) -> Response:
        if self._watches is None:
            raise Refused(HTTPStatus.NOT_FOUND, "This server shows only finished matches.")
        try:
            await self._match(visit.words[0])
        except Refused as refused:
            if refused.status is not HTTPStatus.SERVICE_UNAVAILABLE:
                raise  # the browser of a refused feed does not try again, and this problem may be over in a moment
        return following(self._watches.feed(visit.words[0]))

    async def _show_replay(self, visit: Visit) -> Response:
        match = await self._match(visit.words[0])
        if not match.over:
            raise Refused(HTTPStatus.CONFLICT, "There is no replay until the match is over.")
        if self._watches is None:  # a folder does not say what spectators may see, and other rotations may follow
            check_trusted(visit.visitor)
        viewers = [] if visit.visitor.trusted else [SPECTATOR]
        draw = partial(self._drawn, match.match_id, viewers)
        return await self._replays.answer(visit.request, (match, *viewers), draw)

    async def _drawn(self, match_id: str, viewers: Sequence[str]) -> str:
        try:
            record = await self._source.record(match_id)
            return await trio.to_thread.run_sync(replay_page, record, viewers, BACK)
        except CallError as error:
            raise Refused(_status(error), f"{error}.") from None
        except (RecordError, UsageError) as error:
            raise Refused(HTTPStatus.CONFLICT, f"This match cannot be replayed here: {error}.") from None

    async def _match(self, match_id: str) -> MatchFacts:
        try:
            return await self._source.match(match_id)
        except CallError as error:
            raise Refused(_status(error), f"{error}.") from None


def read_filter(request: WebRequest) -> Filter:
    """The filter of a request. A start that is not a number counts as 0."""
    query = request.query
    start = query.get("from", "")
    return Filter(query.get("bot", "").strip(), query.get("game", ""), int(start) if START.fullmatch(start) else 0)


def _status(error: CallError) -> HTTPStatus:
    return HTTPStatus.BAD_GATEWAY if error.code is None else STATUSES.get(error.code, HTTPStatus.BAD_GATEWAY)
