"""What of a match's record is kept in columns: the result, and how the seats used their time."""

from __future__ import annotations

import zlib
from functools import cached_property

import msgspec
from msgspec import Struct

from referee.errors import RecordError
from referee.files import MIB, MOST_OF_A_RECORD
from referee.kernel.defaulting import is_default
from referee.kernel.record import Cause, End, Record, SeatEnd, read_record
from referee.kernel.starving import is_rated, starved_texts
from referee.kernel.times import Milliseconds, UnixSeconds
from tournament.schedule.slots import Slot
from tournament.statistics.results import Forfeit, MatchResult
from tournament.storage.faults import whole

_LATE = {Cause.TIMEOUT, Cause.DISCONNECTED}


class SeatSummary(Struct, frozen=True, kw_only=True, gc=False):
    """One seat of a finished match. The times are of the answers that the bot gave itself, in milliseconds.

    `timeouts` are answers that did not come in time, `defaults` all decisions that the bot did not make
    (`is_default`); None if an older version stored the match, which did not count them.
    """

    bot: str
    place: int
    score: int
    end: SeatEnd
    strikes: int
    decisions: int
    timeouts: int
    total_ms: Milliseconds
    max_ms: Milliseconds
    defaults: int | None = None


class MatchSummary(Struct, frozen=True, kw_only=True, dict=True):
    """One finished match. `forfeited`: whether a seat lost it by its own fault; `reason` is the game's.

    `starved` says which bots were kept from the cores, and by whom. If a strike came of that, the match is not `rated`.
    """

    match: str
    number: int
    block: str
    forfeited: bool
    reason: str
    steps: int
    overloaded: bool
    begun_unix_s: UnixSeconds
    ended_unix_s: UnixSeconds
    seats: tuple[SeatSummary, ...]
    rated: bool = True
    starved: str = ""

    @cached_property
    def result(self) -> MatchResult:
        """What the statistics need."""
        return MatchResult(
            match=self.match,
            number=self.number,
            block=self.block,
            bots=tuple([seat.bot for seat in self.seats]),
            places=tuple([seat.place for seat in self.seats]),
            scores=tuple([float(seat.score) for seat in self.seats]),
            forfeits=tuple(
                [
                    Forfeit(number, str(seat.end))
                    for number, seat in enumerate(self.seats)
                    if seat.end is not SeatEnd.PLAYED
                ]
            ),
            rated=self.rated,
        )


class Ending(Struct, frozen=True, kw_only=True):
    """What a match came to, for whoever does not know its place in the schedule; else see `MatchSummary`."""

    forfeited: bool
    reason: str
    steps: int
    overloaded: bool
    begun_unix_s: UnixSeconds
    ended_unix_s: UnixSeconds
    seats: tuple[SeatSummary, ...]
    rated: bool = True
    starved: str = ""


class Finished(Struct, frozen=True, kw_only=True):
    """A match that is over, ready to be stored: its record as `pack` makes it small, and what is kept in columns.

    Without a result there is no `ending`, and `void_reason` says why.
    """

    match_id: str
    packed: bytes
    ending: Ending | None
    void_reason: str = ""

    def summary(self, slot: Slot) -> MatchSummary:
        """The summary of a match that has a result."""
        if self.ending is None:
            raise ValueError(f"match {slot.match} has no result")
        return _summary(slot, self.ending)


def finished(record: Record) -> Finished:
    """What is stored of a record."""
    end, match_id = record.end, record.header.match_id
    if end is None or end.void:
        why = "it was cut short" if end is None else end.void_reason
        return Finished(match_id=match_id, packed=b"", ending=None, void_reason=why)
    return Finished(match_id=match_id, packed=pack(record), ending=_ending(record, end))


def summary_of(slot: Slot, record: Record) -> MatchSummary:
    """The summary of a match that has a result; the record must be of a match that ended and was not void."""
    if record.end is None or record.end.void:
        raise ValueError(f"match {slot.match} has no result")
    return _summary(slot, _ending(record, record.end))


def _summary(slot: Slot, ending: Ending) -> MatchSummary:
    return MatchSummary(match=slot.match, number=slot.number, block=slot.block, **msgspec.structs.asdict(ending))


def _ending(record: Record, end: End) -> Ending:
    return Ending(
        forfeited=any(one is not SeatEnd.PLAYED for one in end.ends),
        reason=end.reason,
        steps=len(record.steps),
        overloaded=end.time is not None and end.time.overloaded,
        begun_unix_s=0.0 if record.header.time is None else record.header.time.begun_unix_s,
        ended_unix_s=0.0 if end.time is None else end.time.ended_unix_s,
        seats=tuple(_seat(record, end, seat) for seat in range(len(record.header.bots))),
        rated=is_rated(record),
        starved="; ".join(starved_texts(record)),
    )


def pack(record: Record) -> bytes:
    """The record as it is kept in the database."""
    return zlib.compress(record.to_bytes())


def unpack(packed: bytes) -> Record:
    """The record that `pack` made small. Raises `RecordError` if it is damaged, or larger than any record is."""
    unpacking = zlib.decompressobj()
    try:
        unpacked = unpacking.decompress(packed, MOST_OF_A_RECORD)
    except (zlib.error, TypeError) as error:
        raise RecordError(f"its record is damaged: {error}") from None
    if not unpacking.eof:
        more = (
            f"it unpacks to more than {MOST_OF_A_RECORD // MIB} MiB" if unpacking.unconsumed_tail else "it is cut short"
        )
        raise RecordError(f"its record is damaged: {more}")
    return read_record(unpacked)


def _seat(record: Record, end: End, seat: int) -> SeatSummary:
    decisions = timeouts = defaults = 0
    times = [0.0]
    for step in record.steps:
        for place, answer in enumerate(step.answers):
            if answer.seat == seat:
                decisions += 1
                chosen = answer.cause is Cause.CHOSEN
                timeouts += answer.cause in _LATE
                defaults += not chosen or (bool(answer.note) and is_default(answer))
                if chosen and step.time is not None:
                    times.append(step.time[place].wall_ms - step.time[place].lag_ms)
    return SeatSummary(
        bot=record.header.bots[seat],
        place=end.places[seat],
        score=end.scores[seat],
        end=end.ends[seat],
        strikes=end.strikes[seat],
        decisions=decisions,
        timeouts=timeouts,
        total_ms=round(sum(times), 3),
        max_ms=round(max(times), 3),
        defaults=defaults,
    )


def to_rows(summary: MatchSummary) -> tuple[dict[str, object], list[dict[str, object]]]:
    """The row of the table `matches`, and those of `seats`."""
    row = msgspec.to_builtins(summary)
    seats = [{"match": summary.match, "seat": number} | seat for number, seat in enumerate(row.pop("seats"))]
    return row, seats


def rows_of(slot: Slot, match: Finished) -> dict[str, list[dict[str, object]]]:
    """All that is stored of a match, by table, in the order in which it can be written."""
    row, seats = to_rows(match.summary(slot))
    return {
        "matches": [row | {"match_id": match.match_id}],
        "seats": seats,
        "records": [{"match": slot.match, "packed": match.packed}],
    }


def from_rows(row: dict[str, object], seats: list[dict[str, object]], seats_at_table: int) -> MatchSummary:
    """The summary that the rows came from. Raises `DamagedError` if they came from none."""
    with whole(f"match {row['match']}"):
        if len(seats) != seats_at_table:
            raise ValueError(f"{len(seats)} of its {seats_at_table} seats are stored")
        if [seat["seat"] for seat in seats] != list(range(seats_at_table)):
            raise ValueError(f"its seats are not numbered from 0 to {seats_at_table - 1}")
        summary: MatchSummary = msgspec.convert(row | {"seats": seats}, MatchSummary, strict=False)
        if summary.forfeited != bool(summary.result.forfeits):  # a result checks itself
            raise ValueError("whether a seat forfeited it is not what its seats say")
    return summary
