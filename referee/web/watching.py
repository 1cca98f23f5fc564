"""Matches that are watched: one stream from the referee for each, however many look.

A step is drawn when its time has come, and at most some times in a second: who watches wants to see the newest table,
not each of a thousand. What the steps between said is in the list of what happened.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple, Protocol

import grpc
import trio
from referee_client.settings import Settings
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_pb2 import Match

from referee.calling import CallError, plainly
from referee.errors import UsageError
from referee.kernel.board import Board
from referee.kernel.decoding import UnreadablePosition
from referee.kernel.game import Game, find_game
from referee.kernel.plain_board import plain_board
from referee.pages.markup import tag
from referee.pages.matches import SHOWN_EVENTS, board_parts, head_part, log_part, text_parts
from referee.web.calls import Calls, facts_of
from referee.web.feeds import Feed, Parts
from referee.web.requests import Refused

MOST = 50
"""Matches that can be watched at once: the referee lets nobody watch more."""
BETWEEN = 0.5
"""Seconds between two tables of a match, at least."""
REST = 9.0
"""How long nothing is drawn after a table, as a multiple of the time that it took: drawing takes a tenth of a core."""
LINGERING = 10.0
"""Seconds for which a match is still followed when the last one has left: who loads the page again is back at once."""
AGAIN = 2.0
MOST_WAITING = 5000
"""Steps of a match that wait for their time; of more, the oldest are never shown."""

Step = wire.WatchMatchResponse

log = logging.getLogger(__name__)


class MatchesToWatch(Protocol):
    """Where the matches are that can be watched here.

    Attributes:
        delay: How many seconds later than it is heard of something is shown.
        begins_again: Whether a match that was broken off is begun again, perhaps by another referee.
    """

    delay: float
    begins_again: bool

    async def find(self, match_id: str) -> tuple[Calls, str]:
        """The referee that has a match now, and its id there. Raises `CallError`."""


class Watches:
    """The matches that somebody watches."""

    def __init__(self, place: MatchesToWatch, nursery: trio.Nursery) -> None:
        self._place = place
        self._nursery = nursery
        self._watches: dict[str, Watch] = {}
        self._drawing = trio.Lock()
        self._threads = trio.CapacityLimiter(MOST)

    def feed(self, match_id: str) -> Feed:
        """What the page of a match follows. Raises `Refused` if too many matches are watched."""
        watch = self._watches.get(match_id)
        if watch is None:
            if len(self._watches) >= MOST:
                raise Refused(
                    HTTPStatus.SERVICE_UNAVAILABLE, f"{MOST} matches are watched just now, and more can not be."
                )
            watch = self._watches[match_id] = Watch(self._place, match_id, self._drawing)
            self._nursery.start_soon(self._run, watch)
        return watch.feed

    async def _run(self, watch: Watch) -> None:
        try:
            await self._keep(watch)
        except Exception:
            log.exception("a defect of the pages: match %s can not be shown", watch.match_id)
            watch.feed.show({"head": [tag("p", "This match can not be shown; the log of the server says why.")]})
        finally:
            del self._watches[watch.match_id]

    async def _keep(self, watch: Watch) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch.follow, self._threads)
            nursery.start_soon(watch.draw)
            quiet_since = trio.current_time()
            while trio.current_time() - quiet_since < LINGERING:
                await trio.sleep(1)
                if watch.feed.followers:
                    quiet_since = trio.current_time()
            nursery.cancel_scope.cancel()


class Watch:
    """One match that is watched."""

    def __init__(self, place: MatchesToWatch, match_id: str, drawing: trio.Lock) -> None:
        self.feed = Feed()
        self.match_id = match_id
        self._place = place
        self._drawing = drawing
        self._waiting: deque[_Told] = deque(maxlen=MOST_WAITING)
        self._steps_told = 0
        self._news = trio.Event()
        self._ended = False
        self._can_draw = False
        self._wants_text = False  # it costs the referee more, and is of use where nothing can be drawn
        self._log: deque[str] = deque(maxlen=SHOWN_EVENTS)
        self.feed.show({"head": [tag("p", "Waiting for the first step.", class_="fact")]})

    async def follow(self, threads: trio.CapacityLimiter) -> None:
        """Takes in what the referee tells, and tries again when it is away."""
        while not self._ended:
            try:
                await self._follow_once(threads)
            except CallError as error:
                if error.code in {grpc.StatusCode.NOT_FOUND, grpc.StatusCode.PERMISSION_DENIED}:
                    self._say(f"{error}.")
                    self._end()
                else:
                    self._say(f"{error}. Trying again.")
            if not self._ended:
                await trio.sleep(AGAIN)

    async def _follow_once(self, threads: trio.CapacityLimiter) -> None:
        calls, match_id = await self._place.find(self.match_id)
        self._steps_told = 0
        stream = calls.watch(match_id, wants_text=self._wants_text)
        hear = partial(self._hear, stream, calls.settings, trio.lowlevel.current_trio_token())
        try:
            await trio.to_thread.run_sync(hear, abandon_on_cancel=True, limiter=threads)
        except CallError:
            if not self._place.begins_again:
                raise  # else the match is looked for again, under the name by which people know it
        finally:
            stream.cancel()

    async def draw(self) -> None:
        """Shows what is due, one match at a time."""
        while not (self._ended and not self._waiting):
            due = await self._due()
            async with self._drawing:
                begun = trio.current_time()
                self._show(due)
                await trio.sleep(REST * (trio.current_time() - begun))
            await trio.sleep(BETWEEN)
        self.feed.close()

    def _hear(self, stream: Any, settings: Settings, trio_token: trio.lowlevel.TrioToken) -> None:
        """In a thread: reads the stream until it ends. It does not wait until a step is taken in."""
        step = None
        with plainly(settings):
            for step in stream:
                if not self._is_of_use(step):
                    return  # it is asked for once more, with text
                trio_token.run_sync_soon(self._take, step)
        if not (self._place.begins_again and step is not None and step.match.state == Match.STATE_VOIDED):
            trio_token.run_sync_soon(self._end)

    def _is_of_use(self, step: Step) -> bool:
        """Whether a step can be drawn, or read at least."""
        if not (self._can_draw or self._wants_text):
            self._can_draw = table_of(step) is not None
            self._wants_text = not self._can_draw
            return self._can_draw
        return True

    def _take(self, step: Step) -> None:
        self._waiting.append(_Told(trio.current_time() + self._place.delay, step, self._steps_told))
        self._steps_told += 1
        self._news.set()

    def _end(self) -> None:
        self._ended = True
        self._news.set()

    async def _due(self) -> list[_Told]:
        """Waits for steps whose time has come, and takes them."""
        while not self._waiting and not self._ended:
            self._news = trio.Event()
            await self._news.wait()
        if self._waiting:
            await trio.sleep_until(self._waiting[0].due)
        due: list[_Told] = []
        while self._waiting and self._waiting[0].due <= trio.current_time():
            if self._waiting[0].number == 0:  # the match is told from its beginning, once more or another one
                self._log.clear()
                due.clear()
            due.append(self._waiting.popleft())
        return due

    def _show(self, due: Sequence[_Told]) -> None:
        if not due:
            return
        steps = [told.step for told in due]
        last = steps[-1]
        self._log.extend(event for step in steps[-SHOWN_EVENTS:] for event in events_of(step))
        shown = table_of(last) or text_parts(last.text)
        self.feed.show({**shown, **log_part([*self._log]), **head_part(facts_of(last.match), due[-1].number)})

    def _say(self, why: str) -> None:
        self.feed.show({"head": [tag("p", why, class_="fact")]})


class _Told(NamedTuple):
    """A step, when it is to be shown, and its number; each stream begins with 0, the beginning of the match."""

    due: float
    step: Step
    number: int


def events_of(step: Step) -> list[str]:
    """What happened since the step before, for people; nothing, where it can not be read here."""
    game = game_known(step.match.game_id)
    if game is None:
        return []
    try:
        return [*map(game.event_text, game.decoder.events(step.position.value))]
    except UnreadablePosition:
        return []


def table_of(step: Step) -> Parts | None:
    """The table after a step; None where it can not be drawn: the game is not installed here, or as another version."""
    bots = [seat.bot for seat in step.match.seats]
    game = game_known(step.match.game_id)
    if game is None:
        return None
    try:
        view = game.decoder.position(step.position.value).view
    except UnreadablePosition:
        return None
    return board_parts(board_of(game, view, step.match.card_set_digest, None), bots)


def board_of(game: Game[Any], view: Any, digest: str, cards: Any) -> Board:
    """A view as a board. Of cards of somebody's own that are not known here, only what the view says is told."""
    if cards is None and digest not in {"", game.card_set_digest}:
        return plain_board(game.schema, view)
    return game.drawn(view, game.cards if cards is None else cards)


def game_known(game_id: str) -> Game[Any] | None:
    """The game, if it is installed here."""
    try:
        return find_game(game_id)
    except UsageError:
        return None
