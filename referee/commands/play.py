"""`referee play`: matches between local bots."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click
import trio
from referee_client.bots import BOTS

from referee.commands import results
from referee.commands.bots import Entrant, read_bots
from referee.commands.options import Housing, cards_option, housing_options, read_pairs, time_options
from referee.commands.playing import play_in_this_process, play_with_processes, rotated_jobs
from referee.commands.printing import print_json
from referee.commands.record_files import RecordWriter
from referee.errors import UsageError
from referee.kernel.game import find_game
from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.record import Record
from referee.server.sandbox import why_no_sandbox


@click.command
@click.argument("game")
@click.option("--bot", "bots", multiple=True, metavar="NAME|COMMAND", help="A seat's bot; repeat it for every seat.")
@click.option("--seats", type=int, help="The number of seats, if it is more than the bots: they fill them in turn.")
@click.option("--seed", type=int, help="The number that all cards follow from; left out: any, and it is printed.")
@click.option("--deals", type=click.IntRange(min=1), default=1, show_default=True, help="The number of deals.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game. May be repeated."
)
@click.option("--record", type=click.Path(path_type=Path), metavar="DIR|FILE", help="Where to keep the records.")
@click.option("--in-process", is_flag=True, help="Play sample bots in this process: fast, without gRPC.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@cards_option
@time_options
@housing_options
def play(
    game: str,
    bots: tuple[str, ...],
    seats: int | None,
    seed: int | None,
    deals: int,
    options: tuple[str, ...],
    record: Path | None,
    in_process: bool,
    as_json: bool,
    cards: str | None,
    time_control: TimeControl,
    housing: Housing,
) -> None:
    """Play GAME between bots and print what they achieved.

    A bot is one of the sample bots first, random and greedy, or a command in quotes that starts one. Every deal is
    played once per rotation of the seats, so that each bot plays each hand. Each bot runs in a process of its own.
    """
    entrants = read_bots(bots, find_game(game), seats)
    seed = secrets.randbelow(1 << 31) if seed is None else seed
    names = [entrant.name for entrant in entrants]
    given = read_pairs("--option", options)
    jobs = rotated_jobs(game, names, seed=seed, deals=deals, options=given, cards=cards, time=time_control)
    jobs[0].start()  # whatever is wrong with the match is said before anything is begun
    writer = RecordWriter(record, len(jobs))
    records = _play(jobs, entrants, writer, None if in_process else housing)
    _print_results(records, names, seed, writer, as_json=as_json)


def _play(
    jobs: Sequence[MatchJob], entrants: Sequence[Entrant], writer: RecordWriter, housing: Housing | None
) -> list[Record]:
    """Plays with a process for each bot, or without `housing` in this process; shows how far it is on a terminal."""
    with click.progressbar(length=len(jobs), label="Playing", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        keep = _Keeper(writer, bar.update)
        if housing is None:
            _play_here(jobs, entrants, keep)
        else:
            _play_apart(jobs, entrants, keep, housing, writer.folders)
    return keep.records


class _Keeper:
    """Takes each record when its match is over."""

    def __init__(self, writer: RecordWriter, progress: Callable[[int], None]) -> None:
        self.records: list[Record] = []
        self._writer = writer
        self._progress = progress

    def __call__(self, record: Record) -> None:
        self._writer.write(record)
        self.records.append(record)
        self._progress(1)


def _play_here(jobs: Sequence[MatchJob], entrants: Sequence[Entrant], keep: _Keeper) -> None:
    """Plays in this process."""
    for entrant in entrants:
        if not entrant.builtin:
            raise UsageError(f"--in-process plays {', '.join(BOTS)} alone; {entrant.name} needs a process of its own")
    trio.run(play_in_this_process, jobs, {entrant.name: entrant.builtin for entrant in entrants}, keep)


def _play_apart(
    jobs: Sequence[MatchJob], entrants: Sequence[Entrant], keep: _Keeper, housing: Housing, hidden: Sequence[Path]
) -> None:
    """Plays with a process for each bot; `hidden` are the folders that no bot may read."""
    if housing.sandbox is None:
        click.echo(f"The bots run without a sandbox: {why_no_sandbox() or 'as you wish'}.", err=True)
    play = partial(play_with_processes, sandbox=housing.sandbox, limits=housing.limits, hidden=hidden)
    programs = [entrant.program(housing.env, housing.readable) for entrant in entrants]
    trio.run(play, jobs, programs, keep)


def _print_results(
    records: Sequence[Record], names: Sequence[str], seed: int, writer: RecordWriter, *, as_json: bool
) -> None:
    found = results.tallies(names, records)
    if as_json:
        matches = [results.summary(one, writer.path(one.header.match_id)) for one in records]
        print_json({"game": records[0].header.game, "seed": seed, "bots": found, "matches": matches})
        return
    void = sum(record.end is not None and record.end.void for record in records)
    click.echo(results.table(found))
    click.echo(f"{len(records)} matches, seed {seed}" + (f", {void} of them void" if void else ""))
    if writer.place is not None:
        click.echo(f"records: {writer.place}")
