"""Spectators: each one gets every step of the match that it watches, in order.

Running matches have priority: steps are sent at a limited rate. A slow reader falls behind. A spectator that does not
read takes no more memory than the steps that others read, and loses its place to others after a while.
"""

from __future__ import annotations

from functools import partial

from referee.server.bridge import Bridge
from referee.server.errors import NotAllowed
from referee.server.gate import Gate
from referee.server.lobby.hosted_match import HostedMatch
from referee.server.lobby.lobby import Lobby
from referee.server.match.delay import LIVE, Delay
from referee.server.rpc import status
from referee.server.rpc.callers import Callers
from referee.server.rpc.showings import Maker, Showing
from referee.server.rpc.translate import has_drawn_seed

SENT_AT_ONCE = 4
SECONDS_BETWEEN = 0.002
"""The interval at which steps are sent, to all spectators together."""


class Spectators:
    """All spectators. `Callers` limits how many there may be."""

    def __init__(self, bridge: Bridge, lobby: Lobby, callers: Callers) -> None:
        self._bridge = bridge
        self._lobby = lobby
        self._callers = callers
        self._showings: dict[tuple[HostedMatch, Delay, bool], Showing] = {}
        self._maker = Maker()
        self._gate = Gate(SENT_AT_ONCE, SECONDS_BETWEEN)

    async def watch(self, match_id: str, context: status.Context, delay: Delay, *, wants_text: bool) -> None:
        """On the loop: write the steps of a match until it is over, each after `delay`."""
        watched: list[Showing] = []  # only here: a call that cannot end yet must not keep a showing alive
        try:
            await self._bridge.ask_patiently(self._join, match_id, delay, wants_text, watched)
            await self._follow(watched, context)
        finally:
            # If a caller disconnects during `_join`, it is still removed, because this is queued after it.
            self._bridge.post_patiently(self._leave, watched)

    async def _follow(self, watched: list[Showing], context: status.Context) -> None:
        leave = partial(self._bridge.post_patiently, self._leave, watched)
        sent = 0
        while True:
            over = watched[0].over  # read before the steps are counted, so that no last step is missed
            while sent < len(watched[0].steps):
                await self._gate.enter(context.peer())
                step = watched[0].steps[sent]
                await self._callers.write(step, context, "step", leave)
                sent += 1
                watched[0].was_read(sent)
            if over:
                break
            if sent == len(watched[0].steps) and not watched[0].over:
                await watched[0].news()
        if watched[0].error is not None:
            raise watched[0].error

    def _join(self, match_id: str, delay: Delay, wants_text: bool, watched: list[Showing]) -> None:
        hosted = self._lobby.find(match_id)
        if delay != LIVE and not has_drawn_seed(hosted.header):
            why = f"match {match_id} is shown only to spectators with a token: other matches may have its cards"
            raise NotAllowed("SEED_WAS_GIVEN", why, match_id=match_id)
        showing = self._showings.get((hosted, delay, wants_text))
        if showing is None:
            showing = Showing(hosted, delay, self._maker, wants_text=wants_text)
            self._showings[hosted, delay, wants_text] = showing
        showing.spectators += 1
        watched.append(showing)

    def _leave(self, watched: list[Showing]) -> None:
        while watched:
            showing = watched.pop()
            showing.spectators -= 1
            if not showing.spectators:
                del self._showings[showing.hosted, showing.delay, showing.wants_text]
                showing.stop()
