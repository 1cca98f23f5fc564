"""`make bench`: every figure of the README, as ratios side by side where another machine would give other numbers."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table

import referee
from tests.bench import growth, play, rules, tournament, wire
from tests.bench.calm import measuring
from tests.bench.calm.attacks import ATTACKS
from tests.bench.watched import measuring as watching

STREAMS = [2, 20, 200, 1000]
_RUNS = f"the middle of {wire.ROUNDS} runs in turn (and all of them)"


def main(arguments: list[str]) -> None:
    """Runs the parts that are named, or all."""
    parts = {
        "rules": show_rules,
        "wire": show_wire,
        "play": show_play,
        "tournament": show_tournament,
        "calm": show_calm,
        "web": show_web,
    }
    unknown = [name for name in arguments if name not in parts]
    if unknown:
        raise SystemExit(f"unknown part {unknown[0]!r}; the parts are {', '.join(parts)}")
    for name in arguments or parts:
        parts[name]()


def show_rules() -> None:
    """Every game with its fewest seats, its most, and four."""
    seatings = [(game.id, seats) for game in referee.all_games().values() for seats in sorted({*game.seats, 4})]
    show("Rules alone, per CPU-second", rules.HEADINGS, [rules.measure(*seating) for seating in seatings])


def show_wire() -> None:
    """Keepers over gRPC against a bare echo."""
    show(f"A decision over gRPC, {_RUNS}", wire.HEADINGS, [wire.measure(n) for n in STREAMS])


def show_play() -> None:
    """A series as a user plays it against the least that two programs can do."""
    show(f"A decision in all, server and bots on one core, {_RUNS}", play.HEADINGS, play.measure())


def show_tournament() -> None:
    """How fast tournaments are played, and whether large ones cost more."""
    tournament.main()
    rows = [growth.measure(bots, matches) for bots, matches in ((4, 1_000), (4, 10_000), (100, 10_000))]
    show("Growth: a database with so many matches", growth.HEADINGS, rows)


def show_calm() -> None:
    """A pair of well-behaved bots alone, and beside each attack."""
    rows = [row for attack in ATTACKS for row in measuring.measure(attack)]
    show("A calm pair of bots beside an attack, each on a server of its own", measuring.HEADINGS, rows)


def show_web() -> None:
    """A pair of well-behaved bots while hundreds watch other matches in browsers."""
    title = f"A calm pair of bots, by turns without and with 500 watchers of other matches, {_RUNS}"
    show(title, watching.HEADINGS, watching.measure())


def show(title: str, headings: list[str], rows: list[list[str]]) -> None:
    """Prints a table."""
    table = Table(title=title)
    for heading in headings:
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(*row)
    Console(width=140).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
