"""People who play at a remote referee, each with their own token, and recognised by their session."""

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
SECONDS_TO_TRY_AGAIN = 24 * 3600.0
"""How long a seat keeps trying to reach an unreachable referee."""

log = logging.getLogger(__name__)


class WebSeats:
    """The seats of all sessions."""

    def __init__(self, settings: Settings, nursery: trio.Nursery) -> None:
        """`settings` name the referee; their token is not used."""
        self._settings = settings
        self._nursery = nursery
        self._seats: dict[str, tuple[WebSeat, trio.CancelScope]] = {}
        self._refused: OrderedDict[str, str] = OrderedDict()

    def seat_of(self, session: str) -> WebSeat | None:
        """The seat of a session, if it has one."""
        found = self._seats.get(session)
        return None if found is None else found[0]

    def why_not(self, session: str) -> str:
        """Why a session that wanted a seat has none; empty if there is no reason. Each reason is returned once."""
        return self._refused.pop(session, "")

    def sit_down(self, session: str, token: str) -> None:
        """Let a session play as the bot of a token. Raises `Refused` if all seats are taken."""
        if len(self._seats) >= MOST:
            raise Refused(
                HTTPStatus.SERVICE_UNAVAILABLE, f"{MOST} people are playing here, which is the limit. Come back later."
            )
        seat, scope = WebSeat(), trio.CancelScope()
        self._seats[session] = seat, scope
        self._nursery.start_soon(self._play, session, seat, scope, token)

    def leave(self, session: str) -> None:
        """Let a session leave its seat. The match continues, and the clock keeps running."""
        if session in self._seats:
            self._seats[session][1].cancel()

    async def _play(self, session: str, seat: WebSeat, scope: trio.CancelScope, token: str) -> None:
        settings = replace(self._settings, token=token)
        table = FarTable(
            settings, seat, seat.tell, SECONDS_TO_TRY_AGAIN, software="referee web", waiting="Waiting for a match."
        )
        try:
            with scope:
                await table.play()
        except* FarRefereeError as group:
            self._refuse(session, f"{group.exceptions[0]}.")
        except* Exception:
            log.exception("a defect of the web pages ended a seat")
            self._refuse(session, "Your seat failed; the server's log says why. You can take a seat again.")
        finally:
            del self._seats[session]
            seat.feed.close()

    def _refuse(self, session: str, why: str) -> None:
        self._refused[session] = why
        while len(self._refused) > MOST:
            self._refused.popitem(last=False)
