"""The states of a match: the intended table, and every line of it in real matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pytest
from referee_client.bots import BOTS
from referee_client.session import Session

from referee.kernel.match import Match
from referee.server.match import states
from referee.server.match.states import TRANSITIONS, TaskEvent, TaskState
from referee.server.match.task import MatchTask
from tests.server.match.test_playing_on import answer, first_asked, play
from tests.server.match.test_waiting_for_disk import LINES, FullDisk
from tests.server.match.virtual import Played, two
from tests.support.inprocess import play_in_process
from tests.support.matches import job
from tests.support.seats import MemorySeat

# The task or a callback plays the step; either asks, or finds nothing to ask.
EXPECTED = """
                waiting  due       stepping  asked   held
the start       due      -         -         -       -
a step          -        stepping  -         -       -
open            -        -         asked     -       -
all answered    -        -         due       -       -
last answer     -        -         -         due     -
disk full       -        -         held      -       -
disk takes      -        -         -         -       due
failure         -        -         failed    failed  -
result          -        -         over      -       -
"""


WAYS = {(state.value, event.name) for state, of in TRANSITIONS.items() for event in of}


def test_the_table_is_as_it_is_meant() -> None:
    head, *rows = [line for line in EXPECTED.splitlines() if line]
    columns = head.split()
    expected = {
        (TaskState(column), event): TaskState(cell)
        for event, row in zip(TaskEvent, rows, strict=True)
        for column, cell in zip(columns, row.split()[-len(columns) :], strict=True)
        if cell != "-"
    }
    assert {(state, event): to for state, of in TRANSITIONS.items() for event, to in of.items()} == expected
    assert {state for state, of in TRANSITIONS.items() if not of} == {TaskState.FAILED, TaskState.OVER}


class Watched(Mapping[TaskState, Mapping[TaskEvent, TaskState]]):
    """The table, and the lookups in it."""

    def __init__(self) -> None:
        self.seen: set[tuple[TaskState, TaskEvent]] = set()

    def __getitem__(self, state: TaskState) -> Mapping[TaskEvent, TaskState]:
        return _Row(self, state)

    def __iter__(self) -> Iterator[TaskState]:
        return iter(TRANSITIONS)

    def __len__(self) -> int:
        return len(TRANSITIONS)


class _Row(Mapping[TaskEvent, TaskState]):
    def __init__(self, watched: Watched, state: TaskState) -> None:
        self._watched = watched
        self._state = state

    def __getitem__(self, event: TaskEvent) -> TaskState:
        self._watched.seen.add((self._state, event))
        return TRANSITIONS[self._state][event]

    def __iter__(self) -> Iterator[TaskEvent]:
        return iter(TRANSITIONS[self._state])

    def __len__(self) -> int:
        return len(TRANSITIONS[self._state])


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    table = Watched()
    monkeypatch.setattr(states, "TRANSITIONS", table)
    return table


def _fail(*_args: object) -> None:
    raise RuntimeError("no such rule")


def _fails_when_it_is_answered(patch: pytest.MonkeyPatch) -> None:
    def act(_task: MatchTask, seats: list[MemorySeat]) -> None:
        patch.setattr(Match, "answer", _fail)
        answer(first_asked(seats))

    play(act)


def _fails_when_a_bot_is_back(patch: pytest.MonkeyPatch) -> None:
    def act(_task: MatchTask, seats: list[MemorySeat]) -> None:
        patch.setattr(Match, "position_bytes", _fail)
        receiver = first_asked(seats).receiver
        assert receiver is not None
        receiver.link_changed(fresh=True)

    play(act)


CASES: dict[str, tuple[Callable[[pytest.MonkeyPatch], object], set[tuple[str, str]]]] = {
    "disk": (lambda _patch: FullDisk(LINES // 2).play(), {("stepping", "UNWRITTEN"), ("held", "WRITTEN")}),
    "bots here": (
        lambda _patch: play_in_process(job(), [Session(BOTS["first"]), Session(BOTS["first"])]),
        {("stepping", "NO_QUESTIONS"), ("stepping", "RESULT")},
    ),
    "bots elsewhere": (
        lambda _patch: Played(two({}, thinks=0.1)),
        {("waiting", "START"), ("due", "STEP"), ("stepping", "QUESTIONS"), ("asked", "ANSWERS")},
    ),
    "a rule fails": (_fails_when_it_is_answered, {("stepping", "FAILURE")}),
    "a view fails": (_fails_when_a_bot_is_back, {("asked", "FAILURE")}),
}


@pytest.mark.parametrize(("happens", "ways"), CASES.values(), ids=CASES)
def test_every_line_of_the_table_happens(
    watched: Watched,
    monkeypatch: pytest.MonkeyPatch,
    happens: Callable[[pytest.MonkeyPatch], object],
    ways: set[tuple[str, str]],
) -> None:
    happens(monkeypatch)
    seen = {(state.value, event.name) for state, event in watched.seen}
    assert ways <= seen
    assert seen <= WAYS, "nothing else happens"


def test_no_line_of_the_table_is_left_out() -> None:
    assert {way for _happens, ways in CASES.values() for way in ways} == WAYS
