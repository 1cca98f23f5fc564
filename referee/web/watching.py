"""Watched matches: one stream from the referee for each, however many people watch it.

A step is drawn when its delay has passed, and at most every `SECONDS_BETWEEN_STEPS`: viewers want to see the newest
table, not each of a thousand. The events of the steps in between are in the log on the page.
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
"""Matches that can be watched at once, which is also the referee's limit for one caller."""
SECONDS_BETWEEN_STEPS = 0.5
"""The minimum number of seconds between two tables of a match."""
SECONDS_OF_REST = 9.0
"""The pause after drawing a table, as a multiple of the drawing time, so that drawing takes a tenth of a core."""
LINGERING = 10.0
"""Seconds for which a match is followed after the last viewer has left: the page may only have been reloaded."""
SECONDS_BETWEEN_TRIES = 2.0
MOST_WAITING = 5000
"""The maximum number of steps of a match that wait to be shown; if there are more, the oldest ones are never shown."""

WatchedStep = wire.WatchMatchResponse

log = logging.getLogger(__name__)


class MatchesToWatch(Protocol):
    """Finds the matches that can be watched here.

    Attributes:
        delay: Seconds by which everything is shown later than it is received.
        begins_again: Whether an interrupted match is restarted, perhaps by another referee.
    """

    delay: float
    begins_again: bool

    async def find(self, match_id: str) -> tuple[Calls, str]:
        """The referee that currently plays a match, and the id of the match there. Raises `CallError`."""

    def replay_path(self, match_id: str) -> str:
        """The path that leads to the replay of a match once it is over; empty if there is none."""


class Watches:
    """The matches that are being watched."""

    def __init__(self, place: MatchesToWatch, nursery: trio.Nursery) -> None:
        self._place = place
        self._nursery = nursery
        self._watches: dict[str, Watch] = {}
        self._drawing = trio.Lock()
        self._threads = trio.CapacityLimiter(MOST)

    def feed(self, match_id: str) -> Feed:
        """The feed of a match. Raises `Refused` if too many matches are being watched."""
        watch = self._watches.get(match_id)
        if watch is None:
            if len(self._watches) >= MOST:
                raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, f"{MOST} matches are being watched, which is the limit.")
            watch = self._watches[match_id] = Watch(self._place, match_id, self._drawing)
            self._nursery.start_soon(self._run, watch)
        return watch.feed

    async def _run(self, watch: Watch) -> None:
        try:
            await self._keep(watch)
        except Exception:
            log.exception("a defect of the web pages: match %s cannot be shown", watch.match_id)
            watch.feed.show({"head": [tag("p", "This match cannot be shown; the server's log says why.")]})
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
    """One watched match."""

    def __init__(self, place: MatchesToWatch, match_id: str, drawing: trio.Lock) -> None:
        self.feed = Feed()
        self.match_id = match_id
        self._place = place
        self._drawing = drawing
        self._waiting: deque[_DueStep] = deque(maxlen=MOST_WAITING)
        self._steps_told = 0
        self._calls: Calls | None = None
        self._news = trio.Event()
        self._ended = False
        self._can_draw = False
        self._wants_text = False  # text costs the referee more; it is needed only if the table cannot be drawn
        self._log: deque[str] = deque(maxlen=SHOWN_EVENTS)
        self.feed.show({"head": [tag("p", "Waiting for the first step.", class_="fact")]})

    async def follow(self, threads: trio.CapacityLimiter) -> None:
        """Receive the referee's steps, and reconnect if the connection is lost."""
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
                await trio.sleep(SECONDS_BETWEEN_TRIES)

    async def _follow_once(self, threads: trio.CapacityLimiter) -> None:
        calls, match_id = await self._place.find(self.match_id)
        self._calls = calls
        self._steps_told = 0
        stream = calls.watch(match_id, wants_text=self._wants_text)
        hear = partial(self._hear, stream, calls.settings, trio.lowlevel.current_trio_token())
        try:
            await trio.to_thread.run_sync(hear, abandon_on_cancel=True, limiter=threads)
        except CallError:
            if not self._place.begins_again:
                raise  # otherwise the match is searched for again, under the name that people know
        finally:
            stream.cancel()

    async def draw(self) -> None:
        """Show the steps that are due, one match at a time."""
        while not (self._ended and not self._waiting):
            due = await self._due()
            async with self._drawing:
                begun = trio.current_time()
                self._show(due)
                await trio.sleep(SECONDS_OF_REST * (trio.current_time() - begun))
            await trio.sleep(SECONDS_BETWEEN_STEPS)
        self.feed.close()

    def _hear(self, stream: Any, settings: Settings, trio_token: trio.lowlevel.TrioToken) -> None:
        """Read the stream until it ends, in a thread, without waiting for each step to be processed."""
        step = None
        with plainly(settings):
            for step in stream:
                if not self._is_of_use(step):
                    return  # the stream is requested again, with text
                trio_token.run_sync_soon(self._take, step)
        if not (self._place.begins_again and step is not None and step.match.state == Match.STATE_VOIDED):
            trio_token.run_sync_soon(self._end)

    def _is_of_use(self, step: WatchedStep) -> bool:
        """Whether a step can be drawn, or at least shown as text."""
        if not (self._can_draw or self._wants_text):
            self._can_draw = table_of(step) is not None
            self._wants_text = not self._can_draw
            return self._can_draw
        return True

    def _take(self, step: WatchedStep) -> None:
        self._waiting.append(_DueStep(trio.current_time() + self._place.delay, step, self._steps_told))
        self._steps_told += 1
        if self._calls is not None:
            self._calls.facts(step.match)  # the end is known from now on, and told as late as the last step
        self._news.set()

    def _end(self) -> None:
        self._ended = True
        self._news.set()

    async def _due(self) -> list[_DueStep]:
        """Wait until steps are due, and take them."""
        while not self._waiting and not self._ended:
            self._news = trio.Event()
            await self._news.wait()
        if self._waiting:
            await trio.sleep_until(self._waiting[0].due)
        due: list[_DueStep] = []
        while self._waiting and self._waiting[0].due <= trio.current_time():
            if self._waiting[0].number == 0:  # the stream starts again, with this match or another one
                self._log.clear()
                due.clear()
            due.append(self._waiting.popleft())
        return due

    def _show(self, due: Sequence[_DueStep]) -> None:
        if not due:
            return
        steps = [told.step for told in due]
        last = steps[-1]
        self._log.extend(event for step in steps[-SHOWN_EVENTS:] for event in events_of(step))
        shown = table_of(last) or text_parts(last.text)
        self.feed.show({**shown, **log_part([*self._log]), **self._head(last, due[-1].number)})

    def _head(self, step: WatchedStep, number: int) -> Parts:
        return head_part(facts_of(step.match), number, self._place.replay_path(self.match_id))

    def _say(self, why: str) -> None:
        self.feed.show({"head": [tag("p", why, class_="fact")]})


class _DueStep(NamedTuple):
    """A step, the time to show it, and its number. Each stream starts at 0, the beginning of the match."""

    due: float
    step: WatchedStep
    number: int


def events_of(step: WatchedStep) -> list[str]:
    """The events since the previous step, as text; empty if they cannot be read here."""
    game = game_known(step.match.game_id)
    if game is None:
        return []
    try:
        return [*map(game.event_text, game.decoder.events(step.position.value))]
    except UnreadablePosition:
        return []


def table_of(step: WatchedStep) -> Parts | None:
    """The table after a step; None if it cannot be drawn because the game is missing here or has another version."""
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
    """A view as a board. If custom cards are unknown here, it shows only what the view says about them."""
    if cards is None and digest not in {"", game.card_set_digest}:
        return plain_board(game.schema, view)
    return game.drawn(view, game.cards if cards is None else cards)


def game_known(game_id: str) -> Game[Any] | None:
    """The game, if it is installed here."""
    try:
        return find_game(game_id)
    except UsageError:
        return None
