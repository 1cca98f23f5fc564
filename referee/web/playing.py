"""The pages on which people play: at a table on this machine, or in seats at a remote referee."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Protocol

import trio

from referee.pages.layout import Navigation
from referee.pages.playing import CONFIRMED, explained, play_page, resign_page, sit_page
from referee.web.access import AccessRules, Visitor, check_trusted
from referee.web.drawn_replays import DrawnReplays
from referee.web.requests import Refused, Response, following, html, see_other
from referee.web.routes import Site, Visit
from referee.web.seats import WebSeat
from referee.web.shares import Tries
from referee.web.web_seats import NoSeat, WebSeats

NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
MOST_OF_A_TOKEN = 200
MOST_TRIES, SECONDS_OF_TRIES = 10, 60.0


class SeatPages:
    """The pages of a person who has a seat."""

    def __init__(self, place: Navigation, seat_of: Callable[[Visitor], WebSeat | None], *, leaves: bool) -> None:
        """Visitors without a seat are redirected to /sit.

        `leaves` says whether a person can leave and come back there.
        """
        self._place = place
        self._seat_of = seat_of
        self._leaves = leaves

    def add_to(self, site: Site) -> None:
        """Add these pages to a site."""
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
        return following(self._seat(visit).feed, kept=True)

    async def _choose(self, visit: Visit) -> Response:
        seat, form = self._seat(visit), visit.request.form()
        turn, option = form.get("turn", ""), form.get("option", "")
        if not (NUMBER.fullmatch(turn) and NUMBER.fullmatch(option)):
            raise Refused(
                HTTPStatus.BAD_REQUEST, "A choice must contain the number of a turn and the number of an option."
            )
        if not seat.choose(int(turn), int(option)) and not seat.has_answered(int(turn)):
            why = f"Turn {turn} is over, or has no such option: your choice came too late and was not played."
            raise Refused(HTTPStatus.CONFLICT, why)
        return see_other("/play")

    async def _resign(self, visit: Visit) -> Response:
        seat = self._seat(visit)
        if visit.request.form().get("sure") != CONFIRMED:
            return html(resign_page(self._place))
        seat.resign()
        return see_other("/play")

    async def _explain(self, visit: Visit) -> Response:
        return html(explained(self._seat(visit).explain(visit.request.query.get("card", ""))))

    def _seat(self, visit: Visit) -> WebSeat:
        seat = self._seat_of(visit.visitor)
        if seat is None:
            raise Refused(HTTPStatus.CONFLICT, "You have no seat here; take a seat first.")
        return seat


class RemoteSeatPages:
    """Taking a seat at a remote referee, and leaving it."""

    def __init__(self, place: Navigation, seats: WebSeats, access: AccessRules) -> None:
        self._place = place
        self._seats = seats
        self._access = access
        self._tries = Tries(MOST_TRIES, SECONDS_OF_TRIES)

    def add_to(self, site: Site) -> None:
        """Add these pages and those of a seat to a site."""
        SeatPages(self._place, lambda visitor: self._seats.seat_of(visitor.session), leaves=True).add_to(site)
        site.add("GET", "/sit", self._show)
        site.add("POST", "/sit", self._sit)
        site.add("POST", "/play/leave", self._leave)

    async def _show(self, visit: Visit) -> Response:
        if self._seats.seat_of(visit.visitor.session) is not None:
            return see_other("/play")
        return html(sit_page(self._place, self._seats.why_not(visit.visitor.session)))

    async def _sit(self, visit: Visit) -> Response:
        token = visit.request.form().get("token", "").strip()
        if not token or len(token) > MOST_OF_A_TOKEN or not token.isprintable():
            return html(sit_page(self._place, "This is not a token. A token is the line that `referee token` printed."))
        if not self._seats.has(token):
            self._tries.check(visit.request.sender.address)
        try:
            session = await self._seats.sit_down(token, visit.visitor.session, trusted=visit.visitor.trusted)
        except NoSeat as error:
            self._tries.fail(visit.request.sender.address)
            return html(sit_page(self._place, str(error)))
        answer = see_other("/play")
        self._access.set_cookie(
            visit.request, answer, session
        )  # always a new one: someone else may have planted the old one
        return answer

    async def _leave(self, visit: Visit) -> Response:
        self._seats.leave(visit.visitor.session)
        return see_other("/")


class TableHere(Protocol):
    """A table on this machine, at which one person plays."""

    seat: WebSeat

    def begin(self) -> None:
        """Start a match, if none is running."""

    def replay(self, match_id: str) -> str | None:
        """The replay page of a match that was played here."""


class TablePages:
    """Playing at a table on this machine, for visitors with the key."""

    def __init__(self, place: Navigation, table: TableHere) -> None:
        self._place = place
        self._table = table
        self._replays = DrawnReplays()

    def add_to(self, site: Site) -> None:
        """Add these pages and those of the seat to a site."""
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
        return await self._replays.answer(visit.request, visit.words[0], partial(self._drawn, visit.words[0]))

    async def _drawn(self, match_id: str) -> str:
        page = await trio.to_thread.run_sync(self._table.replay, match_id)
        if page is None:
            raise Refused(HTTPStatus.NOT_FOUND, "There is no such replay: only those of the latest matches are kept.")
        return page
