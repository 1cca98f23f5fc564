"""The site of `tournament web`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus

import trio

from referee.errors import RecordError, UsageError
from referee.pages.frames import SPECTATOR
from referee.pages.layout import Masthead
from referee.pages.replays import replay_page
from referee.web.feeds import Feed
from referee.web.guarding import REPLAY_POLICY
from referee.web.requests import Refused, Response, WebRequest, following, html
from referee.web.routes import Site, Visit
from tournament.errors import DamagedError
from tournament.storage.archive import NO_RECORD
from tournament.web.match_pages import Wanted, bot_page, matches_page, plan_page
from tournament.web.snapshot import SnapshotSource
from tournament.web.standing_pages import elo_page, pairs_page, progress_parts, standings_page

LINKS = (
    ("Standings", "/"),
    ("Each against each", "/pairs"),
    ("Elo", "/elo"),
    ("Matches", "/matches"),
    ("Plan", "/plan"),
)
BETWEEN = 3.0
REPLAYS_AT_ONCE = 2
_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)


class TournamentPages:
    """The pages of one tournament."""

    def __init__(self, name: str, source: SnapshotSource) -> None:
        self.place = Masthead(name, LINKS)
        self._source = source
        self._progress = Feed()
        self._replaying = trio.CapacityLimiter(REPLAYS_AT_ONCE)

    def add_to(self, site: Site) -> None:
        """Gives a site these pages."""
        site.add("GET", "/", self._standings)
        site.add("GET", "/feed", self._follow)
        site.add("GET", "/pairs", self._pairs)
        site.add("GET", "/elo", self._elo)
        site.add("GET", "/matches", self._matches)
        site.add("GET", "/matches/*/replay", self._replay)
        site.add("GET", "/bots/*", self._bot)
        site.add("GET", "/plan", self._plan)

    async def keep_progress(self) -> None:
        """Keeps what is told of the progress new, as long as somebody looks."""
        while True:
            if self._progress.followers:
                await self._look()
            await trio.sleep(BETWEEN)

    async def _look(self) -> None:
        self._progress.show(progress_parts(await self._source.snapshot()))

    async def _follow(self, _visit: Visit) -> Response:
        await self._look()
        return following(self._progress.follow())

    async def _standings(self, visit: Visit) -> Response:
        query = visit.request.query
        by = query.get("by", "rating")
        now = await self._source.snapshot()
        return html(standings_page(self.place, now, by, falling=query.get("order") != "rising"))

    async def _pairs(self, visit: Visit) -> Response:
        now = await self._source.snapshot()
        return html(pairs_page(self.place, now, number(visit.request, "rows"), number(visit.request, "columns")))

    async def _elo(self, visit: Visit) -> Response:
        return html(elo_page(self.place, await self._source.snapshot(), visit.request.values("bot")))

    async def _matches(self, visit: Visit) -> Response:
        query = visit.request.query
        wanted = Wanted(query.get("bot", "").strip(), query.get("forfeited") == "1", number(visit.request, "from"))
        return html(matches_page(self.place, await self._source.snapshot(), wanted))

    async def _bot(self, visit: Visit) -> Response:
        now = await self._source.snapshot()
        if visit.words[0] not in {bot.name for bot in now.bots}:
            raise Refused(HTTPStatus.NOT_FOUND, "There is no such bot in this tournament.")
        return html(bot_page(self.place, now, visit.words[0], private=visit.visitor.trusted))

    async def _plan(self, visit: Visit) -> Response:
        return html(plan_page(self.place, await self._source.snapshot(), private=visit.visitor.trusted))

    async def _replay(self, visit: Visit) -> Response:
        viewers: Sequence[str] = [] if visit.visitor.trusted else [SPECTATOR]
        async with self._replaying:
            try:
                record = await self._source.record(visit.words[0])
                if record is None:
                    why = "There is no such match, or another rotation of its deal is still to be played."
                    raise Refused(HTTPStatus.NOT_FOUND, why)
                drawn = await trio.to_thread.run_sync(replay_page, record, viewers)
            except (RecordError, UsageError, DamagedError, *NO_RECORD) as error:
                raise Refused(HTTPStatus.CONFLICT, f"This match can not be replayed: {error}.") from None
        return Response(drawn.encode(), headers={"content-security-policy": REPLAY_POLICY})


def number(request: WebRequest, name: str) -> int:
    """A number of the question; 0 if there is none."""
    text = request.query.get(name, "")
    return int(text) if _NUMBER.fullmatch(text) else 0
