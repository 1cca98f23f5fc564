"""How fast the rules are, without any server, and what it costs to tell a seat what it sees: one process, pinned.

The same matches are played again and again, alone and with what the asked seats are told; the quickest of several
turns counts, and they alternate, so that a busy machine disturbs all alike.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random

import referee
from referee.kernel.match import Match
from tests.bench.figures import on_one_core

ROUNDS = 9
DECISIONS = 1500
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

Telling = Callable[[Match, list[int]], object]


@on_one_core()
def measure(game_id: str, seats: int) -> list[str]:
    """One row of the table: decisions a CPU-second, what telling costs beside them, and what single calls cost."""
    middle = in_the_middle(game_id, seats)
    asked = next(iter(middle.asked))
    alone, view, most, whole = seconds_a_decision(game_id, seats, [nothing, the_view, view_and_options, whole_position])
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


def seconds_a_decision(game_id: str, seats: int, tellings: list[Telling]) -> list[float]:
    """For each way of telling, the CPU time of one decision in the quickest round."""
    best = [float("inf")] * len(tellings)
    for _ in range(ROUNDS):
        for at, telling in enumerate(tellings):
            best[at] = min(best[at], one_round(game_id, seats, telling))
    return best


def one_round(game_id: str, seats: int, tell: Telling) -> float:
    """Random play from the first deal to the result, again and again; the CPU time of one decision."""
    decisions, seed, began = 0, 0, time.process_time()
    while decisions < DECISIONS:
        match, randomly, told = referee.start(game_id, seats=seats, seed=seed), Random(seed), [0] * seats
        seed += 1
        while match.asked:
            tell(match, told)
            answers = {seat: int(randomly.random() * len(options)) for seat, options in match.asked.items()}
            match.answer(answers)
            decisions += len(answers)
    return (time.process_time() - began) / decisions


def nothing(match: Match, told: list[int]) -> None:
    """The rules alone."""


def the_view(match: Match, told: list[int]) -> None:
    """The view of each asked seat, as a value."""
    for seat in match.asked:
        match.view(seat)


def view_and_options(match: Match, told: list[int]) -> None:
    """The position of each asked seat as bytes, without events."""
    for seat in match.asked:
        match.position_bytes(seat)


def whole_position(match: Match, told: list[int]) -> None:
    """What the server sends for every decision: the position with what happened since the seat's last one."""
    for seat in match.asked:
        match.position_bytes(seat, told[seat])
        told[seat] = match.event_count


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
