"""People who have sat down at a referee elsewhere: each with a token of his own, and known again by his session."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import replace
from http import HTTPStatus

import trio
from referee_client.settings import Settings

from referee.people.far import FarRefereeError, FarTable
from referee.web.requests import Refused
from referee.web.seats import WebSeat

MOST = 30
PATIENCE = 24 * 3600.0
"""Seconds for which a referee that is away is tried again."""

log = logging.getLogger(__name__)


class Chairs:
    """Who sits where."""

    def __init__(self, settings: Settings, nursery: trio.Nursery) -> None:
        """The referee is that of the settings; their token is not used."""
        self._settings = settings
        self._nursery = nursery
        self._seats: dict[str, tuple[WebSeat, trio.CancelScope]] = {}
        self._refused: OrderedDict[str, str] = OrderedDict()

    def seat_of(self, session: str) -> WebSeat | None:
        """Where somebody sits."""
        found = self._seats.get(session)
        return None if found is None else found[0]

    def why_not(self, session: str) -> str:
        """Why somebody who wanted to sit down does not; empty if there is nothing to say. It is said once."""
        return self._refused.pop(session, "")

    def sit_down(self, session: str, token: str) -> None:
        """Lets somebody play as the bot of that token. Raises `Refused` if all chairs are taken."""
        if len(self._seats) >= MOST:
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, f"{MOST} people play here just now, and more can not.")
        seat, scope = WebSeat(), trio.CancelScope()
        self._seats[session] = seat, scope
        self._nursery.start_soon(self._play, session, seat, scope, token)

    def leave(self, session: str) -> None:
        """Lets somebody go. The match goes on, and so does the clock."""
        if session in self._seats:
            self._seats[session][1].cancel()

    async def _play(self, session: str, seat: WebSeat, scope: trio.CancelScope, token: str) -> None:
        settings = replace(self._settings, token=token)
        table = FarTable(settings, seat, seat.tell, PATIENCE, software="referee web", waiting="Waiting for a match.")
        try:
            with scope:
                await table.play()
        except* FarRefereeError as group:
            self._refuse(session, f"{group.exceptions[0]}.")
        except* Exception:
            log.exception("a defect of the pages ended a seat")
            self._refuse(session, "Your seat failed, and the log of the server says why. You may sit down again.")
        finally:
            del self._seats[session]
            seat.feed.close()

    def _refuse(self, session: str, why: str) -> None:
        self._refused[session] = why
        while len(self._refused) > MOST:
            self._refused.popitem(last=False)
