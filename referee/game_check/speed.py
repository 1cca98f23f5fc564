"""The speed of a game's rules without a server, the time to make a seat's view, and the size of Turns.

The same matches are played repeatedly, with the rules alone and with views or positions. The quickest of several rounds
counts, and the rounds alternate, so that a busy machine affects all measurements alike.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import mean
from typing import Any

from referee.game_check.finding import Findings
from referee.kernel.game import Game
from referee.kernel.match import Match, start
from referee.server.match.turns import turn

SPEED = "speed"
ROUNDS = 3
DECISIONS = 1500
MATCHES_OF_TURNS = 5

LARGEST_TURN = 16 * 1024 * 1024
"""The largest message in bytes that the libraries of bots accept (`referee manual traps`)."""

TellTurn = Callable[[Match, list[int]], object]


def check_speed(findings: Findings, game: Game[Any]) -> None:
    """Measure with the fewest and the most seats; this fails only if a Turn is too large for a bot to receive."""
    for seats in sorted({*game.seats}):
        alone, view, _ = seconds_a_decision(game, seats, [nothing, the_view, whole_position], ROUNDS)
        rules = f"{1 / alone:,.0f} decisions per second"
        findings.fine(f"{SPEED}, {seats} seats", f"{rules}, a view takes {(view - alone) * 1e6:.0f} us")
        sizes = sizes_of_turns(game, seats)
        found = f"at most {max(sizes):,} bytes, {mean(sizes):,.0f} on average"
        if max(sizes) > LARGEST_TURN:
            findings.wrong(f"size of Turns, {seats} seats", f"{found}; bots accept at most {LARGEST_TURN:,} bytes")
        else:
            findings.fine(f"size of Turns, {seats} seats", found)


def sizes_of_turns(game: Game[Any], seats: int) -> list[int]:
    """The size of every Turn of some random matches, with the events since the seat's last Turn, without texts."""
    sizes = []
    for seed in range(MATCHES_OF_TURNS):
        match, randomly, told = start(game, seats=seats, seed=seed), Random(seed), [0] * seats
        number = 0
        while match.asked:
            number += 1
            for seat in match.asked:
                data = turn(match, "match", seat, number=number, left=(1.0, 1.0), since=told[seat], text=False)
                sizes.append(len(data))
                told[seat] = match.event_count
            match.answer({seat: randomly.randrange(len(options)) for seat, options in match.asked.items()})
    return sizes


def seconds_a_decision(game: str | Game[Any], seats: int, tellings: Sequence[TellTurn], rounds: int) -> list[float]:
    """The CPU time per decision in the quickest round, for each of `tellings`."""
    best = [float("inf")] * len(tellings)
    for _ in range(rounds):
        for at, telling in enumerate(tellings):
            best[at] = min(best[at], one_round(game, seats, telling))
    return best


def one_round(game: str | Game[Any], seats: int, tell: TellTurn) -> float:
    """The CPU time per decision of random matches, played from the first deal to the result."""
    decisions, seed, began = 0, 0, time.process_time()
    while decisions < DECISIONS:
        match, randomly, told = start(game, seats=seats, seed=seed), Random(seed), [0] * seats
        seed += 1
        while match.asked:
            tell(match, told)
            answers = {seat: int(randomly.random() * len(options)) for seat, options in match.asked.items()}
            match.answer(answers)
            decisions += len(answers)
    return (time.process_time() - began) / decisions


def nothing(match: Match, told: list[int]) -> None:
    """Make nothing, in order to measure only the rules."""


def the_view(match: Match, told: list[int]) -> None:
    """Make the view of each asked seat, as a value."""
    for seat in match.asked:
        match.view(seat)


def view_and_options(match: Match, told: list[int]) -> None:
    """Make the position of each asked seat as bytes, without events."""
    for seat in match.asked:
        match.position_bytes(seat)


def whole_position(match: Match, told: list[int]) -> None:
    """Make what the server sends for every decision: the position with the events since the seat's last one."""
    for seat in match.asked:
        match.position_bytes(seat, told[seat])
        told[seat] = match.event_count
