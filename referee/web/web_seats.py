"""People who play at a remote referee. A seat belongs to its token: the page that gave the token last has the seat."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from http import HTTPStatus

import trio
from referee_client.settings import Settings

from referee.people.far import FarRefereeError, FarTable
from referee.web.requests import Refused
from referee.web.seats import WebSeat
from referee.web.sessions import KnownBrowser, Sessions

MOST = 30
MOST_WAITING = 10
"""How many people can wait for the referee's welcome at once."""
SECONDS_TO_SIT_DOWN = 10.0
SECONDS_TO_TRY_AGAIN = 24 * 3600.0
"""How long a seat keeps trying to reach an unreachable referee."""
SECONDS_WITHOUT_PAGE = 300.0
"""How long a seat waits for its page.

After that, the place is free for others; the match continues, and the clock keeps running.
"""
SECONDS_BETWEEN_LOOKS = 1.0
TAKEN_OVER = "Another page has taken over your seat. Give the token again to take it back."
FREED = "No page showed your seat, so you left it. Give the token again to come back."

log = logging.getLogger(__name__)


class NoSeat(Exception):
    """Why there is no seat for this token, as a sentence for people."""


@dataclass
class HeldSeat:
    """The seat of a token, and the session that has it."""

    seat: WebSeat = field(default_factory=WebSeat)
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    session: str = ""
    welcomed: bool = False
    settled: trio.Event = field(default_factory=trio.Event)
    why: str = ""
    table: FarTable | None = None

    @property
    def trouble(self) -> str:
        """The reason why the seat cannot reach the referee, in brackets."""
        return f" ({self.table.trouble})" if self.table is not None and self.table.trouble else ""


class WebSeats:
    """The seats of all tokens.

    Attributes:
        sessions: The sessions of this site.
    """

    def __init__(
        self,
        settings: Settings,
        nursery: trio.Nursery,
        sessions: Sessions,
        seconds_without_page: float = SECONDS_WITHOUT_PAGE,
    ) -> None:
        """`settings` contains the address of the referee; the token in it is not used."""
        self.sessions = sessions
        self._settings = settings
        self._nursery = nursery
        self._seconds_without_page = seconds_without_page
        self._places: dict[bytes, HeldSeat] = {}
        self._why: OrderedDict[str, str] = OrderedDict()

    def seat_of(self, session: str) -> WebSeat | None:
        """The seat of a session, if it has one."""
        place = self._place_of(session)
        return None if place is None else place.seat

    def has(self, token: str) -> bool:
        """Whether someone plays with this token here."""
        place = self._places.get(_key(token))
        return place is not None and place.welcomed

    def why_not(self, session: str) -> str:
        """Why a session has lost its seat; empty if there is no reason. Each reason is returned once."""
        return self._why.pop(session, "")

    async def sit_down(self, token: str, before: str, *, trusted: bool) -> str:
        """Take the seat of a token, and return the new session that has it. `before` is the visitor's old session.

        Raises `NoSeat` if the referee refuses the token or does not answer, `Refused` if all places are taken.
        """
        place = self._places.get(_key(token)) or self._begin(token)
        with trio.move_on_after(SECONDS_TO_SIT_DOWN):
            await place.settled.wait()
        if not place.welcomed:
            place.scope.cancel()
            raise NoSeat(place.why or f"The referee gives you no seat now{place.trouble}. Try again later.")
        self.leave(before, unless=place)
        self.sessions.close(before)
        self._take_from(place.session, TAKEN_OVER)
        if place.session and place.session != before:
            place.seat.move(TAKEN_OVER)
        place.session = self.sessions.open(KnownBrowser(trusted=trusted, seated=True))
        return place.session

    def leave(self, session: str, unless: HeldSeat | None = None) -> None:
        """Let a session leave its seat. The match continues, and the clock keeps running."""
        place = self._place_of(session)
        if place is not None and place is not unless:
            place.scope.cancel()

    def _begin(self, token: str) -> HeldSeat:
        """Begin to play with a token that nobody uses here."""
        welcomed = sum(place.welcomed for place in self._places.values())
        if welcomed >= MOST or len(self._places) - welcomed >= MOST_WAITING:
            raise Refused(
                HTTPStatus.SERVICE_UNAVAILABLE, f"{MOST} people are playing here, which is the limit. Come back later."
            )
        place = self._places[_key(token)] = HeldSeat()
        self._nursery.start_soon(self._play, place, token)
        return place

    async def _play(self, place: HeldSeat, token: str) -> None:
        table = place.table = FarTable(
            replace(self._settings, token=token),
            place.seat,
            place.seat.tell,
            SECONDS_TO_TRY_AGAIN,
            software="referee web",
            waiting="Waiting for a match.",
            wants_updates=True,
            on_welcome=lambda: self._welcome(place),
        )
        try:
            with place.scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._leave_without_page, place)
                    await table.play()
                    nursery.cancel_scope.cancel()
        except* FarRefereeError as group:
            place.why = f"{_first(group)}."
        except* Exception:
            log.exception("a defect of the web pages ended a seat")
            place.why = "Your seat failed; the server's log says why. You can take a seat again."
        finally:
            del self._places[_key(token)]
            place.welcomed = False
            place.settled.set()
            self._take_from(place.session, place.why)
            place.seat.feed.close()

    def _welcome(self, place: HeldSeat) -> None:
        place.welcomed = True
        place.settled.set()

    async def _leave_without_page(self, place: HeldSeat) -> None:
        """Leave the seat when no page has followed it for a while."""
        await place.settled.wait()
        seen_at = trio.current_time()
        while trio.current_time() - seen_at < self._seconds_without_page:
            await trio.sleep(min(SECONDS_BETWEEN_LOOKS, self._seconds_without_page))
            if place.seat.feed.followers:
                seen_at = trio.current_time()
        place.why = FREED
        place.scope.cancel()

    def _take_from(self, session: str, why: str) -> None:
        """Record that a session has no seat any more, and why."""
        found = self.sessions.find(session)
        if found is not None:
            found.seated = False
            if why:
                self._why[session] = why
            while len(self._why) > MOST:
                self._why.popitem(last=False)

    def _place_of(self, session: str) -> HeldSeat | None:
        return next((place for place in self._places.values() if session and place.session == session), None)


def _key(token: str) -> bytes:
    """The hash that represents a token in memory."""
    return blake2b(token.encode()).digest()


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first exception in nested groups."""
    first = group.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
