"""The matches that are running, as the referees of the run show them to spectators, under their names for people."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import grpc
import trio
from msgspec.structs import replace
from referee_client.settings import Settings

from referee.calling import CallError
from referee.pages.matches import RUNNING, MatchFacts
from referee.web.calls import Calls
from referee.web.feeds import Feed
from referee.web.watching import Watches
from tournament.storage.gallery import sockets_of
from tournament.web.snapshot import SnapshotSource

SECONDS_FRESH = 2.0
SECONDS_TO_LOOK = 3.0
"""How long a referee on this machine may take to answer; if it takes longer, its matches are left out."""


class Found(NamedTuple):
    """A running match: which referee plays it, its id there, and what may be said about it."""

    calls: Calls
    match_id: str
    facts: MatchFacts


class Gallery:
    """What some visitors may see of the running matches. See `MatchesToWatch`.

    Attributes:
        delay: By how many seconds their view is delayed.
        begins_again: See `MatchesToWatch`.
        first_page: The feed of the first page.
    """

    begins_again = True

    def __init__(self, source: SnapshotSource, nursery: trio.Nursery, delay: float = 0.0) -> None:
        self.delay = delay
        self.first_page = Feed()
        self._source = source
        self._watches = Watches(self, nursery)
        self._referees: dict[Path, tuple[Calls, ExitStack]] = {}
        self._found: dict[str, Found] = {}
        self._good_until = 0.0
        self._looking = trio.Lock()

    async def matches(self) -> list[MatchFacts]:
        """List the running matches that may be seen, in schedule order; their ids are their names."""
        async with self._looking:
            if trio.current_time() >= self._good_until:
                self._found = await self._look()
                self._good_until = trio.current_time() + SECONDS_FRESH
        return [self._found[name].facts for name in sorted(self._found)]

    async def find(self, name: str) -> tuple[Calls, str]:
        """See `MatchesToWatch`."""
        await self.matches()
        if name in self._found:
            return self._found[name].calls, self._found[name].match_id
        if any(match.match == name for match in (await self._source.snapshot()).matches):
            raise CallError(f"match {name} is over; reload this page", grpc.StatusCode.NOT_FOUND)
        raise CallError(f"match {name} is not running now")

    def replay_path(self, match_id: str) -> str:
        """See `MatchesToWatch`: the match's page links to the replay, or says when there will be one."""
        return f"/matches/{quote(match_id, safe='')}"

    def feed(self, name: str) -> Feed:
        """Return the feed of a match's page. Raises `Refused` if too many matches are being watched."""
        return self._watches.feed(name)

    async def _look(self) -> dict[str, Found]:
        self._meet(await trio.to_thread.run_sync(sockets_of, self._source.path))
        found: list[Found] = []
        async with trio.open_nursery() as nursery:
            for calls, _ in self._referees.values():
                nursery.start_soon(_ask, calls, found)
        names = await self._source.names({one.match_id for one in found})
        return {
            names[one.match_id]: one._replace(facts=replace(one.facts, match_id=names[one.match_id]))
            for one in found
            if one.match_id in names and await self._may_be_seen(names[one.match_id])
        }

    async def _may_be_seen(self, _name: str) -> bool:
        return True

    def _meet(self, sockets: list[Path]) -> None:
        """Keep a channel to every referee that is playing, and close the others."""
        for socket in self._referees.keys() - sockets:
            self._referees.pop(socket)[1].close()
        for socket in sockets:
            if socket not in self._referees:
                stack = ExitStack()
                settings = Settings(f"unix:{socket}")
                self._referees[socket] = (
                    Calls(settings, stack.enter_context(settings.open_channel()), self.delay),
                    stack,
                )


class PublicGallery(Gallery):
    """What visitors without the key may see: nothing of a deal that is still to be played in other rotations."""

    async def _may_be_seen(self, name: str) -> bool:
        return not (await self._source.snapshot()).has_other_rotations(name)


async def _ask(calls: Calls, found: list[Found]) -> None:
    """Add the matches that a referee plays; a killed referee has none."""
    with trio.move_on_after(SECONDS_TO_LOOK), suppress(CallError):
        found += [Found(calls, one.match_id, one) for one in await calls.matches() if one.state == RUNNING]
