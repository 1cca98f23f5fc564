"""A record as boards, step by step: as a seat saw it at its turns, as a spectator saw it, or with all hands open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from referee.errors import UsageError
from referee.kernel.asking import Option
from referee.kernel.board import Board
from referee.kernel.match import Match
from referee.kernel.record import Answer, Record, Step, Timing
from referee.kernel.replay import Replay
from referee.kernel.seats import Seat
from referee.pages.all_hands import with_all_hands
from referee.pages.boards import DrawnBoard, draw

SPECTATOR = "spectator"
EVERYTHING = "everything"


class Choosing(Struct, frozen=True, kw_only=True):
    """A decision of a seat. `time` is in milliseconds."""

    seat: int
    turn: int
    options: list[str]
    option: int
    cause: str
    note: str
    time: Timing | None


class Frame(Struct, frozen=True, kw_only=True):
    """The table at one step as one of the viewers saw it; after the last step no seat is asked."""

    step: int
    asked: list[int]
    events: list[str]
    board: DrawnBoard
    turns: list[Choosing]
    strikes: list[str]


def viewers_of(record: Record) -> list[str]:
    """All viewers of a record: the numbers of the seats, then the spectator, then the viewer who sees everything."""
    return [*map(str, range(len(record.header.bots))), SPECTATOR, EVERYTHING]


def frames_of(record: Record, viewer: str) -> Iterator[Frame]:
    """The frames that a viewer saw. Raises `UsageError` if there is no such viewer."""
    if viewer not in viewers_of(record):
        seats = len(record.header.bots)
        raise UsageError(f"the record has the seats 0 to {seats - 1}, not {viewer}")
    seat = Seat(int(viewer)) if viewer not in {SPECTATOR, EVERYTHING} else None
    replay = Replay(record)
    told = 0
    for step in record.steps:
        asked = [answer.seat for answer in step.answers]
        if seat is None or seat in asked:
            yield _frame(record, replay.match, viewer, seat, told, step)
            told = replay.match.event_count
        replay.take(step)
    yield _frame(record, replay.match, viewer, seat, told, None)


def _frame(record: Record, match: Match, viewer: str, seat: Seat | None, told: int, step: Step | None) -> Frame:
    answers = [] if step is None else step.answers
    times = [None] * len(answers) if step is None or step.time is None else step.time
    seen = [
        _choosing(match, answer, time)
        for answer, time in zip(answers, times, strict=True)
        if viewer == EVERYTHING or answer.seat == seat
    ]
    strikes = [] if step is None else step.strikes
    asked = [answer.seat for answer in answers]
    return Frame(
        step=len(record.steps) + 1 if step is None else step.step,
        asked=asked,
        events=[*map(match.event_text, match.events(seat, told))],
        board=draw(_board(match, viewer, seat), record.header.bots, seat, asked),
        turns=seen,
        strikes=[
            f"Strike for seat {strike.seat}: {strike.cause}"
            for strike in strikes
            if viewer == EVERYTHING or strike.seat == seat
        ],
    )


def _board(match: Match, viewer: str, seat: Seat | None) -> Board:
    board = match.board(seat)
    if viewer != EVERYTHING:
        return board
    return with_all_hands(board, [match.board(one) for one in match.table.all_seats()])


def _choosing(match: Match, answer: Answer, time: Timing | None) -> Choosing:
    options: Sequence[Option] = match.asked.get(Seat(answer.seat), ())
    return Choosing(
        seat=answer.seat,
        turn=answer.turn,
        options=[match.option_text(option) for option in options],
        option=answer.option,
        cause=str(answer.cause),
        note=answer.note,
        time=time,
    )
