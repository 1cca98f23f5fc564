"""The pages on which people play: at a table of this machine, or at a referee where they have sat down."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Protocol

import trio

from referee.pages.layout import Masthead
from referee.pages.playing import explained, play_page, sit_page
from referee.web.chairs import Chairs
from referee.web.guarding import REPLAY_POLICY, Guard, Visitor, check_trusted
from referee.web.requests import Refused, Response, following, html, see_other
from referee.web.routes import Site, Visit
from referee.web.seats import WebSeat

NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
MOST_OF_A_TOKEN = 200


class SeatPages:
    """The pages of whoever has a seat."""

    def __init__(self, place: Masthead, seat_of: Callable[[Visitor], WebSeat | None], *, leaves: bool) -> None:
        """Who has no seat is sent to /sit; who `leaves` can come back there."""
        self._place = place
        self._seat_of = seat_of
        self._leaves = leaves

    def add_to(self, site: Site) -> None:
        """Gives a site these pages."""
        site.add("GET", "/play", self._show)
        site.add("GET", "/play/feed", self._follow)
        site.add("POST", "/play/choose", self._choose)
        site.add("POST", "/play/resign", self._resign)
        site.add("GET", "/play/explain", self._explain)

    async def _show(self, visit: Visit) -> Response:
        seat = self._seat_of(visit.visitor)
        if seat is None:
            return see_other("/sit")
        return html(play_page(self._place, seat.title, leaves=self._leaves))

    async def _follow(self, visit: Visit) -> Response:
        return following(self._seat(visit).feed)

    async def _choose(self, visit: Visit) -> Response:
        seat, form = self._seat(visit), visit.request.form()
        turn, option = form.get("turn", ""), form.get("option", "")
        if not (NUMBER.fullmatch(turn) and NUMBER.fullmatch(option)):
            raise Refused(HTTPStatus.BAD_REQUEST, "A choice needs the number of a turn and of an option.")
        seat.choose(int(turn), int(option))  # a turn that is closed already is shown as closed
        return see_other("/play")

    async def _resign(self, visit: Visit) -> Response:
        self._seat(visit).resign()
        return see_other("/play")

    async def _explain(self, visit: Visit) -> Response:
        return html(explained(self._seat(visit).explain(visit.request.query.get("card", ""))))

    def _seat(self, visit: Visit) -> WebSeat:
        seat = self._seat_of(visit.visitor)
        if seat is None:
            raise Refused(HTTPStatus.CONFLICT, "You have no seat here; sit down first.")
        return seat


class ChairPages:
    """Sitting down at a referee elsewhere, and leaving."""

    def __init__(self, place: Masthead, chairs: Chairs, guard: Guard) -> None:
        self._place = place
        self._chairs = chairs
        self._guard = guard

    def add_to(self, site: Site) -> None:
        """Gives a site these pages, and those of a seat."""
        SeatPages(self._place, lambda visitor: self._chairs.seat_of(visitor.session), leaves=True).add_to(site)
        site.add("GET", "/sit", self._show)
        site.add("POST", "/sit", self._sit)
        site.add("POST", "/play/leave", self._leave)

    async def _show(self, visit: Visit) -> Response:
        if self._chairs.seat_of(visit.visitor.session) is not None:
            return see_other("/play")
        return html(sit_page(self._place, self._chairs.why_not(visit.visitor.session)))

    async def _sit(self, visit: Visit) -> Response:
        token = visit.request.form().get("token", "").strip()
        if not token or len(token) > MOST_OF_A_TOKEN or not token.isprintable():
            return html(sit_page(self._place, "This is no token: it is the line that `referee token` printed."))
        answer = see_other("/play")
        session = visit.visitor.session or self._guard.open_session(answer)
        if self._chairs.seat_of(session) is None:
            self._chairs.sit_down(session, token)
        return answer

    async def _leave(self, visit: Visit) -> Response:
        self._chairs.leave(visit.visitor.session)
        return see_other("/")


class TableHere(Protocol):
    """A table of this machine, at which one person plays."""

    seat: WebSeat

    def begin(self) -> None:
        """Lets a match begin, if none runs."""

    def replay(self, match_id: str) -> str | None:
        """The page of a match that was played here."""


class TablePages:
    """Playing at a table of this machine; whoever has the key plays."""

    def __init__(self, place: Masthead, table: TableHere) -> None:
        self._place = place
        self._table = table

    def add_to(self, site: Site) -> None:
        """Gives a site these pages, and those of the seat."""
        SeatPages(self._place, self._seat_of, leaves=False).add_to(site)
        site.add("GET", "/", self._to_the_seat)
        site.add("POST", "/play/begin", self._begin)
        site.add("GET", "/played/*", self._show_replay)

    def _seat_of(self, visitor: Visitor) -> WebSeat:
        check_trusted(visitor)
        return self._table.seat

    async def _to_the_seat(self, _visit: Visit) -> Response:
        return see_other("/play")

    async def _begin(self, visit: Visit) -> Response:
        check_trusted(visit.visitor)
        self._table.begin()
        return see_other("/play")

    async def _show_replay(self, visit: Visit) -> Response:
        check_trusted(visit.visitor)
        page = await trio.to_thread.run_sync(self._table.replay, visit.words[0])
        if page is None:
            raise Refused(HTTPStatus.NOT_FOUND, "Of the matches that were played here, only the last ones are kept.")
        return Response(page.encode(), headers={"content-security-policy": REPLAY_POLICY})
