"""One match: asks the seats through their links, keeps time, continues whatever a bot does, and writes the record."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Sequence

import trio

from referee.errors import UsageError
from referee.kernel.job import MatchJob
from referee.kernel.match import Match
from referee.kernel.ranking import Result
from referee.kernel.record import Answer, Begun, Record, SeatEnd, StrikeGiven, header_of
from referee.kernel.replay import replay
from referee.kernel.seats import Seat
from referee.server.match import messages, posting, states
from referee.server.match.ending import end_of
from referee.server.match.hooks import NO_HOOKS, MatchHooks
from referee.server.match.judge import SeatJudge
from referee.server.match.link import SeatLink, until_there
from referee.server.match.pace import Pace
from referee.server.match.sleeper import Sleeper
from referee.server.match.starving import ended_at
from referee.server.match.writer import RecordWriter, WriteLine
from referee.version import referee_version

log = logging.getLogger(__name__)


async def play_match(job: MatchJob, seats: Sequence[SeatLink], journal: WriteLine) -> Record:
    """Play a match to its end and return the record. Raises `UsageError` if the match cannot be created."""
    return await MatchTask.begin(job, seats, journal).play()


class MatchTask:
    """A match that is waiting for its bots, running, or over; `states` has the table of transitions.

    Make it with `begin` or `resume`, then await `play` once, in a separate task.

    Attributes:
        record: What happened so far (treat as read-only).
        running: Whether the bots were notified of the start (treat as read-only).
    """

    def __init__(
        self, match: Match, writer: RecordWriter, links: Sequence[SeatLink], hooks: MatchHooks = NO_HOOKS
    ) -> None:
        record = writer.record
        if len(links) != (bots := len(record.header.bots)):
            raise UsageError(f"{bots} bots need {bots} seats, not {len(links)}")
        self.record = record
        self.running = False
        self._state = states.WAITING
        self._match = match
        self._writer = writer
        self._hooks = hooks
        self._strikes: list[StrikeGiven] = []
        pace = Pace(len(links))
        self._judges = [
            SeatJudge(
                record.header,
                Seat(seat),
                link,
                new_strikes=self._strikes,
                pace=pace,
                on_settled=self._seat_settled,
                on_link=self._link_changed,
            )
            for seat, link in enumerate(links)
        ]
        self._resumed = bool(record.steps)
        self._asked: list[SeatJudge] = []
        self._unsettled = 0
        self._updated: list[SeatJudge] = []  # the seats whose bots want updates: most matches have none
        self._sleeper, self._alarm = Sleeper(), trio.CancelScope()
        self._rings_at = math.inf
        self._failure: Exception | None = match.failure
        self._result: Result | None = None
        self._last_sights: dict[Seat, posting.Sight] = {}
        self._void_reason = messages.FAILED
        self._voiding = trio.CancelScope()

    @classmethod
    def begin(
        cls, job: MatchJob, links: Sequence[SeatLink], journal: WriteLine, hooks: MatchHooks = NO_HOOKS
    ) -> MatchTask:
        """Begin a new match; its header is in the journal when this returns. A match that has failed will be void."""
        match = job.start()
        header = header_of(job, match, Begun(time.time(), referee_version()))
        writer = RecordWriter.begin(header, journal, hooks.until_writable)
        task = cls(match, writer, links, hooks)
        writer.write_header()
        return task

    @classmethod
    def resume(
        cls, record: Record, links: Sequence[SeatLink], journal: WriteLine, hooks: MatchHooks = NO_HOOKS
    ) -> MatchTask:
        """Resume an interrupted match at its last step. Raises `RecordError` if the record is not valid."""
        replayed = replay(record)
        task = cls(replayed.match, RecordWriter(record, journal, hooks.until_writable), links, hooks)
        for judge in task._judges:
            judge.take_over(replayed)
        return task

    async def play(self) -> Record:
        """Play until the match has a result or is voided; return the record.

        If the task is cancelled, the record stays as it is, and `resume` can continue from there.
        """
        match_id = self.record.header.match_id
        for judge in self._judges:
            judge.link.attach(match_id, judge)
        try:
            with self._voiding:
                await self._play_through()
            await self._finish()
        finally:
            for judge in self._judges:
                judge.link.detach(match_id)
            self._judges.clear()  # they refer to this task too, so an ended match would stay until a collection
            self._asked = self._updated = []
        return self.record

    def void(self, why: str) -> None:
        """End the match without a result, as soon as its task runs."""
        self._void_reason = why
        self._voiding.cancel()

    async def _play_through(self) -> None:
        """Play the match to its result; only a failure of the referee or of the rules voids it."""
        try:
            self._raise_failure()
            await self._wait_for_bots()
            self._tell_start()
            await self._play_steps()
            self._last_sights = posting.last_sights(self._match, posting.updated(self._judges))
            self._result = self._match.result
        except Exception as error:
            self._void_reason = messages.void_reason(error)
            log.exception("match %s is void: %s", self.record.header.name, self._void_reason)

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    async def _wait_for_bots(self) -> None:
        """Wait until every bot is connected. A bot that is late forfeits, except in a resumed match."""
        links = [judge.link for judge in self._judges]
        await until_there(links, self.record.header.time_control.startup_ms / 1000, self._sleeper)
        # A bot that connected once is not late, even if it loses its connection: it may return, and its clock runs.
        away = [judge for judge in self._judges if not judge.link.connected]
        await self._let_others_go_first()
        for judge in away if not self._resumed else ():
            if not judge.link.connected:
                judge.forfeit(SeatEnd.NO_SHOW)

    def _tell_start(self) -> None:
        self.running = True
        self._state = states.TRANSITIONS[self._state][states.START]
        self._updated = posting.updated(self._judges)
        for judge in self._judges:
            posting.post_start(self._match, self.record.header, judge, resumed=self._resumed)

    async def _play_steps(self) -> None:
        """Play one step after the other with a single alarm, which is only moved to earlier times.

        Most steps are played where the last answer arrives (`_play_on`), because waking a task costs as much as the
        rules. This task starts the match, and is woken only if that is not possible. The alarm may go off too early and
        is then set again, which happens at most once per decision.
        """
        while self._state is not states.OVER:
            with trio.CancelScope(deadline=self._rings_at) as self._alarm:
                await self._play_until_held()
            if self._state is states.HELD:
                await self._writer.catch_up()  # no question is open, so no clock runs
                self._state = states.TRANSITIONS[self._state][states.WRITTEN]
            self._raise_failure()
            self._rings_at = min((judge.check_deadline() for judge in self._asked if judge.open), default=math.inf)

    async def _play_until_held(self) -> None:
        while (state := self._state) is not states.HELD and state is not states.OVER:
            if state is states.ASKED:
                await self._sleeper.sleep()
            else:
                await self._let_others_go_first()
            self._raise_failure()
            if self._state is states.DUE:
                self._step()

    def _play_on(self) -> None:
        """Play the step whose last answer has arrived, in the callback that delivered it."""
        try:
            self._step()
        except Exception as failure:  # noqa: BLE001 - the task raises it
            self._note_failure(failure)
        if self._state is not states.ASKED:
            self._sleeper.wake()

    def _note_failure(self, failure: Exception) -> None:
        """Keep a failure for the task to raise: the callbacks of others must not fail because of it."""
        self._failure = failure
        self._state = states.TRANSITIONS[self._state][states.FAILURE]
        self._sleeper.wake()

    def _step(self) -> None:
        """Play the step whose questions have all been answered, and ask the next questions."""
        self._state = states.TRANSITIONS[self._state][states.STEP]
        if self._asked:
            self._take_answers(self._asked)
            self._asked = []
        if self._writer.waits:
            self._state = states.TRANSITIONS[self._state][states.UNWRITTEN]
        elif self._match.over:
            self._state = states.TRANSITIONS[self._state][states.RESULT]
        else:
            self._ask()
            self._state = states.TRANSITIONS[self._state][states.QUESTIONS if self._unsettled else states.NO_QUESTIONS]

    async def _let_others_go_first(self) -> None:
        if self._hooks.taking_turns is None or any(judge.link.connected for judge in self._judges):
            await trio.lowlevel.checkpoint()
        else:
            await self._hooks.taking_turns.wait()

    def _ask(self) -> None:
        match, header, asked = self._match, self.record.header, self._match.asked
        turned: list[Seat] = []
        self._asked = [self._judges[seat] for seat in sorted(asked)]
        self._unsettled = len(self._asked)
        for judge in self._asked:
            if judge.ask(len(asked[judge.seat])):
                turned.append(judge.seat)
                posting.post_turn(match, header, judge, judge.bank.shown())
            if judge.open:
                deadline = judge.deadline()
                if deadline < self._rings_at:
                    self._rings_at = self._alarm.deadline = deadline
        if self._updated:
            posting.post_updates(match, header, self._updated, turned)

    def _take_answers(self, judges: Sequence[SeatJudge]) -> None:
        """Play the step, and write it to the journal before any seat is notified."""
        match = self._match
        answers, times, chosen = [], [], {}
        for judge in judges:
            settled = judge.settled
            assert settled is not None
            option = match.default(judge.seat) if settled.option is None else settled.option
            chosen[judge.seat] = option
            answers.append(Answer(judge.seat, judge.mailbox.turn, option, settled.cause, settled.note))
            times.append(settled.time)
            judge.events_told = match.event_count
        match.answer(chosen)
        self._writer.write_step(match, answers, self._collect_strikes() if self._strikes else [], times)

    def _collect_strikes(self) -> list[StrikeGiven]:
        strikes, self._strikes[:] = self._strikes[:], []
        return strikes

    async def _finish(self) -> None:
        """Write the result, keep the record, then send the result: its receiver may request the record at once."""
        await self._writer.catch_up()
        time = await ended_at(self._writer.now_unix_s(), self._judges)
        end = end_of(self._judges, self._result, self._void_reason, self._collect_strikes(), time)
        await self._writer.write_end(end)
        if self._hooks.keep is not None:
            await self._hooks.keep()
        for judge in self._judges if self.running else ():
            posting.post_end(self.record.header, judge, end, self._last_sights.get(judge.seat))

    def _seat_settled(self, answered: bool) -> None:
        """Count a settled seat; continue after the last. An in-process bot may answer while others are being asked."""
        self._unsettled -= 1
        if self._unsettled or self._state is not states.ASKED:
            return
        self._state = states.TRANSITIONS[self._state][states.ANSWERS]
        if not answered:
            self._sleeper.wake()
        elif self._sleeper.sleeps:  # a voided match does not continue
            self._play_on()

    def _link_changed(self, seat: Seat, fresh: bool) -> None:
        judge = self._judges[seat]
        if not self.running:
            self._sleeper.wake()
        elif fresh:
            match, header = self._match, self.record.header
            self._updated = posting.updated(self._judges)
            posting.post_start(match, header, judge, resumed=True)
            try:
                if judge.awaits_bot:
                    posting.post_turn(match, header, judge, judge.time_left())  # it may want texts now
                else:
                    posting.post_updates(match, header, posting.updated([judge]))
            except Exception as failure:  # noqa: BLE001 - the task raises it
                self._note_failure(failure)
