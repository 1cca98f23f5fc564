"""The site of `tournament web`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from urllib.parse import quote

import trio

from referee.errors import RecordError, UsageError
from referee.pages.frames import SPECTATOR
from referee.pages.layout import Navigation
from referee.pages.matches import MatchFacts, match_page, now_parts
from referee.pages.replays import replay_page
from referee.web.access import Visitor
from referee.web.drawn_replays import DrawnReplays
from referee.web.feeds import Feed, Parts
from referee.web.requests import Refused, Response, WebRequest, following, html, see_other
from referee.web.routes import Site, Visit
from tournament.errors import DamagedError
from tournament.plan.versions import name_in_plan
from tournament.storage.archive import NO_RECORD
from tournament.web.gallery import Gallery
from tournament.web.match_pages import OWN, Wanted, bot_page, matches_page, plan_page, played_page
from tournament.web.own_pages import own_parts
from tournament.web.snapshot import Snapshot, SnapshotSource
from tournament.web.standing_pages import decisions_page, elo_page, live_parts, pairs_page, standings_page

LINKS = (
    ("Standings", "/"),
    ("Head to head", "/pairs"),
    ("Elo", "/elo"),
    ("Matches", "/matches"),
    ("Decisions", "/decisions"),
    ("Plan", "/plan"),
)
BACK = ("Back to the matches", "/matches")
SECONDS_BETWEEN_VIEWS = 3.0
NO_REPLAY = "No such match, or another rotation of its deal is still to be played."
NOT_FOR_STRANGERS = "No such match, or it is still running: to watch it you need the printed key, or --public."
_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)


class TournamentPages:
    """The pages of one tournament."""

    def __init__(self, name: str, source: SnapshotSource, gallery: Gallery, public: Gallery | None = None) -> None:
        """Make the pages; `gallery` has the running matches for visitors with the key, `public` for all others."""
        self.place = Navigation(name, LINKS)
        self._source = source
        self._gallery = gallery
        self._public = public
        self._progress = Feed()
        self._replays = DrawnReplays()
        self._own_place = Navigation(name, (*LINKS, ("Your bot", OWN)))

    def add_to(self, site: Site) -> None:
        """Add these pages to a site."""
        site.add("GET", "/", self._standings)
        site.add("GET", "/feed", self._follow)
        site.add("GET", "/pairs", self._pairs)
        site.add("GET", "/elo", self._elo)
        site.add("GET", "/matches", self._matches)
        site.add("GET", "/matches/*", self._match)
        site.add("GET", "/matches/*/feed", self._follow_match)
        site.add("GET", "/matches/*/replay", self._replay)
        site.add("GET", "/bots/*", self._bot)
        site.add("GET", OWN, self._mine)
        site.add("GET", "/decisions", self._decisions)
        site.add("GET", "/plan", self._plan)

    async def keep_progress(self) -> None:
        """Keep the progress on the first page up to date while anyone is looking."""
        while True:
            for gallery in {None, self._public, self._gallery}:
                if self._first_page(gallery).followers:
                    await self._look(gallery)
            await trio.sleep(SECONDS_BETWEEN_VIEWS)

    def _place(self, visit: Visit) -> Navigation:
        return self._own_place if visit.visitor.holder else self.place

    def _gallery_for(self, visitor: Visitor) -> Gallery | None:
        """Return the matches that a visitor may follow while they are played; None if there are none."""
        return self._gallery if visitor.trusted else self._public

    def _first_page(self, gallery: Gallery | None) -> Feed:
        return self._progress if gallery is None else gallery.first_page

    async def _look(self, gallery: Gallery | None) -> None:
        now = await self._source.snapshot()
        running: Parts = {"now": []}
        if gallery is not None and not (now.is_over or now.tournament.plan.run.in_process):
            running = now_parts(await gallery.matches())
        self._first_page(gallery).show({**live_parts(now), **running})

    async def _follow(self, visit: Visit) -> Response:
        gallery = self._gallery_for(visit.visitor)
        await self._look(gallery)
        return following(self._first_page(gallery))

    async def _standings(self, visit: Visit) -> Response:
        query = visit.request.query
        by = query.get("by", "rating")
        now = await self._source.snapshot()
        return html(standings_page(self._place(visit), now, by, falling=query.get("order") != "rising"))

    async def _pairs(self, visit: Visit) -> Response:
        now = await self._source.snapshot()
        return html(
            pairs_page(self._place(visit), now, number(visit.request, "rows"), number(visit.request, "columns"))
        )

    async def _elo(self, visit: Visit) -> Response:
        return html(elo_page(self._place(visit), await self._source.snapshot(), visit.request.values("bot")))

    async def _matches(self, visit: Visit) -> Response:
        query = visit.request.query
        wanted = Wanted(query.get("bot", "").strip(), query.get("forfeited") == "1", number(visit.request, "from"))
        return html(matches_page(self._place(visit), await self._source.snapshot(), wanted))

    async def _bot(self, visit: Visit) -> Response:
        now, bot = await self._source.snapshot(), visit.words[0]
        if bot not in {one.name for one in now.bots}:
            raise Refused(HTTPStatus.NOT_FOUND, "This tournament has no such bot.")
        own = None
        if is_own(visit.visitor, bot):
            own = own_parts(now, bot, await self._source.outputs(bot), number(visit.request, "from"))
        return html(bot_page(self._place(visit), now, bot, private=visit.visitor.trusted, own=own))

    async def _mine(self, visit: Visit) -> Response:
        """Redirect to the newest version of the visitor's own bot."""
        bots = (await self._source.snapshot()).bots
        own = [bot.name for bot in bots if is_own(visit.visitor, bot.name)]
        if not own:
            raise Refused(HTTPStatus.FORBIDDEN, "You need the key of a bot to see this.")
        newest = {bot.name for bot in bots} - {bot.follows for bot in bots}
        return see_other(f"/bots/{quote(next(name for name in own if name in newest), safe='')}")

    async def _plan(self, visit: Visit) -> Response:
        return html(plan_page(self._place(visit), await self._source.snapshot(), private=visit.visitor.trusted))

    async def _decisions(self, visit: Visit) -> Response:
        now = await self._source.snapshot()
        return html(decisions_page(self._place(visit), now, private=visit.visitor.trusted))

    async def _match(self, visit: Visit) -> Response:
        now, name = await self._source.snapshot(), visit.words[0]
        if name in now.shown:
            return see_other(f"/matches/{quote(name, safe='')}/replay")
        played = next((match for match in now.matches if match.match == name), None)
        if played is not None:
            return html(played_page(self._place(visit), now, played))
        return html(match_page(self._place(visit), await self._one_that_runs(visit), replay=False))

    async def _follow_match(self, visit: Visit) -> Response:
        match = await self._one_that_runs(visit)
        gallery = self._gallery_for(visit.visitor)
        assert gallery is not None
        return following(gallery.feed(match.match_id))

    async def _one_that_runs(self, visit: Visit) -> MatchFacts:
        """Return a running match that the visitor may follow. Raises `Refused`."""
        gallery = self._gallery_for(visit.visitor)
        if gallery is None:
            raise Refused(HTTPStatus.NOT_FOUND, NOT_FOR_STRANGERS)
        for match in await gallery.matches():
            if match.match_id == visit.words[0]:
                return match
        raise Refused(HTTPStatus.NOT_FOUND, "No match with this name is running, or other rotations have its cards.")

    async def _replay(self, visit: Visit) -> Response:
        name, now = visit.words[0], await self._source.snapshot()
        if name not in now.shown:
            raise Refused(HTTPStatus.NOT_FOUND, NO_REPLAY)
        viewers = [] if visit.visitor.trusted else [*_own_seats(visit.visitor, now, name), SPECTATOR]
        return await self._replays.answer(visit.request, (name, *viewers), partial(self._drawn, name, viewers))

    async def _drawn(self, name: str, viewers: Sequence[str]) -> str:
        try:
            record = await self._source.record(name)
            if record is None:
                raise Refused(HTTPStatus.NOT_FOUND, NO_REPLAY)
            return await trio.to_thread.run_sync(replay_page, record, viewers, BACK)
        except (RecordError, UsageError, DamagedError, *NO_RECORD) as error:
            raise Refused(HTTPStatus.CONFLICT, f"This match cannot be replayed: {error}.") from None


def _own_seats(visitor: Visitor, now: Snapshot, name: str) -> list[str]:
    """Return the seats of a match in which the visitor's own bot sat, as viewers of its replay."""
    match = next(match for match in now.matches if match.match == name)
    return [str(seat) for seat, one in enumerate(match.seats) if is_own(visitor, one.bot)]


def is_own(visitor: Visitor, bot: str) -> bool:
    """Whether the visitor has shown the key of this bot, or of another version of it."""
    return bool(visitor.holder) and visitor.holder == name_in_plan(bot)


def number(request: WebRequest, name: str) -> int:
    """Return a number from the query; 0 if there is none."""
    text = request.query.get(name, "")
    return int(text) if _NUMBER.fullmatch(text) else 0
