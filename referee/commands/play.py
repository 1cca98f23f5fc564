"""`referee play`: matches between local bots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Literal

import click
import trio
from referee_client.bots import BOTS

from referee import hosting
from referee.commands import results
from referee.commands.bot_run_options import BotRunOptions, bot_run_options
from referee.commands.bots import LocalBot, read_bots
from referee.commands.completing import complete_bots, complete_games
from referee.commands.options import cards_option, json_option, read_pairs, time_options
from referee.commands.people import person_among, person_here, time_with_person
from referee.counts import counted
from referee.errors import UsageError
from referee.kernel.cards import CardData
from referee.kernel.game import find_game
from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.record import Record
from referee.local.in_process import play_in_process
from referee.local.matches import open_local_matches
from referee.local.pool import StartedBot
from referee.local.record_files import SeriesRecords
from referee.local.series import MOST_DEALS, Series, jobs_of
from referee.neutral import one_line
from referee.people.person import Person
from referee.people.seat import open_seat
from referee.remembering import can_remember
from referee.server.bots.processes import BotHost
from referee.server.bots.sandbox import is_forgetful, why_no_sandbox
from referee.terminal.exits import Exit
from referee.terminal.interrupting import interruptible
from referee.terminal.printing import print_json, say


@click.command
@click.argument("game", shell_complete=complete_games)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="NAME|COMMAND",
    shell_complete=complete_bots,
    help="The bot in a seat, or `human` to play it yourself. Repeat it for every seat.",
)
@click.option("--seats", type=int, help="Number of seats. If larger than the number of bots, the bots repeat in order.")
@click.option(
    "--seed",
    type=int,
    help="Derive all cards from this number. Only for experiments: a bot that guesses the number knows all cards. "
    "Default: derive the cards from a new secret, which is printed at the end.",
)
@click.option("--deals", type=click.IntRange(1, MOST_DEALS), default=1, show_default=True, help="Number of deals.")
@click.option(
    "--duplicate/--no-duplicate",
    default=None,
    help="Play each deal once per rotation of the seats. Default: yes, if no bot could remember a deal.",
)
@click.option(
    "--processes",
    type=click.Choice(["kept", "fresh"]),
    default="kept",
    show_default=True,
    help="Keep a bot's process for all matches, or start a fresh one for each match.",
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game. May be repeated."
)
@click.option("--record", type=click.Path(path_type=Path), metavar="DIR|FILE", help="Write the records there.")
@click.option(
    "--in-process", is_flag=True, help="Play sample bots in this process, which is fast because it needs no gRPC."
)
@json_option
@cards_option
@time_options
@bot_run_options
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
    run_options: BotRunOptions,
) -> None:
    """Play GAME between bots and print the results.

    A bot is one of the sample bots first, random, greedy, ismcts and llm, or a command in quotes that starts a bot.
    Each bot runs in its own process. If no bot could remember a deal, every deal is played once per rotation of the
    seats, so that each bot plays each hand. Sample bots cannot remember deals, and neither can bots in the sandbox with
    a new process for each match.

    With human you play yourself, at this terminal. You have no clock unless you set a time limit.

    Exits with 4 if a match has no result because the referee or the rules of the game failed.
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
        duplicate=_forget(local_bots, run_options, fresh=fresh) if duplicate is None else duplicate,
        options=read_pairs("--option", options),
        cards=cards,
        time=time_control,
        untimed=() if timed or human is None else (human,),
    )
    jobs[0].start()  # reports anything wrong with the match before bots start
    writer = SeriesRecords(record, len(jobs))
    if seed is None and writer.folder is not None:
        series.keep_secret(game, writer.folder)
    if seed is not None:
        say(f"All deals are derived from the number {seed}: a bot that guesses it knows all cards.", err=True)
    people = {} if human is None else {human: person_here(timed=timed)}
    records = _play(jobs, local_bots, writer, None if in_process else run_options, fresh=fresh, people=people)
    _print_results(records, names, series, writer, as_json=as_json)
    if human is not None:
        say(_how_to_see_it_again(writer, records[0]))
    sys.exit(Exit.DONE if all(map(results.is_played, records)) else Exit.OURS)


def _forget(local_bots: Sequence[LocalBot], run_options: BotRunOptions, *, fresh: bool) -> bool:
    """Return whether it is impossible for any bot to recognise a deal."""
    forgetful = is_forgetful(run_options.sandbox)
    return not any(can_remember(builtin=bool(bot.builtin), fresh=fresh, forgetful=forgetful) for bot in local_bots)


def _play(
    jobs: Sequence[MatchJob],
    local_bots: Sequence[LocalBot],
    writer: SeriesRecords,
    run_options: BotRunOptions | None,
    *,
    fresh: bool,
    people: Mapping[str, Person],
) -> list[Record]:
    """Play with a process for each bot, or without `run_options` in this process, and show the progress."""
    hidden = bool(people) or not sys.stderr.isatty()
    with click.progressbar(length=len(jobs), label="Playing", file=sys.stderr, hidden=hidden) as bar:
        keep = _Keeper(writer, bar.update)
        if run_options is None:
            trio.run(_play_here, jobs, _builtins(local_bots), keep)
        else:
            _check_sandbox(local_bots, run_options)
            host = BotHost(sandbox=run_options.sandbox, limits=run_options.limits, hidden=tuple(writer.folders))
            programs = [bot.program(run_options.env, run_options.readable) for bot in local_bots if not bot.human]
            bots = [StartedBot(program, host) for program in programs]
            hosting.run(partial(_play_apart, fresh=fresh, tcp=run_options.tcp, people=people), jobs, bots, keep)
    return keep.records


def _how_to_see_it_again(writer: SeriesRecords, record: Record) -> str:
    path = writer.path(record.header.name)
    if path is None:
        return "No record was kept, so the match cannot be replayed; --record DIR keeps one."
    return f"To replay it: referee show {quote(str(path))}"


class _Keeper:
    """Keeps each record when its match is over."""

    def __init__(self, writer: SeriesRecords, progress: Callable[[int], None]) -> None:
        self.records: list[Record] = []
        self._writer = writer
        self._progress = progress

    def __call__(self, record: Record) -> None:
        self._writer.write(record)
        self.records.append(record)
        self._progress(1)


async def _play_here(jobs: Sequence[MatchJob], builtins: Mapping[str, str], keep: _Keeper) -> None:
    """Play in this process."""
    async with interruptible():
        for job in jobs:
            keep(await play_in_process(job, builtins))


async def _play_apart(
    jobs: Sequence[MatchJob],
    bots: Sequence[StartedBot],
    keep: _Keeper,
    *,
    fresh: bool,
    tcp: bool,
    people: Mapping[str, Person],
) -> None:
    """Play with a process for each bot."""
    async with interruptible(), AsyncExitStack() as stack:
        seats = {name: await stack.enter_async_context(open_seat(person)) for name, person in people.items()}
        opened = open_local_matches(bots, keep=not fresh, must_last=True, seats=seats, tcp=tcp)
        matches = await stack.enter_async_context(opened)
        for job in jobs:
            keep(await matches.play(job))


def _builtins(local_bots: Sequence[LocalBot]) -> dict[str, str]:
    """The sample bots that play in this process. Raises `UsageError` if a bot is not a sample bot."""
    for bot in local_bots:
        if bot.builtin not in BOTS:
            raise UsageError(f"--in-process plays only {', '.join(BOTS)}; {bot.name} needs its own process")
    return {bot.name: bot.builtin for bot in local_bots}


def _check_sandbox(local_bots: Sequence[LocalBot], run_options: BotRunOptions) -> None:
    """Print the weaknesses of the sandbox. Raises `UsageError` if a bot cannot play in it."""
    if run_options.sandbox is not None and any(bot.needs_network for bot in local_bots):
        names = ", ".join(bot.name for bot in local_bots if bot.needs_network)
        raise UsageError(f"{names} needs the network to ask a model, and the sandbox has no network: add --sandbox off")
    if run_options.sandbox is None:
        why_not = why_no_sandbox()
        why = f"{why_not} (see `referee doctor`)" if why_not else "--sandbox off"
        say(f"Bots run without a sandbox: {why}.", err=True)
    for weakness in run_options.sandbox.weaknesses if run_options.sandbox else ():
        say(f"Note: {weakness}.", err=True)


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
