"""From where a match can be played again: a table that was kept at the start of a phase, and what was answered since.

To keep a table takes longer than many a phase. So one is kept for the first phase after an answer, and not for those
that follow without anybody being asked; what a later one began with is worked out when somebody wants to know it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from referee.kernel.asking import Answers, Asking
from referee.kernel.game import Game, name_of
from referee.kernel.table import Happening, Table


class Answered(msgspec.Struct, frozen=True, gc=False):
    """One asking of the running phase and its answers."""

    asking: Asking
    answers: Answers


class Stretch(msgspec.Struct):
    """How a match came to where it is from the start of a phase: with it, that can be played again.

    Attributes:
        start: The table at the start of the phase.
        event_count: The number of events until then.
        passed: How many phases have ended since, none of which asked anybody; then the running one began.
        steps: What was answered since, all of it in the running phase.
    """

    start: bytes
    event_count: int
    passed: int = 0
    steps: list[Answered] = []


def of_running_phase(stretch: Stretch, game: Game[Any], cards: Any, log: Sequence[Happening]) -> Stretch:
    """The same from the start of the running phase itself: those that were passed are played once more, up to there."""
    if not stretch.passed:
        return stretch
    table = game.decode(stretch.start)
    told = [*log[: stretch.event_count]]
    table.attach(cards, told)
    with suppress(StopIteration):
        _pass(game, table, stretch.passed).send(None)
    return Stretch(game.encode(table), len(told), steps=stretch.steps)


async def _pass(game: Game[Any], table: Table[Any], count: int) -> None:
    """Plays so many phases that ask nobody."""
    for _ in range(count):
        following = await game.phase_by_name[table.phase](table)
        assert following is not None, "the match went on after this phase"
        table.phase = name_of(following)
