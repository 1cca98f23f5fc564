"""How fast the rules are, without any server: one process, its own CPU time."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random

import referee
from referee.kernel.match import Match

SECONDS = 1.5


def measure(game_id: str, seats: int) -> list[str]:
    """One row of the table: decisions a CPU-second, and what single calls cost."""
    middle = in_the_middle(game_id, seats)
    asked = next(iter(middle.asked))
    return [
        game_id,
        str(seats),
        f"{decisions_a_second(game_id, seats, lambda match: None):,.0f}",
        f"{decisions_a_second(game_id, seats, serialise_for_the_asked):,.0f}",
        f"{microseconds(lambda: middle.view(asked)):.1f}",
        f"{microseconds(lambda: middle.position_bytes(asked)):.1f}",
        f"{microseconds(middle.clone):.1f}",
        f"{len(middle.position_bytes(asked)):,}",
    ]


HEADINGS = ["game", "seats", "rules/s", "rules+view+options/s", "view us", "position us", "clone us", "bytes"]


def decisions_a_second(game_id: str, seats: int, before_each: Callable[[Match], object]) -> float:
    """Random play from the first deal to the result, again and again."""
    decisions, seed, began = 0, 0, time.process_time()
    while time.process_time() - began < SECONDS:
        match, randomly = referee.start(game_id, seats=seats, seed=seed), Random(seed)
        seed += 1
        while match.asked:
            before_each(match)
            answers = {seat: int(randomly.random() * len(options)) for seat, options in match.asked.items()}
            match.answer(answers)
            decisions += len(answers)
    return decisions / (time.process_time() - began)


def serialise_for_the_asked(match: Match) -> None:
    """What the server does for every decision: the position of each asked seat as bytes."""
    for seat in match.asked:
        match.position_bytes(seat)


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
    while time.process_time() - began < SECONDS / 5:
        for _ in range(20):
            call()
        calls += 20
    return (time.process_time() - began) / calls * 1e6
