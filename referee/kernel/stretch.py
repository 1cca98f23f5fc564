"""The point from which a match can be replayed: the table at the start of a phase, and the answers since then.

Saving a table takes longer than running many of the phases. So the table is saved for the first phase after an answer,
and not for the phases that follow without a question; the start of a later phase is computed on demand.
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
    """One question of the running phase and its answers."""

    asking: Asking
    answers: Answers


class Stretch(msgspec.Struct):
    """The steps from the start of a phase to the present, for replaying them.

    Attributes:
        start: The table at the start of the phase.
        event_count: The number of events until then.
        passed: The number of phases that have ended since, without a question, before the running one began.
        steps: The answers since then, all of them in the current phase.
    """

    start: bytes
    event_count: int
    passed: int = 0
    steps: list[Answered] = []


def of_running_phase(stretch: Stretch, game: Game[Any], cards: Any, log: Sequence[Happening]) -> Stretch:
    """The same stretch, but from the start of the current phase: the passed phases are replayed to get there."""
    if not stretch.passed:
        return stretch
    table = game.decode(stretch.start)
    told = [*log[: stretch.event_count]]
    table.attach(cards, told)
    with suppress(StopIteration):
        _pass(game, table, stretch.passed).send(None)
    return Stretch(game.encode(table), len(told), steps=stretch.steps)


async def _pass(game: Game[Any], table: Table[Any], count: int) -> None:
    """Replay the given number of phases, none of which asks a seat."""
    for _ in range(count):
        following = await game.phase_by_name[table.phase](table)
        assert following is not None, "the match went on after this phase"
        table.phase = name_of(following)
