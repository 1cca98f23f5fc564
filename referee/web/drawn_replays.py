"""Replays, drawn once for all who may see the same.

Drawing a replay can take seconds, so only a few are drawn at a time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from hashlib import blake2b
from http import HTTPStatus

import trio

from referee.web.access import REPLAY_POLICY
from referee.web.requests import Refused, Response, WebRequest

AT_ONCE = 2
MOST_WAITING = 8
"""The maximum number of replays that are being drawn or wait to be drawn; requests for more are refused at once."""
MOST_BYTES = 64 << 20


@dataclass(frozen=True)
class DrawnReplay:
    """A replay page, and the tag (ETag) by which browsers recognise whether they already have it."""

    page: bytes
    etag: str


class DrawnReplays:
    """The replays that were seen last."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        """Keep up to this many bytes of pages."""
        self._most_bytes = most_bytes
        self._bytes = 0
        self._kept: OrderedDict[Hashable, DrawnReplay] = OrderedDict()
        self._being_drawn: dict[Hashable, trio.Event] = {}
        self._drawing = trio.CapacityLimiter(AT_ONCE)

    async def answer(self, request: WebRequest, key: Hashable, draw: Callable[[], Awaitable[str]]) -> Response:
        """Answer a request for a replay. `key` says which match is shown, and to whom; `draw` makes the page.

        The caller has already refused visitors who may not see the replay. Raises `Refused` if too many wait, and what
        `draw` raises.
        """
        drawn = await self._get(key, draw)
        headers = {"content-security-policy": REPLAY_POLICY, "etag": drawn.etag, "cache-control": "private, no-cache"}
        if request.headers.get("if-none-match") == drawn.etag:
            return Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
        return Response(drawn.page, headers=headers)

    async def _get(self, key: Hashable, draw: Callable[[], Awaitable[str]]) -> DrawnReplay:
        while (drawn := self._kept.get(key)) is None:
            if key in self._being_drawn:
                await self._being_drawn[key].wait()
            else:
                return await self._draw(key, draw)
        self._kept.move_to_end(key)
        return drawn

    async def _draw(self, key: Hashable, draw: Callable[[], Awaitable[str]]) -> DrawnReplay:
        if len(self._being_drawn) >= MOST_WAITING:
            why = f"{MOST_WAITING} replays are being drawn, which is the limit. Try again in a moment."
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, why)
        done = self._being_drawn[key] = trio.Event()
        try:
            async with self._drawing:
                page = (await draw()).encode()
        finally:
            del self._being_drawn[key]
            done.set()
        drawn = self._kept[key] = DrawnReplay(page, f'"{blake2b(page, digest_size=12).hexdigest()}"')
        self._bytes += len(page)
        while self._bytes > self._most_bytes:
            self._bytes -= len(self._kept.popitem(last=False)[1].page)
        return drawn
