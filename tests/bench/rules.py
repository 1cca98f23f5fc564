"""How fast the rules are, without any server, and what it costs to tell a seat what it sees: one process, pinned."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random

import referee
from referee.game_check.speed import nothing, seconds_a_decision, the_view, view_and_options, whole_position
from referee.kernel.match import Match
from tests.bench.figures import on_one_core

ROUNDS = 9
CALLS_SECONDS = 0.2

HEADINGS = [
    "game",
    "seats",
    "rules/s",
    "+ view",
    "x view, options",
    "x whole",
    "view us",
    "position us",
    "clone us",
    "bytes",
]
TELLINGS = [nothing, the_view, view_and_options, whole_position]


@on_one_core()
def measure(game_id: str, seats: int) -> list[str]:
    """One row of the table: decisions a CPU-second, what telling costs beside them, and what single calls cost."""
    middle = in_the_middle(game_id, seats)
    asked = next(iter(middle.asked))
    alone, view, most, whole = seconds_a_decision(game_id, seats, TELLINGS, ROUNDS)
    return [
        game_id,
        str(seats),
        f"{1 / alone:,.0f}",
        f"{view / alone - 1:.2f}",
        f"{most / alone:.2f}",
        f"{whole / alone:.2f}",
        f"{microseconds(lambda: middle.view(asked)):.1f}",
        f"{microseconds(lambda: middle.position_bytes(asked)):.1f}",
        f"{microseconds(middle.clone):.1f}",
        f"{len(middle.position_bytes(asked)):,}",
    ]


def in_the_middle(game_id: str, seats: int) -> Match:
    """A match after half of its steps."""
    steps = play_steps(referee.start(game_id, seats=seats, seed=1), limit=sys.maxsize)
    match = referee.start(game_id, seats=seats, seed=1)
    play_steps(match, limit=steps // 2)
    return match


def play_steps(match: Match, limit: int) -> int:
    """Plays at random for so many steps, or to the end; returns how many were played."""
    randomly, steps = Random(1), 0
    while match.asked and steps < limit:
        match.answer({seat: randomly.randrange(len(options)) for seat, options in match.asked.items()})
        steps += 1
    return steps


def microseconds(call: Callable[[], object]) -> float:
    """The CPU time of one call."""
    calls, began = 0, time.process_time()
    while time.process_time() - began < CALLS_SECONDS:
        for _ in range(20):
            call()
        calls += 20
    return (time.process_time() - began) / calls * 1e6
