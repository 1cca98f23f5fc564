"""Replay a record and compare every step with it."""

from __future__ import annotations

from collections import Counter

import msgspec

from referee.counts import counted
from referee.errors import CardSetError, RecordError, UsageError
from referee.kernel.chain import table_digest
from referee.kernel.chance import commitment
from referee.kernel.game import find_game
from referee.kernel.options import as_dict
from referee.kernel.ranking import places_with_forfeits
from referee.kernel.record import Cause, End, Header, Record, SeatEnd, Step, StrikeGiven
from referee.kernel.seats import Seat

_LATE = {Cause.TIMEOUT, Cause.DISCONNECTED}
_END_OF_CAUSE = {
    Cause.STRUCK_OUT: SeatEnd.STRIKES,
    Cause.RESIGNED: SeatEnd.RESIGNED,
    Cause.NO_SHOW: SeatEnd.NO_SHOW,
}


class Replay:
    """A match that is replayed from its record, in the state after the steps replayed so far.

    Attributes:
        match: The match (treat as read-only).
        chosen: What each seat chose in each of its turns; None where the default was played for it.
        banks: Each seat's bank in milliseconds, according to the record; None before its first answer.
        thought: The milliseconds that each seat took for its own answers, according to the record.
        strikes: The number of strikes of each seat.
        forfeited: The seats known to be forfeited from the answers so far, and why.
        events_told: The number of events when each seat was last asked.
    """

    def __init__(self, record: Record) -> None:
        """Start the match. Raises `RecordError` if the header does not describe a match."""
        header = record.header
        try:
            _check_version(header)
            job = header.job()
            committed = commitment(job.seed, job.salt).hex()
            self.match = job.start()
        except (UsageError, CardSetError, ValueError) as error:
            raise RecordError(f"the header: {error}") from None
        self.time_control = header.time_control
        self._untimed = set(header.untimed)
        seats = range(len(header.bots))
        self.chosen: list[list[int | None]] = [[] for _ in seats]
        self.banks: list[float | None] = [None for _ in seats]
        self.thought: list[list[float]] = [[] for _ in seats]
        self.strikes = [0 for _ in seats]
        self.events_told = [0 for _ in seats]
        self.forfeited: dict[int, SeatEnd] = {}
        if not self._untimed <= {*seats}:
            raise RecordError(f"the header: seats {header.untimed} have no clock, but the last seat is {seats[-1]}")
        _same("the header", "card set", header.card_set_digest, self.match.card_set.digest)
        _same("the header", "options", header.options, as_dict(self.match.table.options))
        _same("the header", "seed commitment", header.commitment, committed)

    def take(self, step: Step) -> None:
        """Play one step.

        Raises `RecordError`, naming the step, if it differs from the rules, and `MatchFailed` if the rules raise.
        """
        where = f"step {step.step}"
        match = self.match
        if match.failure is not None:
            raise match.failure
        _same(where, "seats", [answer.seat for answer in step.answers], sorted(match.asked))
        if step.time is not None:
            _same(where, "number of times", len(step.time), len(step.answers))
            for answer, timing in zip(step.answers, step.time, strict=True):
                self.banks[answer.seat] = timing.bank_ms
                if answer.cause is Cause.CHOSEN:
                    self.thought[answer.seat].append(timing.wall_ms - timing.lag_ms)
        for answer in step.answers:
            seat = Seat(answer.seat)
            self.chosen[seat].append(answer.option if answer.cause is Cause.CHOSEN else None)
            self.events_told[seat] = match.event_count
            _same(where, f"turn of seat {seat}", answer.turn, len(self.chosen[seat]))
            if not 0 <= answer.option < len(match.asked[seat]):
                raise RecordError(f"{where}: seat {seat} has no option {answer.option}")
            if answer.cause is not Cause.CHOSEN:
                _same(where, f"default of seat {seat}", answer.option, match.default(seat))
            if answer.cause in _LATE:
                _same(where, f"strike for being late, seat {seat}", _late_strike(step, seat, answer.cause), 1)
            if answer.cause is Cause.TIMEOUT and seat in self._untimed:
                raise RecordError(f"{where}: seat {seat} has no clock, so it cannot be late")
            self._check_forfeit(where, seat, answer.cause)
        self._count(where, step.strikes)
        match.answer({Seat(answer.seat): answer.option for answer in step.answers})
        _same(where, "table", step.table, table_digest(match))

    def finish(self, end: End) -> None:
        """Compare the result. Raises `RecordError` if it differs from the rules."""
        where = "the result"
        self._count(where, end.last_strikes)
        seats = len(self.strikes)
        _same(where, "number of seat ends", len(end.ends), seats)
        for seat, why in self.forfeited.items():
            _same(where, f"end of seat {seat}", end.ends[seat], why)
        for seat in range(seats):
            if self.strikes[seat] >= self.time_control.max_strikes and end.ends[seat] is SeatEnd.PLAYED:
                raise RecordError(
                    f"{where}: seat {seat} has {counted(self.strikes[seat], 'strike')} but was not forfeited"
                )
            if self.strikes[seat] < self.time_control.max_strikes and end.ends[seat] is SeatEnd.STRIKES:
                raise RecordError(
                    f"{where}: seat {seat} was forfeited with only {counted(self.strikes[seat], 'strike')}"
                )
        _same(where, "strikes", end.strikes, self.strikes)
        if end.void:
            _same(where, "places, scores, reason of a void match", [end.places, end.scores, end.reason], [[], [], ""])
        else:
            self._check_result(where, end)

    def _check_result(self, where: str, end: End) -> None:
        result = self.match.result
        if self.match.failure is not None:
            raise self.match.failure
        if result is None:
            raise RecordError(f"{where}: the match is not over; seats {sorted(self.match.asked)} are asked")
        forfeited = {Seat(seat) for seat, why in enumerate(end.ends) if why is not SeatEnd.PLAYED}
        _same(where, "places", end.places, places_with_forfeits(result, forfeited))
        _same(where, "scores", end.scores, result.scores)
        _same(where, "reason", end.reason, result.reason)

    def _check_forfeit(self, where: str, seat: Seat, cause: Cause) -> None:
        if seat in self.forfeited:
            _same(where, f"forfeit of seat {seat}", _END_OF_CAUSE.get(cause), self.forfeited[seat])
        elif cause in _END_OF_CAUSE:
            self.forfeited[seat] = _END_OF_CAUSE[cause]

    def _count(self, where: str, strikes: list[StrikeGiven]) -> None:
        for strike in strikes:
            if not 0 <= strike.seat < len(self.strikes):
                raise RecordError(f"{where}: a strike for seat {strike.seat}, which does not exist")
            self.strikes[strike.seat] += 1


def replay(record: Record) -> Replay:
    """Replay all steps of a record, finished or not. Raises `RecordError`, naming the first step that differs."""
    replayed = Replay(record)
    for step in record.steps:
        replayed.take(step)
    return replayed


def verify(record: Record) -> None:
    """Replay a finished record.

    Raises `RecordError`, naming the first step that differs from the rules, and `MatchFailed` if the rules raise.
    """
    replayed = replay(record)
    if record.end is None:
        raise RecordError(f"the record ends after step {len(record.steps)}, without a result")
    replayed.finish(record.end)


def _check_version(header: Header) -> None:
    ours = find_game(header.game_id).rules_version
    if header.rules_version != ours:
        raise RecordError(
            f"its digests are correct, but it was played with version {header.rules_version} of the rules of "
            f"{header.game_id}; this referee has version {ours}, so it cannot replay it"
        )


def _late_strike(step: Step, seat: Seat, cause: Cause) -> int:
    return Counter((strike.seat, str(strike.cause)) for strike in step.strikes)[seat, str(cause)]


def _same(where: str, what: str, said: object, is_really: object) -> None:
    if said != is_really:
        plain = [msgspec.to_builtins(value) for value in (said, is_really)]
        raise RecordError(f"{where}: {what}: the record says {plain[0]!r}, the rules give {plain[1]!r}")
