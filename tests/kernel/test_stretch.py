"""From where a match can be played again: the start of its running phase, even if others passed without asking."""

from __future__ import annotations

import dataclasses

from referee.kernel.asking import ask
from referee.kernel.game import Phase
from referee.kernel.match import CardSet, Match
from referee.kernel.redealing import running_phase
from referee.kernel.seats import Seat
from tests.support.sealed_game import SEALED, Number, Opened, SealedTable

BEGAN: list[tuple[bytes, int]] = []
"""The table and the number of events whenever the phase that asks began."""


async def asking(t: SealedTable) -> Phase[SealedTable]:
    """Asks twice, so that a match can be in its middle."""
    BEGAN.append((QUIET.encode(t), len(t.happenings)))
    for _ in range(2):
        t.values.append((await ask(Seat(0), [Number(0), Number(1)])).value)
    return telling


async def telling(t: SealedTable) -> Phase[SealedTable]:
    """Asks nobody."""
    t.tell(Opened(tuple(t.values)))
    return drawing


async def drawing(t: SealedTable) -> Phase[SealedTable] | None:
    """Asks nobody either."""
    t.values.append(t.chance("die").below(1000))
    return asking if len(t.values) < 9 else None


QUIET = dataclasses.replace(SEALED, phases=(asking, telling, drawing))


def match_after(*answers: int) -> Match:
    """A match that begins with phases that ask nobody."""
    match = Match(QUIET, SealedTable(seat_count=3, seed=bytes(32), secrets=[]), CardSet("", b"{}", "", None), [])
    match._enter(telling)
    for answer in answers:
        match.answer({Seat(0): answer})
    return match


def test_it_is_the_running_phase_however_many_were_passed() -> None:
    for answers in [(), (1,), (1, 0), (1, 0, 1)]:
        match = match_after(*answers)
        start, event_count = BEGAN[-1]
        for _ in range(2):
            phase = running_phase(match)
            assert (phase.start, phase.event_count) == (start, event_count)
            assert [step.answers[Seat(0)] for step in phase.steps] == [*answers[len(answers) // 2 * 2 :]]


def test_copies_are_the_same_and_go_on_alike() -> None:
    for answers in [(), (1,), (1, 0), (1, 0, 1), (1, 0, 1, 1)]:
        match = match_after(*answers)
        for copy in (match.clone(), Match.from_bytes(match.to_bytes(), QUIET), match.clone().clone()):
            assert (copy.table, copy.events(None), copy.asked) == (match.table, match.events(None), match.asked)
            while copy.asked:
                copy.answer({Seat(0): 1})
            assert copy.table != match.table or match.over


def test_what_is_worked_out_later_leaves_the_match_as_it_was() -> None:
    match, other = match_after(1, 0), match_after(1, 0)
    running_phase(match)
    for played in (match, other):
        while played.asked:
            played.answer({Seat(0): 1})
    assert (match.table, match.events(None)) == (other.table, other.events(None))
