"""Seats that others kept from the cores: what the record of their match says, in virtual time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
import trio

from referee.kernel.record import Answer, Cause, Record, Timing
from referee.kernel.starving import is_rated, starved_in, starved_texts
from referee.kernel.times import Starved
from referee.server.match.link import CoreShortage
from tests.server.match.virtual import Played, say
from tests.support.seats import Act, MemorySeat, silent


@dataclass(frozen=True)
class Span:
    """A `CoreShortage`."""

    begin: float
    end: float
    seconds: float
    takers: tuple[str, ...] = ("b",)


@dataclass
class Noted:
    """A `Cores` with intervals since the beginning of the match, which is when virtual time begins."""

    spans: Sequence[Span]
    looks: list[float] = field(default_factory=list)

    def shortages(self, begin: float) -> Sequence[CoreShortage]:
        return [span for span in self.spans if span.end > begin]

    async def look_now(self) -> None:
        self.looks.append(trio.current_time())


ALL = range(1, 500)


def a_match(*spans: Span, late: Sequence[int] = (1,), other_late: Sequence[int] = ()) -> tuple[Record, Noted]:
    """What the record says of a match in which seat 0 leaves some turns unanswered (the first is open for 3.02 s)."""
    cores = Noted(spans)
    played = Played(
        lambda nursery: [
            MemorySeat(nursery, plan=dict.fromkeys(late, silent), cores=cores),
            MemorySeat(nursery, plan=dict.fromkeys(other_late, silent)),
        ]
    )
    return played.record, cores


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        pytest.param([], [], id="nothing was noted"),
        pytest.param([Span(0, 1, 0.5)], [Starved(0, 500, ["b"], [1])], id="while its late turn was open"),
        pytest.param([Span(0, 1, 0.2)], [Starved(0, 200, ["b"])], id="too little for a strike"),
        pytest.param([Span(0, 0.3, 0.2), Span(2, 3, 0.2)], [Starved(0, 400, ["b"], [1])], id="enough in all"),
        pytest.param([Span(0, 0.3, 0.09)], [], id="too little to tell"),
        pytest.param([Span(-2, -1, 0.9)], [], id="before the match"),
        pytest.param([Span(3.1, 4, 0.9)], [Starved(0, 900, ["b"])], id="at another time"),
        pytest.param([Span(0, 1, 1, ("x", "b")), Span(1, 2, 1, ("x",))], [Starved(0, 2000, ["b", "x"], [1])], id="two"),
    ],
)
def test_the_record_says_who_was_kept_from_the_cores(spans: list[Span], expected: list[Starved]) -> None:
    record, cores = a_match(*spans)
    assert starved_in(record) == expected
    assert len(cores.looks) == 1, "again at the end, for what came last"


LIMIT = 3.02


def turn_one(answer: Act, *spans: Span) -> tuple[Answer, Timing]:
    """The first turn of a seat that was kept from the cores in these intervals."""
    played = Played(
        lambda nursery: [MemorySeat(nursery, plan={1: answer}, cores=Noted(spans)), MemorySeat(nursery)],
    )
    step = played.record.steps[0]
    assert step.time is not None
    (at,) = (at for at, answer in enumerate(step.answers) if answer.seat == 0)
    return step.answers[at], step.time[at]


@pytest.mark.parametrize(
    ("seconds", "spans", "in_time"),
    [
        pytest.param(LIMIT + 0.3, [Span(0, 1, 0.4)], True, id="it waited longer than it is late"),
        pytest.param(LIMIT + 0.3, [Span(0, 1, 0.2)], False, id="it waited less"),
        pytest.param(LIMIT + 0.3, [], False, id="it did not wait"),
        pytest.param(LIMIT + 0.3, [Span(0, 0.5, 0.2), Span(2, 2.5, 0.2)], True, id="twice"),
        pytest.param(LIMIT + 0.3, [Span(-1, 0.1, 0.9)], False, id="before the question"),
        pytest.param(2 * LIMIT - 0.1, [Span(0, 9, 9)], True, id="it waited all the time"),
        pytest.param(2 * LIMIT + 0.1, [Span(0, 9, 9)], False, id="for ever: the match goes on"),
    ],
)
def test_an_answer_is_not_late_because_others_took_the_cores(
    seconds: float, spans: list[Span], *, in_time: bool
) -> None:
    answer, timing = turn_one(lambda seat, turn: seat.after(seconds, lambda: say(seat, turn, option=1)), *spans)
    assert (answer.cause, answer.option) == ((Cause.CHOSEN, 1) if in_time else (Cause.TIMEOUT, 0))
    assert timing.wall_ms == pytest.approx(1000 * seconds) or not in_time
    assert timing.wall_ms - timing.lag_ms <= 1000 * LIMIT


def test_a_bot_that_never_answers_gains_only_the_time_that_it_waited() -> None:
    answer, timing = turn_one(silent, Span(0, 1, 0.5))
    assert (answer.cause, timing.wall_ms, timing.lag_ms) == (Cause.TIMEOUT, 1000 * (LIMIT + 0.5), 500)


def test_an_answer_in_time_is_charged_in_full() -> None:
    _, timing = turn_one(lambda seat, turn: seat.after(2.0, lambda: say(seat, turn, option=1)), Span(0, 1, 0.5))
    assert (timing.wall_ms, timing.lag_ms) == (2000, 0)


def test_nobody_looks_once_more_if_nobody_was_late() -> None:
    record, cores = a_match(Span(0, 1, 0.5), late=[])
    assert (starved_in(record), cores.looks) == ([Starved(0, 500, ["b"])], [])
    assert is_rated(record), "it is marked, but no strike came of it"


@pytest.mark.parametrize(
    ("takers", "late", "other_late", "rated"),
    [
        pytest.param(("b",), ALL, [], False, id="the one who took it won"),
        pytest.param(("x",), ALL, [], False, id="a bot of another match took it"),
        pytest.param(("b",), [1], ALL, True, id="the one who took it lost all the same"),
        pytest.param(("b", "x"), [1], ALL, False, id="it lost, but another one took something too"),
    ],
)
def test_a_match_is_not_rated_if_a_strike_came_of_it_and_somebody_might_gain(
    takers: tuple[str, ...], late: Sequence[int], other_late: Sequence[int], rated: bool
) -> None:
    record, _ = a_match(Span(0, 3, 2, takers), late=late, other_late=other_late)
    assert record.end is not None
    assert record.end.places == ([1, 2] if other_late else [2, 1])
    assert is_rated(record) is rated


def test_who_waited_for_whom_is_told() -> None:
    record, _ = a_match(Span(0, 3, 2, ("b", "x")))
    assert starved_texts(record) == [
        "seat 0 (a) waited 2.0 s for a core while b and x used more than a fair share, and was therefore late at turn 1"
    ]
