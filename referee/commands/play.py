"""`referee play`: matches between local bots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Literal

import click
import trio
from referee_client.bots import BOTS

from referee.commands import results
from referee.commands.bots import LocalBot, read_bots
from referee.commands.completing import complete_bots, complete_games
from referee.commands.housing import Housing, housing_options
from referee.commands.options import cards_option, read_pairs, time_options
from referee.commands.people import person_among, person_here, time_with_person
from referee.commands.playing import play_in_this_process, play_with_processes
from referee.commands.record_files import SeriesRecords
from referee.commands.series import MOST_DEALS, Series, jobs_of
from referee.counts import counted
from referee.errors import UsageError
from referee.kernel.cards import CardData
from referee.kernel.game import find_game
from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.record import Record
from referee.neutral import one_line
from referee.people.person import Person
from referee.server import hosting
from referee.server.bots.remembering import can_remember, is_forgetful
from referee.server.bots.sandbox import why_no_sandbox
from referee.terminal.exits import Exit
from referee.terminal.printing import print_json, say


@click.command
@click.argument("game", shell_complete=complete_games)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="NAME|COMMAND",
    shell_complete=complete_bots,
    help="A seat's bot, or human: you; repeat it for every seat.",
)
@click.option("--seats", type=int, help="The number of seats, if it is more than the bots: they fill them in turn.")
@click.option(
    "--seed",
    type=int,
    help="A number that all cards follow from, for experiments: a bot that guesses it knows them all. Left out: they "
    "follow from a new secret, which is printed at the end.",
)
@click.option("--deals", type=click.IntRange(1, MOST_DEALS), default=1, show_default=True, help="The number of deals.")
@click.option(
    "--duplicate/--no-duplicate",
    default=None,
    help="Whether each deal is played once per rotation of the seats; left out: if no bot could remember it.",
)
@click.option(
    "--processes",
    type=click.Choice(["kept", "fresh"]),
    default="kept",
    show_default=True,
    help="Whether a bot's process is kept for all matches or started fresh for each.",
)
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
    duplicate: bool | None,
    processes: Literal["kept", "fresh"],
    options: tuple[str, ...],
    record: Path | None,
    in_process: bool,
    as_json: bool,
    cards: CardData | None,
    time_control: TimeControl,
    housing: Housing,
) -> None:
    """Play GAME between bots and print what they achieved.

    A bot is one of the sample bots first, random, greedy and llm, or a command in quotes that starts one. Each bot runs
    in a process of its own. If no bot could remember a deal (sample bots do not, nor do bots that start fresh for each
    match in the sandbox), every deal is played once per rotation of the seats, so that each bot plays each hand.

    With human you play yourself, at this terminal. You have no clock, unless a limit of time is given.

    Exits with 4 if a match has no result, because the referee or the rules of the game failed.
    """
    local_bots = read_bots(bots, find_game(game), seats)
    human = person_among(local_bots, as_json=as_json, in_process=in_process)
    timed = True
    if human is not None:
        time_control, timed = time_with_person(time_control)
    series = Series.new(seed)
    names = [bot.name for bot in local_bots]
    fresh = processes == "fresh"
    jobs = jobs_of(
        game,
        names,
        series=series,
        deals=deals,
        duplicate=_forget(local_bots, housing, fresh=fresh) if duplicate is None else duplicate,
        options=read_pairs("--option", options),
        cards=cards,
        time=time_control,
        untimed=() if timed or human is None else (human,),
    )
    jobs[0].start()  # whatever is wrong with the match is said before anything is begun
    writer = SeriesRecords(record, len(jobs))
    if seed is None and writer.folder is not None:
        series.keep_secret(game, writer.folder)
    if seed is not None:
        say(f"The deals follow from the number {seed} alone: a bot that guesses it knows all cards.", err=True)
    people = {} if human is None else {human: person_here(timed=timed)}
    records = _play(jobs, local_bots, writer, None if in_process else housing, fresh=fresh, people=people)
    _print_results(records, names, series, writer, as_json=as_json)
    if human is not None:
        say(_how_to_see_it_again(writer, records[0]))
    sys.exit(Exit.DONE if all(map(results.is_played, records)) else Exit.OURS)


def _forget(local_bots: Sequence[LocalBot], housing: Housing, *, fresh: bool) -> bool:
    """Whether no bot could know a deal again."""
    forgetful = is_forgetful(housing.sandbox)
    return not any(can_remember(builtin=bool(bot.builtin), fresh=fresh, forgetful=forgetful) for bot in local_bots)


def _play(
    jobs: Sequence[MatchJob],
    local_bots: Sequence[LocalBot],
    writer: SeriesRecords,
    housing: Housing | None,
    *,
    fresh: bool,
    people: Mapping[str, Person],
) -> list[Record]:
    """Plays with a process for each bot, or without `housing` in this process; shows how far it is on a terminal."""
    hidden = bool(people) or not sys.stderr.isatty()
    with click.progressbar(length=len(jobs), label="Playing", file=sys.stderr, hidden=hidden) as bar:
        keep = _Keeper(writer, bar.update)
        if housing is None:
            _play_here(jobs, local_bots, keep)
        else:
            _play_apart(jobs, local_bots, keep, housing, hidden=writer.folders, fresh=fresh, people=people)
    return keep.records


def _how_to_see_it_again(writer: SeriesRecords, record: Record) -> str:
    path = writer.path(record.header.name)
    if path is None:
        return "No record was kept, so the match can not be seen again; --record DIR keeps one."
    return f"To see it again: referee show {quote(str(path))}"


class _Keeper:
    """Takes each record when its match is over."""

    def __init__(self, writer: SeriesRecords, progress: Callable[[int], None]) -> None:
        self.records: list[Record] = []
        self._writer = writer
        self._progress = progress

    def __call__(self, record: Record) -> None:
        self._writer.write(record)
        self.records.append(record)
        self._progress(1)


def _play_here(jobs: Sequence[MatchJob], local_bots: Sequence[LocalBot], keep: _Keeper) -> None:
    """Plays in this process."""
    for bot in local_bots:
        if not bot.builtin:
            raise UsageError(f"--in-process plays {', '.join(BOTS)} alone; {bot.name} needs a process of its own")
    trio.run(play_in_this_process, jobs, {bot.name: bot.builtin for bot in local_bots}, keep)


def _play_apart(
    jobs: Sequence[MatchJob],
    local_bots: Sequence[LocalBot],
    keep: _Keeper,
    housing: Housing,
    *,
    hidden: Sequence[Path],
    fresh: bool,
    people: Mapping[str, Person],
) -> None:
    """Plays with a process for each bot; `hidden` are the folders that no bot may read."""
    if housing.sandbox is not None and any(bot.needs_network for bot in local_bots):
        names = ", ".join(bot.name for bot in local_bots if bot.needs_network)
        raise UsageError(f"{names} asks a model over the network, which no sandbox has: add --sandbox off")
    if housing.sandbox is None:
        say(f"The bots run without a sandbox: {why_no_sandbox() or 'as you wish'}.", err=True)
    for weakness in housing.sandbox.weaknesses if housing.sandbox else ():
        say(f"Note: {weakness}.", err=True)
    play = partial(
        play_with_processes,
        sandbox=housing.sandbox,
        limits=housing.limits,
        hidden=hidden,
        fresh=fresh,
        tcp=housing.tcp,
        people=people,
    )
    programs = [bot.program(housing.env, housing.readable) for bot in local_bots if not bot.human]
    hosting.run(play, jobs, programs, keep)


def _print_results(
    records: Sequence[Record], names: Sequence[str], series: Series, writer: SeriesRecords, *, as_json: bool
) -> None:
    found = results.tallies(names, records)
    played = sum(map(results.is_played, records))
    if as_json:
        matches = [results.summary(one, writer.path(one.header.name)) for one in records]
        secret = {
            "seed": series.seed,
            "secret": series.secret.reveal().hex(),
            "commitment": series.secret.commitment.hex(),
        }
        totals = {"played": played, "without_result": len(records) - played}
        print_json({"game_id": records[0].header.game_id, **secret, "bots": found, "matches": matches, **totals})
        return
    deals = f"secret {series.secret.reveal().hex()}" if series.seed is None else f"seed {series.seed}"
    without = len(records) - played
    say(results.table(found))
    for line in results.starved_lines(records):
        say(one_line(line))
    more = f"; {without} more without a result" if without else ""
    say(f"{counted(played, 'match', 'matches')}, {deals}{more}")
    for line in results.remarks(names, records):
        say(line)
    if writer.place is not None:
        say(f"records: {writer.place}")
