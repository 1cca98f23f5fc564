"""The columns that are stored for a match's record: the result, and how the seats used their time."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import groupby
from operator import itemgetter

import msgspec
from msgspec import Struct

from referee.errors import RecordError
from referee.files import MIB, MOST_OF_A_RECORD
from referee.kernel.defaulting import is_default
from referee.kernel.record import Cause, End, Record, SeatEnd, read_record
from referee.kernel.starving import is_rated, starved_texts
from referee.kernel.times import Milliseconds, UnixSeconds
from referee.match_times import MatchTimes, times_of
from tournament.schedule.slots import Slot
from tournament.statistics.results import Forfeit, MatchResult
from tournament.storage.faults import whole

_LATE = {Cause.TIMEOUT, Cause.DISCONNECTED}


class SeatSummary(Struct, frozen=True, kw_only=True, gc=False):
    """One seat of a finished match. The times are of the answers that the bot itself gave, in milliseconds.

    `timeouts` counts answers that did not come in time. `defaults` counts all decisions that the bot did not make
    (`is_default`); it is None if an older version, which did not count them, stored the match. `code` is the digest of
    the bot's folder when it played; empty if that is not known.
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
    code: str = ""


class Ending(Struct, frozen=True, kw_only=True):
    """The outcome of a match, independent of its place in the schedule.

    `forfeited`: whether a seat forfeited the match. `reason` is the game's reason for the end. `starved` says which
    bots had to wait for a core, and which bots used it. If that led to a strike, the match is not `rated`.
    """

    forfeited: bool
    reason: str
    steps: int
    overloaded: bool
    begun_unix_s: UnixSeconds
    ended_unix_s: UnixSeconds
    seats: tuple[SeatSummary, ...]
    rated: bool = True
    starved: str = ""


class MatchSummary(Ending, frozen=True, dict=True):
    """One finished match: its place in the schedule, and its outcome.

    The fields of the place are not `kw_only`, so they come first in exports and databases.
    """

    match: str
    number: int
    block: str

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


class Finished(Struct, frozen=True, kw_only=True):
    """A match that is over and ready to be stored: its record, compressed by `pack`, and its columns.

    If the match has no result, there is no `ending`, and `void_reason` says why. `times` are for metrics and traces,
    and are not stored; None if nobody asked for them.
    """

    match_id: str
    packed: bytes
    ending: Ending | None
    void_reason: str = ""
    times: MatchTimes | None = None

    def summary(self, slot: Slot) -> MatchSummary:
        """Return the summary of a match that has a result."""
        if self.ending is None:
            raise ValueError(f"match {slot.match} has no result")
        return _summary(slot, self.ending)


def finished(record: Record, *, with_times: bool = False) -> Finished:
    """Return the columns that are stored for a record."""
    end, match_id = record.end, record.header.match_id
    if end is None or end.void:
        why = "the record ends too early" if end is None else end.void_reason
        return Finished(match_id=match_id, packed=b"", ending=None, void_reason=why)
    times = times_of(record) if with_times else None
    return Finished(match_id=match_id, packed=pack(record), ending=_ending(record, end), times=times)


def summary_of(slot: Slot, record: Record) -> MatchSummary:
    """Return the summary of a match; it must have ended and not be void."""
    if record.end is None or record.end.void:
        raise ValueError(f"match {slot.match} has no result")
    return _summary(slot, _ending(record, record.end))


def _summary(slot: Slot, ending: Ending) -> MatchSummary:
    return MatchSummary(slot.match, slot.number, slot.block, **msgspec.structs.asdict(ending))


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
    """Compress the record for the database."""
    return zlib.compress(record.to_bytes())


def unpack(packed: bytes) -> Record:
    """Return the record that `pack` compressed. Raises `RecordError` if it is damaged or larger than any record is."""
    unpacking = zlib.decompressobj()
    try:
        unpacked = unpacking.decompress(packed, MOST_OF_A_RECORD)
    except (zlib.error, TypeError) as error:
        raise RecordError(f"its record is damaged: {error}") from None
    if not unpacking.eof:
        more = (
            f"it unpacks to more than {MOST_OF_A_RECORD // MIB} MiB" if unpacking.unconsumed_tail else "it is truncated"
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
    """Return the row of the table `matches`, and those of `seats`."""
    row = msgspec.to_builtins(summary)
    seats = [{"match": summary.match, "seat": number} | seat for number, seat in enumerate(row.pop("seats"))]
    return row, seats


def rows_of(summary: MatchSummary, match: Finished, edition: int) -> dict[str, list[dict[str, object]]]:
    """Return all rows stored for a match, by table, in an order in which they can be written.

    `edition` is the number of the plan under which it was played.
    """
    row, seats = to_rows(summary)
    return {
        "matches": [row | {"match_id": match.match_id, "edition": edition}],
        "seats": seats,
        "records": [{"match": summary.match, "packed": match.packed}],
    }


def from_rows(row: dict[str, object], seats: list[dict[str, object]], seats_at_table: int) -> MatchSummary:
    """Return the summary from which the rows were made. Raises `DamagedError` if there is no such summary."""
    with whole(f"match {row['match']}"):
        if len(seats) != seats_at_table:
            raise ValueError(f"{len(seats)} of its {seats_at_table} seats are stored")
        if [seat["seat"] for seat in seats] != list(range(seats_at_table)):
            raise ValueError(f"its seats are not numbered from 0 to {seats_at_table - 1}")
        summary: MatchSummary = msgspec.convert(row | {"seats": seats}, MatchSummary, strict=False)
        if summary.forfeited != bool(summary.result.forfeits):  # constructing the result checks the rest
            raise ValueError("the column forfeited contradicts its seats")
    return summary


def summaries_of(
    rows: Iterable[dict[str, object]], seats: Iterable[dict[str, object]], seats_at_table: int
) -> Iterator[MatchSummary]:
    """Yield the summaries of matches; `seats` has their seats in the same order of matches.

    A row is forgotten as soon as it is read: of a million matches, they take several GB. Raises `DamagedError` for a
    match that has changed since it was written.
    """
    by_match = groupby(seats, key=itemgetter("match"))
    following = next(by_match, None)
    for row in rows:
        own: list[dict[str, object]] = []
        if following is not None and following[0] == row["match"]:
            own, following = list(following[1]), next(by_match, None)
        yield from_rows(row, own, seats_at_table)
