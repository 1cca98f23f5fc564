"""Play the scheduled matches that are not stored yet, several at once, until all are played or the run is stopped."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from time import perf_counter

import trio

from referee.counts import counted
from tournament.engines.engine import Changing, Engine, played_at_once
from tournament.errors import BrokenOffError, EngineError, HaltedError, UserError
from tournament.formats.course import drawn_text, has_to_wait, next_draw
from tournament.plan.plan import Plan
from tournament.run.concurrency import Concurrency
from tournament.run.early_end import ended_early
from tournament.run.events import Failed, Note, Played, RunBegan, RunEnded, RunEvent, RunStopping, TimeIsUp, Void
from tournament.run.fitting import Fitting
from tournament.run.observing import Observers
from tournament.run.stopping import at_time, on_signals
from tournament.schedule.scheduler import Scheduler
from tournament.schedule.slots import Slot
from tournament.storage.rows import ProcessRow
from tournament.storage.store import Store
from tournament.storage.summary import Finished

SECONDS_TO_STOP = 10.0
"""How many seconds running matches have to finish after someone has stopped the runner."""

TRIES = 3
"""How often a match is started if its workers die; a match that kills its workers is not retried forever."""

Tell = Callable[[RunEvent], None]


class Outcome(Enum):
    """How a run ended."""

    COMPLETE = "complete"
    INTERRUPTED = "interrupted"


class Runner:
    """One run of a tournament. Await `run` only once.

    It plays as many matches at once as the engine can, or fewer if `fitting` chooses so. No match begins after the time
    `until`, in seconds since 1970. `observers` are notified of each match.
    """

    def __init__(
        self,
        plan: Plan,
        store: Store,
        tell: Tell,
        fitting: Fitting | None = None,
        until: float | None = None,
        observers: Observers | None = None,
    ) -> None:
        self._plan = plan
        self._store = store
        self._tell = tell
        self._scheduler = Scheduler(store.slots, store.archive.fixed())
        self._total = len(store.slots)
        self._stopping = False
        self._players = trio.CancelScope()
        self._error: HaltedError | UserError | sqlite3.Error | None = None
        self._freed = trio.Event()
        self._drawing = trio.Lock()
        self._judging = trio.Lock()
        self._fitting = fitting
        self._until = until
        self._observers = observers or Observers()
        self._concurrency = Concurrency(0, None, tell)

    async def run(self, engine: Engine) -> None:
        """Play all matches that are left; `outcome` then says how the run ended."""
        began = trio.current_time()
        self._concurrency = Concurrency(engine.capacity, self._fitting, self._tell)
        self._tell(
            RunBegan(
                name=self._plan.tournament.name,
                total=self._total,
                done=self._done,
                at_once=played_at_once(self._plan, self._concurrency.size),
                commitment=self._store.secret.commitment.hex(),
                bots=[bot.name for bot in self._plan.playing],
                drawing=self._store.tournament.drawing,
            )
        )
        async with trio.open_nursery() as nursery:
            nursery.start_soon(on_signals, self._stop_on_signal)
            if self._until is not None:
                nursery.start_soon(at_time, self._until, self._time_is_up)
            with self._players:
                async with trio.open_nursery() as players:
                    await self._judge()  # the last run may have ended before it did
                    for number in range(engine.capacity):
                        players.start_soon(self._play_on, engine, number)
                    if isinstance(engine, Changing):
                        nursery.start_soon(self._follow, engine, players)
            nursery.cancel_scope.cancel()
        self._concurrency.tell()
        self._tell(RunEnded(done=self._done, total=self._total, seconds=trio.current_time() - began))

    @property
    def left(self) -> int:
        """How many matches are still to be played."""
        return self._scheduler.left

    @property
    def running(self) -> int:
        """How many matches are handed out. Any thread may read this."""
        return len(self._scheduler.issued)

    def outcome(self) -> Outcome:
        """Return how the run ended.

        Raises:
            HaltedError: two matches in a row were void.
            UserError: a bot failed, and the plan says to stop then. sqlite3.Error: something could not be stored.
        """
        if self._error is not None:
            raise self._error
        return Outcome.INTERRUPTED if self._is_left else Outcome.COMPLETE

    def note_process(self, process: ProcessRow) -> None:
        """Store and report a bot process that has ended. See `OnProcess`."""
        with self._halting():
            self._store.add_process(process)
        if process.failed:
            self._tell(Failed(process=process))

    def replay_no_shows(self, bot: str) -> None:
        """If a bot that was missing is connected now, play its missed matches again, as often as the plan says."""
        if self._stopping:
            return
        with self._halting():
            self._reopen(self._store.replay_no_shows(bot), f"that {bot} missed")

    def play_again(self, matches: Sequence[str], why: str) -> None:
        """Discard the results of matches that are not trustworthy, and play the matches again."""
        if self._store.tournament.closed:
            self._tell(Note(text=f"the tournament is closed, so {', '.join(matches)} still count, although {why}"))
            return
        with self._halting():
            self._reopen(self._store.replay(matches, why), f"will not count, because {why}; they")

    def _reopen(self, matches: Sequence[str], which: str) -> None:
        for match in matches:
            self._scheduler.reopen(match)
        if matches:
            self._tell(Note(text=f"{counted(len(matches), 'match', 'matches')} {which} will be replayed"))
            self._wake_players()

    def _hand_on(self, number: int) -> None:
        """Wake all players if need be: a match frees one slot at most, which the player with this number takes."""
        if self._stopping or not self._is_left or number >= self._concurrency.size:
            self._wake_players()

    def _wake_players(self) -> None:
        self._freed.set()
        self._freed = trio.Event()

    @property
    def _is_left(self) -> bool:
        """Whether matches are still to be played or to be drawn."""
        return bool(self._scheduler.left) or self._store.tournament.drawing

    @property
    def _done(self) -> int:
        return self._total - self._scheduler.left

    async def _follow(self, engine: Changing, players: trio.Nursery) -> None:
        """Play more or fewer matches at once when workers come and go."""
        there = engine.capacity
        while True:
            await engine.change()
            if self._concurrency.size != engine.capacity and self._is_left and not self._stopping:
                self._concurrency.size = engine.capacity
                for number in range(there, engine.capacity):
                    players.start_soon(self._play_on, engine, number)
                there = max(there, engine.capacity)
                self._wake_players()

    async def _play_on(self, engine: Engine, number: int) -> None:
        while not self._stopping and self._is_left:
            slot = self._scheduler.issue() if number < self._concurrency.size else None
            if slot is None:  # enough matches run, or all others are rotations of deals that are being played
                await self._freed.wait()
                continue
            with self._halting():
                try:
                    match = await self._play(engine, slot)
                except HaltedError as error:
                    self._halt(error)
                except EngineError as error:
                    self._take_void(slot, str(error))
                else:
                    self._take(slot, match)
                    await self._judge()
                    await self._draw()
            self._hand_on(number)

    @property
    def _draws_next(self) -> bool:
        """Whether the format does not have to wait for more results."""
        tournament = self._store.tournament
        return tournament.drawing and not has_to_wait(self._plan, tournament.stage, self._scheduler.oldest_open)

    async def _judge(self) -> None:
        """End the tournament if its plan says that it ends here."""
        async with self._judging:
            with self._halting():
                if (ended := await ended_early(self._store)) is not None:
                    self._total = ended.done
                    self._scheduler = Scheduler(self._store.slots, self._store.archive.fixed())
                    self._tell(ended)
                    self._players.cancel()

    async def _draw(self) -> None:
        """Draw the next tables, if the format does not have to wait for more results."""
        async with self._drawing:
            while not self._stopping and self._draws_next:
                answer = await trio.to_thread.run_sync(next_draw, self._store.contest())
                slots = self._store.draw(answer)
                self._scheduler.extend(slots)
                self._total = len(self._store.slots)
                if text := drawn_text(self._plan, answer):
                    self._tell(Note(text=text))
                self._wake_players()

    async def _play(self, engine: Engine, slot: Slot) -> Finished:
        """Play a match; start it again if its worker dies, up to `TRIES` times. Each start is stored beforehand."""
        why = ""
        for _ in range(TRIES):
            attempt = self._store.begin(slot)
            try:
                return await engine.submit(self._store.job(slot, attempt))
            except BrokenOffError as error:
                why = str(error)
        raise EngineError(f"{TRIES} worker processes ended while they played it; the last: {why}")

    def _take(self, slot: Slot, match: Finished) -> None:
        if match.ending is None:
            self._take_void(slot, match.void_reason)
            return
        began = perf_counter()
        summary = self._store.add(slot, match)
        self._observers.stored(match.times, perf_counter() - began)
        self._scheduler.fix(slot.match)
        if self._concurrency.note(summary):
            self._wake_players()
        ratings, stop, draws = self._store.ladder.ratings, self._store.stop_state, self._store.tournament.drawing
        self._tell(Played(match=summary, done=self._done, total=self._total, ratings=ratings, stop=stop, drawing=draws))
        forfeits = summary.result.forfeits
        if forfeits and self._plan.run.on_failing_bot == "stop":
            bot, cause = slot.bots[forfeits[0].seat], forfeits[0].cause
            self._halt(UserError(f"bot {bot} forfeited match {slot.match} ({cause}), and the plan says to stop then"))

    def _take_void(self, slot: Slot, reason: str) -> None:
        if self._stopping:  # it was interrupted because the run stops
            return
        self._store.add_void(slot, reason)
        self._observers.voided(self._plan.tournament.game)
        self._tell(Void(match=slot.match, void_reason=reason))
        try:
            self._scheduler.void(slot.match, reason)
        except HaltedError as error:
            self._halt(error)

    @contextmanager
    def _halting(self) -> Iterator[None]:
        """End the run if something cannot be stored."""
        try:
            yield
        except sqlite3.Error as error:
            self._halt(error)

    def _halt(self, error: HaltedError | UserError | sqlite3.Error) -> None:
        """End the run for a reason; the next run plays those matches again that are running now."""
        self._error = self._error or error
        self._stopping = True
        self._players.cancel()

    def _time_is_up(self) -> None:
        """Start no more matches; running matches are played to the end."""
        self._stopping = True
        self._tell(TimeIsUp(running=len(self._scheduler.issued)))
        self._freed.set()

    def _stop_on_signal(self) -> None:
        """On the first signal, give running matches some time to finish; on the second, drop them."""
        if self._stopping:
            self._players.cancel()
        self._stopping = True
        self._players.deadline = trio.current_time() + SECONDS_TO_STOP
        self._tell(RunStopping(running=len(self._scheduler.issued), seconds=SECONDS_TO_STOP))
