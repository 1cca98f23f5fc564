"""`make bench`: every figure of the manual, as ratios side by side where another machine would give other numbers.

`python -m tests.bench [--manual] [--largest] [PART...]` runs the parts that are named, or all. With `--manual`, each
puts its rows into the manual as soon as it is done. `--largest` also measures what takes a quarter of an hour.
"""

from __future__ import annotations

import sys
import time

from rich.console import Console
from rich.table import Table

import referee
from tests.bench import clients, cluster, formats, growth, learning, play, rules, scale, size, tournament, wire
from tests.bench.calm import measuring
from tests.bench.calm.attacks import ATTACKS
from tests.bench.figures import spread
from tests.bench.figures_table import Figure, write_figures
from tests.bench.watched import measuring as watching

STREAMS = {2: 3.0, 20: 2.8, 200: 2.5, 1000: 2.5}
"""How many streams are measured, and how many times the echo a decision may cost then."""
STREAMS_OVER_TCP = 20
_RUNS = f"the middle of {wire.ROUNDS} runs in turn (and all of them)"
_TO_MANUAL = "--manual"
_LARGEST = "--largest"


def main(arguments: list[str]) -> None:
    """Runs the parts that are named, or all."""
    parts = {
        "rules": show_rules,
        "wire": show_wire,
        "play": show_play,
        "library": show_library,
        "tournament": show_tournament,
        "cluster": show_cluster,
        "growth": show_growth,
        "scale": show_scale,
        "size": show_size,
        "formats": show_formats,
        "calm": show_calm,
        "web": show_web,
        "learning": show_learning,
    }
    names = [name for name in arguments if name not in {_TO_MANUAL, _LARGEST}] or list(parts)
    unknown = [name for name in names if name not in parts]
    if unknown:
        raise SystemExit(f"unknown part {unknown[0]!r}; the parts are {', '.join(parts)}")
    for name in names:
        began = time.monotonic()
        figures = parts[name]()
        print(f"{name}: {time.monotonic() - began:.0f} s")
        if _TO_MANUAL in arguments:
            write_figures(name, figures)


def show_rules() -> list[Figure]:
    """Every game with its fewest seats, its most, and four."""
    seatings = [(game.id, seats) for game in referee.all_games().values() for seats in sorted({*game.seats, 4})]
    rows = [rules.measure(*seating) for seating in seatings]
    show("Rules alone, per CPU-second", rules.HEADINGS, rows)
    fewest = {game.id: str(game.seats[0]) for game in referee.all_games().values()}
    return [
        Figure(f"rules of {game} alone, {seats} seats: decisions a CPU-second", speed)
        for game, seats, speed, *_ in rows
        if fewest[game] == seats
    ]


def show_wire() -> list[Figure]:
    """Keepers over gRPC against a bare echo."""
    rows = [wire.measure(streams) for streams in STREAMS]
    show(f"A decision over gRPC, {_RUNS}", wire.HEADINGS, rows)
    figures = [
        Figure(f"a decision at {streams:,} streams, server alone: CPU us", row[2], f"bare echo: {row[1]}", row[3], goal)
        for (streams, most), row in zip(STREAMS.items(), rows, strict=True)
        for goal in [_at_most(most)]
    ]
    *_, widest = rows
    through = wire.measure_tcp(STREAMS_OVER_TCP)
    show(f"{STREAMS_OVER_TCP} streams by a unix socket and by TCP, {_RUNS}", wire.TCP_HEADINGS, [through])
    what = f"a decision at {STREAMS_OVER_TCP} streams over TCP, server and proxy: CPU us"
    tcp = Figure(what, through[1], f"by a unix socket: {through[0]}", through[2])
    late = Figure(f"p99 of it at {widest[0]} streams: ms", widest[6], f"bare echo: {widest[5]}", widest[7], _at_most(3))
    return [*figures, late, tcp]


def show_play() -> list[Figure]:
    """A series as a user plays it against the least that two programs can do."""
    rows = play.measure()
    show(f"A decision in total, server and bots on one core, {_RUNS}", play.HEADINGS, rows)
    echo, real = rows
    what = "a decision of `referee play keepers`, server and bots on one core: CPU us"
    return [Figure(what, real[1], f"bare echo pair: {echo[1]}", real[2], _at_most(2))]


def show_library() -> list[Figure]:
    """The Python library against a bare synchronous stream."""
    row = clients.row("Python", **clients.readings({"Python": clients.PYTHON})["Python"])
    show("A decision with the Python library", clients.HEADINGS, [row])
    what = "a decision in a bot with the Python library: CPU us"
    return [Figure(what, row[1], f"bare synchronous stream: {row[2]}", row[3], _at_most(1.5))]


def show_tournament() -> list[Figure]:
    """How fast tournaments are played."""
    within, apart = tournament.measure_both()
    plain, counted, traced = tournament.measure_observed()
    alone = "a decision of a tournament in the runner's process: CPU us"
    return [
        Figure(f"{alone}, with metrics", "", f"without: {plain}", counted, "at most 1.03 times"),
        Figure(f"{alone}, with traces, without their process", "", f"without: {plain}", traced, "at most 1.05 times"),
        Figure("a tournament with bots in the runner's process: decisions/s", within),
        Figure("a tournament with a process for each bot: decisions/s", apart),
    ]


def show_cluster() -> list[Figure]:
    """What a cluster costs, and what a second worker brings."""
    beyond, one, two, times = cluster.measure()
    show("A cluster, bots in processes", cluster.HEADINGS, [[spread(beyond, ".1f"), one, two, times]])
    over = "a match on a cluster of one worker, bots in processes, beyond one process: CPU ms"
    return [
        Figure(over, spread(beyond, ".1f"), goal="at most 10"),
        Figure(
            "a tournament on a cluster of two workers: matches/s", two, f"1 worker: {one}", times, "at least 1.7 times"
        ),
    ]


def show_growth() -> list[Figure]:
    """Whether large tournaments cost more than small ones."""
    sizes = ((4, 1_000), (4, 10_000), (100, 10_000))
    rows = [growth.measure(bots, matches) for bots, matches in sizes]
    show(f"Growth: a database with so many matches; `show`: {_RUNS}", growth.HEADINGS, rows)
    figures = []
    for bots, matches, stored, late, _, _, alone, beside in rows[1:]:
        of = f"{matches} matches of {bots} bots"
        figures += [
            Figure(f"to store a match at {of}: CPU ms", stored, "matches 100 to 300", late),
            Figure(f"`tournament show` at {of}: s", alone, goal="below 1"),
            Figure("the same while a run writes: s", beside, goal="below 1"),
        ]
    return figures


def show_scale() -> list[Figure]:
    """What large tournaments cost, with made-up matches; the largest only with `--largest`."""
    sizes = [*scale.SIZES, *([scale.LARGEST] if _LARGEST in sys.argv else [])]
    rows = [scale.measure(bots, matches) for bots, matches in sizes]
    show("Made-up matches of two through the real runner, store and fit", scale.HEADINGS, rows)
    return [
        Figure(f"{row[1]} made-up matches of {row[0]} bots, {heading}", figure)
        for row in rows
        for heading, figure in zip(scale.HEADINGS[2:], row[2:], strict=True)
    ]


def show_size() -> list[Figure]:
    """What the largest tournaments cost people."""
    rows = [size.measure(bots, matches) for bots, matches in ((1_000, 5_000), (40, 99_000))]
    show("Size: `show --json` and the report of large tournaments", size.HEADINGS, rows)
    figures = []
    for bots, matches, shown, memory, _, largest, opens in rows:
        of = f"{matches} matches of {bots} bots"
        figures += [
            Figure(f"`tournament show --json` of {of}: MB", shown, goal="below 20"),
            Figure("its memory: MB", memory, goal="below 300" if bots == "1000" else ""),
            Figure(f"the largest page of the report of {of}: kB", largest),
            Figure("to open it in Chromium: s", opens, goal="below 2"),
        ]
    rated = size.measure_rate(1_000_000)
    show("Size: `tournament rate` of a file of results", size.RATE_HEADINGS, [rated])
    matches, _, memory, _ = rated
    return [*figures, Figure(f"the memory of `tournament rate` of {matches} matches: MB", memory, goal="below 400")]


def show_formats() -> list[Figure]:
    """How long the next tables of a large field take."""
    row, adaptive = formats.measure_swiss(), formats.measure_adaptive()
    show("Formats: to draw the next tables", formats.HEADINGS, [row, adaptive])
    what = f"to choose a table adaptively for {adaptive[1]} bots after {formats.RESULTS} results: s"
    return [
        Figure(f"to draw a round of a Swiss tournament of {row[1]} bots: s", row[3], goal="below 2"),
        Figure(what, adaptive[3], goal="below 0.005"),
    ]


def show_calm() -> list[Figure]:
    """A pair of well-behaved bots alone, and beside each attack."""
    measured = [measuring.measure(attack) for attack in ATTACKS]
    rows = [row for beside in measured for row in beside.rows()]
    show("A calm pair of bots beside an attack, each on a server of its own", measuring.HEADINGS, rows)
    return measuring.figures(measured)


def show_web() -> list[Figure]:
    """A pair of well-behaved bots while hundreds watch other matches in browsers."""
    rows = watching.measure()
    title = f"A calm pair of bots, by turns without and with 500 watchers of other matches, {_RUNS}"
    show(title, watching.HEADINGS, rows)
    quiet = rows[0]
    return [
        Figure(
            f"p99 of a pair of bots while 500 watch {loud[0]}: ms", loud[3], f"none: {quiet[3]}", loud[4], _at_most(1.1)
        )
        for loud in rows[1:]
    ]


def show_learning() -> list[Figure]:
    """Matches as numbers, beside what researchers use."""
    rows = learning.measure()
    show(f"Matches as numbers, {learning.ROUNDS} rounds in turn", learning.HEADINGS, rows)
    return [Figure(f"{what}: us a decision", *row) for what, *row in rows]


def _at_most(times: float) -> str:
    return f"at most {times:.1f} times"


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
