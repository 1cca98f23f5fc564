"""What metrics and traces report about a match that has ended: who answered when, and no cards and no choices. Pure."""

from __future__ import annotations

from msgspec import Struct

from referee.kernel.record import Cause, Record, SeatEnd


class AnswerTime(Struct, frozen=True, gc=False, array_like=True):
    """One decision.

    Attributes:
        step: The step of the match, from 1.
        seat: The seat that decided.
        wall_ms: The time from the question to the answer.
        lag_ms: How much of it the referee itself lost.
        chosen: Whether the bot itself answered in time.
    """

    step: int
    seat: int
    wall_ms: float
    lag_ms: float
    chosen: bool


class MatchTimes(Struct, frozen=True, kw_only=True):
    """A match that has ended.

    Attributes:
        name: The name of the match for people.
        game: The game.
        bots: The bots by their seats.
        void: Whether it has no result.
        overloaded: Whether the referee itself lost so much time that it could not keep time well.
        begun_unix_s: When it began, in seconds since 1970; 0 if that is not known.
        ended_unix_s: When it ended, in the same form.
        decisions: How many decisions there were.
        answers: Those whose times are known, in order.
        strikes: The bot and the cause of each strike.
        forfeits: The bot and the cause of each forfeit.
    """

    name: str
    game: str
    bots: list[str]
    void: bool
    overloaded: bool
    begun_unix_s: float
    ended_unix_s: float
    decisions: int
    answers: list[AnswerTime]
    strikes: list[tuple[str, str]]
    forfeits: list[tuple[str, str]]


def times_of(record: Record) -> MatchTimes | None:
    """Return what is reported about a match; None if it has not ended."""
    header, end = record.header, record.end
    if end is None:
        return None
    bots = header.bots
    strikes = [strike for step in record.steps for strike in step.strikes] + [*end.last_strikes]
    ended = zip(bots, end.ends, strict=False)
    return MatchTimes(
        name=header.name,
        game=header.game_id,
        bots=bots,
        void=end.void,
        overloaded=end.time is not None and end.time.overloaded,
        begun_unix_s=0.0 if header.time is None else header.time.begun_unix_s,
        ended_unix_s=0.0 if end.time is None else end.time.ended_unix_s,
        decisions=sum([len(step.answers) for step in record.steps]),
        answers=[
            AnswerTime(step.step, answer.seat, timing.wall_ms, timing.lag_ms, answer.cause is Cause.CHOSEN)
            for step in record.steps
            if step.time is not None
            for answer, timing in zip(step.answers, step.time, strict=False)
        ],
        strikes=[(bots[strike.seat], str(strike.cause)) for strike in strikes],
        forfeits=[(bot, str(why)) for bot, why in ended if why is not SeatEnd.PLAYED],
    )
