"""A record step by step, as seen by one seat, by a spectator, or by every seat that was asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from referee.errors import UsageError
from referee.kernel.match import Match
from referee.kernel.record import Answer, Cause, Record, Step, StrikeGiven, Timing
from referee.kernel.replay import Replay
from referee.kernel.seats import Seat
from referee.kernel.table import Event


class SeenTurn(Struct, frozen=True, kw_only=True):
    """One decision, as seen by the seat that made it. `time` is in milliseconds."""

    seat: int
    bot: str
    turn: int
    events: list[str]
    view: str
    options: list[str]
    option: int
    cause: Cause
    note: str
    time: Timing | None


class Scene(Struct, frozen=True, kw_only=True):
    """One step. A spectator sees the public `events` and `view`, and no turns."""

    step: int
    asked: list[int]
    turns: list[SeenTurn]
    strikes: list[StrikeGiven]
    events: list[str] | None = None
    view: str | None = None


class Closing(Struct, frozen=True, kw_only=True):
    """The state of the table after the last step, and the events since the last scene."""

    events: list[str]
    view: str


def scenes_of_all(record: Record, only: int | None = None) -> Iterator[Scene | Closing]:
    """Every turn, as the seat that was asked saw it; with `only`, just the turns of that seat."""
    if only is not None and not 0 <= only < len(record.header.bots):
        raise UsageError(f"the record has the seats 0 to {len(record.header.bots) - 1}, not {only}")
    replay = Replay(record)
    told = 0
    for step in record.steps:
        _check_shape(replay, step)
        turns = [
            _turn(record, replay, answer, step.time[place] if step.time else None)
            for place, answer in enumerate(step.answers)
            if only in {None, answer.seat}
        ]
        strikes = [strike for strike in step.strikes if only in {None, strike.seat}]
        if only is None or turns:
            told = replay.match.event_count
        replay.take(step)
        if turns or strikes:
            yield Scene(step=step.step, asked=_seats(step), turns=turns, strikes=strikes)
    yield _closing(replay.match, None if only is None else Seat(only), told)


def scenes_of_spectator(record: Record) -> Iterator[Scene | Closing]:
    """Every step as a spectator saw it, without choices, because choices may reveal hidden cards."""
    replay = Replay(record)
    told = 0
    for step in record.steps:
        match = replay.match
        yield Scene(
            step=step.step,
            asked=_seats(step),
            turns=[],
            strikes=[],
            events=_event_texts(match, match.events(None, told)),
            view=match.view_text(match.view(None)),
        )
        told = match.event_count
        replay.take(step)
    yield _closing(replay.match, None, told)


def _check_shape(replay: Replay, step: Step) -> None:
    """Raise `RecordError` unless the answers are those of the seats that were asked, each with its time."""
    times = len(step.answers) if step.time is None else len(step.time)
    if _seats(step) != sorted(replay.match.asked) or times != len(step.answers):
        replay.take(step)  # raises with the exact reason


def _turn(record: Record, replay: Replay, answer: Answer, time: Timing | None) -> SeenTurn:
    match, seat = replay.match, Seat(answer.seat)
    return SeenTurn(
        seat=seat,
        bot=record.header.bots[seat],
        turn=answer.turn,
        events=_event_texts(match, match.events(seat, replay.events_told[seat])),
        view=match.view_text(match.view(seat)),
        options=[*map(match.option_text, match.asked.get(seat, ()))],
        option=answer.option,
        cause=answer.cause,
        note=answer.note,
        time=time,
    )


def _closing(match: Match, viewer: Seat | None, told: int) -> Closing:
    view = match.view_text(match.view(viewer))
    return Closing(events=_event_texts(match, match.events(viewer, told)), view=view)


def _event_texts(match: Match, events: Sequence[Event]) -> list[str]:
    return [*map(match.event_text, events)]


def _seats(step: Step) -> list[int]:
    return [answer.seat for answer in step.answers]
