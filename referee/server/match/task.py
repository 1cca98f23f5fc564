"""One match: asks the seats through their links, keeps time, plays on whatever a bot does, and writes the record."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Sequence
from typing import TypeVarTuple

import trio

from referee.errors import UsageError
from referee.kernel.job import MatchJob
from referee.kernel.match import Match
from referee.kernel.ranking import Result
from referee.kernel.record import Answer, Begun, Record, SeatEnd, StrikeGiven, header_of
from referee.kernel.replay import replay
from referee.kernel.seats import Seat
from referee.server.match import messages, turns
from referee.server.match.care import NO_CARE, Care
from referee.server.match.ending import end_of
from referee.server.match.judge import SeatJudge
from referee.server.match.link import SeatLink, lag_of
from referee.server.match.pace import Pace
from referee.server.match.sleeper import Sleeper
from referee.server.match.starving import ended_at
from referee.server.match.writer import Journal, RecordWriter
from referee.version import referee_version

Args = TypeVarTuple("Args")

log = logging.getLogger(__name__)


async def play_match(job: MatchJob, seats: Sequence[SeatLink], journal: Journal) -> Record:
    """Plays a match to its end and returns the record. Raises `UsageError` if there can be no such match."""
    return await MatchTask.begin(job, seats, journal).play()


class MatchTask:
    """A match that is waiting for its bots, running, or over.

    Make it with `begin` or `resume`, then await `play` once, in a task of its own.

    Attributes:
        record: What happened so far (treat as read-only).
        running: Whether the bots were told that the match began (treat as read-only).
    """

    def __init__(self, match: Match, writer: RecordWriter, links: Sequence[SeatLink], care: Care = NO_CARE) -> None:
        record = writer.record
        if len(links) != len(record.header.bots):
            raise UsageError(f"{len(record.header.bots)} bots need as many seats, not {len(links)}")
        self.record = record
        self.running = False
        self._match = match
        self._writer = writer
        self._care = care
        self._strikes: list[StrikeGiven] = []
        pace = Pace(len(links))
        self._judges = [
            SeatJudge(
                record.header,
                Seat(seat),
                link,
                new_strikes=self._strikes,
                pace=pace,
                on_answered=self._seat_answered,
                on_settled=self._seat_settled,
                on_link=self._link_changed,
            )
            for seat, link in enumerate(links)
        ]
        self._resumed = bool(record.steps)
        self._asked: list[SeatJudge] = []
        self._unsettled = 0
        self._sleeper = Sleeper()
        self._alarm = trio.CancelScope()
        self._rings_at = math.inf
        self._playing_on = False
        self._failure: Exception | None = match.failure
        self._result: Result | None = None
        self._void_reason = messages.FAILED
        self._voiding = trio.CancelScope()

    @classmethod
    def begin(cls, job: MatchJob, links: Sequence[SeatLink], journal: Journal, care: Care = NO_CARE) -> MatchTask:
        """A new match; its header is in the journal when this returns. One that has failed already will be void."""
        match = job.start()
        begun = Begun(time.time(), referee_version())
        writer = RecordWriter.begin(header_of(job, match, begun), journal, care.until_writable)
        task = cls(match, writer, links, care)
        writer.write_header()
        return task

    @classmethod
    def resume(cls, record: Record, links: Sequence[SeatLink], journal: Journal, care: Care = NO_CARE) -> MatchTask:
        """A match that was cut short, at its last step. Raises `RecordError` if the record is not sound."""
        replayed = replay(record)
        writer = RecordWriter(record, journal, care.until_writable)
        task = cls(replayed.match, writer, links, care)
        for judge in task._judges:
            judge.take_over(replayed)
        return task

    async def play(self) -> Record:
        """Plays until the match has a result or is voided; returns the record.

        When the task is cancelled, the record stays as it is, and `resume` can go on from there.
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
            self._judges.clear()  # they know this task too, and a match that is over would stay until a collection
            self._asked = []
        return self.record

    def void(self, why: str) -> None:
        """Ends the match without a result, as soon as its task runs."""
        self._void_reason = why
        self._voiding.cancel()

    async def _play_through(self) -> None:
        """Plays the match to its result; a failure of the referee or of the rules voids it, and nothing else."""
        try:
            self._raise_failure()
            await self._wait_for_bots()
            self._tell_start()
            await self._play_steps()
            self._result = self._match.result
        except Exception as error:
            log.exception("match %s is void", self.record.header.name)
            self._void_reason = messages.void_reason(error)

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    async def _wait_for_bots(self) -> None:
        """Waits until every bot is connected; who is not in time does not play, except in a match that goes on."""
        links = [judge.link for judge in self._judges]
        patience = self.record.header.time_control.startup_ms / 1000 - lag_of(links)
        begun = trio.current_time()
        while trio.current_time() < (deadline := begun + patience + lag_of(links)) and any(
            not (link.connected or link.gone) for link in links
        ):
            await self._sleeper.sleep_until(deadline)
        # Who was there has come, even if its connection is lost in the meantime: it may come back, at its own clock.
        away = [judge for judge in self._judges if not judge.link.connected]
        await self._let_others_go_first()
        if not self._resumed:
            for judge in away:
                if not judge.link.connected:
                    judge.forfeit(SeatEnd.NO_SHOW)

    def _tell_start(self) -> None:
        self.running = True
        for judge in self._judges:
            self._post_start(judge, resumed=self._resumed)

    def _post_start(self, judge: SeatJudge, *, resumed: bool) -> None:
        cards = self._match.card_set.text if judge.link.wants_cards else b""
        judge.link.post(messages.match_started(self.record.header, judge.seat, cards, resumed=resumed))

    async def _play_steps(self) -> None:
        """Has step after step played, under one alarm, which is only ever set to ring earlier.

        Most steps are played where the last answer arrives (`_play_on`), for to wake a task costs as much as the rules.
        This task begins, and is woken for all that is not as usual. The alarm may ring too early, and then is set anew:
        that happens once in the time of a decision.
        """
        while not self._match.over:
            with trio.CancelScope(deadline=self._rings_at) as self._alarm:
                while not (self._writer.waits or self._match.over):
                    self._raise_failure()
                    if self._unsettled:
                        await self._sleeper.sleep()
                    else:
                        await self._let_others_go_first()
                        self._step()
            await self._writer.catch_up()  # no question is open, so no clock runs
            self._raise_failure()
            self._rings_at = min((judge.check_deadline() for judge in self._asked if judge.open), default=math.inf)

    def _play_on(self) -> None:
        """Plays the step whose last answer has arrived, in the callback that brought it."""
        self._playing_on = True
        self._note_failure(self._step)
        self._playing_on = False
        if self._failure is not None or not self._unsettled:
            self._sleeper.wake()

    def _note_failure(self, call: Callable[[*Args], object], *args: *Args) -> None:
        """Calls something in a callback of others, which must not end by what fails here: the task raises it."""
        try:
            call(*args)
        except Exception as failure:  # noqa: BLE001 - see above
            self._failure = failure

    def _step(self) -> None:
        """Plays the step that was asked for, all of which is answered, and asks for the next one."""
        if self._asked:
            self._take_answers(self._asked)
            self._asked = []
        if not (self._writer.waits or self._match.over):
            self._ask()

    async def _let_others_go_first(self) -> None:
        if self._care.courtesy is None or any(judge.link.connected for judge in self._judges):
            await trio.lowlevel.checkpoint()
        else:
            await self._care.courtesy.wait()

    def _ask(self) -> None:
        asked = self._match.asked
        self._asked = [self._judges[seat] for seat in sorted(asked)]
        self._unsettled = len(self._asked)
        for judge in self._asked:
            if judge.ask(len(asked[judge.seat])):
                self._post_turn(judge, judge.bank.shown())
            if judge.open:
                deadline = judge.deadline()
                if deadline < self._rings_at:
                    self._rings_at = self._alarm.deadline = deadline

    def _post_turn(self, judge: SeatJudge, left: tuple[float, float]) -> None:
        link = judge.link
        number = judge.mailbox.turn
        link.ask(
            number,
            turns.turn(
                self._match,
                self.record.header.match_id,
                judge.seat,
                number=number,
                left=left,
                since=judge.events_told if link.wants_events else None,
                text=link.wants_text,
            ),
        )

    def _take_answers(self, judges: Sequence[SeatJudge]) -> None:
        """Plays the step, and has it in the journal before anybody hears of it."""
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
        self._writer.write_step(match, answers, self._collect_strikes(), times)

    def _collect_strikes(self) -> list[StrikeGiven]:
        strikes, self._strikes[:] = self._strikes[:], []
        return strikes

    async def _finish(self) -> None:
        """Writes the result, has the record kept, and tells the result: who hears it may ask for the record at once."""
        await self._writer.catch_up()
        time = await ended_at(self._writer.now_unix_s(), self._judges)
        end = end_of(self._judges, self._result, self._void_reason, self._collect_strikes(), time)
        await self._writer.write_end(end)
        if self._care.keep is not None:
            await self._care.keep()
        for judge in self._judges if self.running else ():
            judge.link.post(messages.match_ended(self.record.header.match_id, end))

    def _seat_answered(self) -> None:
        self._unsettled -= 1
        # A bot in this process answers while it is asked, and a match that is voided goes no further.
        if not self._unsettled and self._sleeper.sleeps and not self._playing_on:
            self._play_on()

    def _seat_settled(self) -> None:
        self._unsettled -= 1
        if not self._unsettled:
            self._sleeper.wake()

    def _link_changed(self, seat: Seat, fresh: bool) -> None:
        judge = self._judges[seat]
        if not self.running:
            self._sleeper.wake()
        elif fresh:
            self._post_start(judge, resumed=True)
            if judge.awaits_bot:
                self._note_failure(self._post_turn, judge, judge.time_left())  # it may want texts now
            if self._failure is not None:
                self._sleeper.wake()
