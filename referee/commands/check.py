"""`referee game check`: all checks that the author of a game should run before a release."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import click
import trio

from referee.checking.check import Verdict, check_bot
from referee.columns import columns
from referee.commands.bot_run_options import BotRunOptions, bot_run_options
from referee.commands.bots import read_bot
from referee.commands.options import folder_option, json_option, read_span
from referee.game_check.bots import check_bots
from referee.game_check.finding import Finding, Findings, Judgement
from referee.game_check.messages import RELEASED, WRITTEN, check_messages, check_released
from referee.game_check.package import GamePackage, find_package
from referee.game_check.replaying import REPLAY, check_replay
from referee.game_check.speed import SPEED, check_speed
from referee.game_check.testing import TESTS, check_tests
from referee.terminal.exits import Exit
from referee.terminal.printing import print_json, say

WORDS = {Judgement.FINE: "fine", Judgement.WRONG: "WRONG", Judgement.LEFT_OUT: "left out"}
LONG = "tests that take long"


@click.command
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--long", is_flag=True, help="Also run the long tests: up to an hour for each number of seats.")
@folder_option(
    "keep",
    "Folder for the recorded match and its replay page. Default: they are not kept.",
    metavar="FOLDER",
)
@click.option(
    "--startup", callback=read_span, default="10s", show_default=True, metavar="DURATION", help="Time to connect."
)
@click.option(
    "--decision", callback=read_span, default="5s", show_default=True, metavar="DURATION", help="Time for a decision."
)
@json_option
@bot_run_options
def check(
    folder: Path, long: bool, keep: Path | None, startup: int, decision: int, as_json: bool, run_options: BotRunOptions
) -> None:
    """Run all checks that the author of a game should run before a release, and print a report.

    DIR is the package of a game, as `referee game new` writes it. Install it first: pip install -e DIR.

    The checks are: the tests of the package, with the battery, options and fairness; the .proto file, which must match
    the classes, and may only have grown since the last git tag; a recorded match and its replay page; the speed of the
    rules and of views; the size of Turns; and every bot in DIR/bots. The report also lists what was left out, and why.
    Exits with 1 if anything is wrong.
    """
    package = find_package(folder)

    def try_bot(file: Path, command: Sequence[str]) -> Sequence[Verdict]:
        program = read_bot(shlex.join(command)).program(run_options.env, run_options.readable)
        trials = partial(
            check_bot,
            program,
            [game.id for game in package.games],
            startup=startup / 1000,
            decision=decision / 1000,
            sandbox=run_options.sandbox,
            limits=run_options.limits,
            tcp=run_options.tcp,
            on_verdict=lambda verdict: _progress(f"{file.name}: {verdict.game}, {verdict.trial}"),
        )
        return trio.run(trials)

    made = [*_of_games(package, keep)]
    whole = Findings()
    _progress("Checking the bots ...")
    check_bots(whole, folder / "bots", try_bot)
    for takes_long in (False, True) if long else (False,):
        _progress("Running the long tests ..." if takes_long else "Running the tests ...")
        with whole.of(LONG if takes_long else TESTS):
            check_tests(whole, folder, partial(say, err=True, nl=False), long=takes_long)
    if not long:
        whole.left_out(LONG, "--long runs them")
    made += whole.made
    if as_json:
        print_json({"folder": str(folder), "games": [game.id for game in package.games], "findings": made})
    else:
        _print(made)
    sys.exit(Exit.USER if any(finding.verdict is Judgement.WRONG for finding in made) else Exit.DONE)


def _of_games(package: GamePackage, keep: Path | None) -> Iterator[Finding]:
    """The findings about each game."""
    for game in package.games:
        findings = Findings(game.id)
        _progress(f"Checking the messages of {game.id} ...")
        with findings.of(WRITTEN):
            check_messages(findings, game, package.code[game.id])
        with findings.of(RELEASED):
            check_released(findings, game, package.code[game.id])
        _progress(f"Playing a match of {game.id} ...")
        with findings.of(REPLAY):
            check_replay(findings, game, keep)
        _progress(f"Measuring the speed of {game.id} ...")
        with findings.of(SPEED):
            check_speed(findings, game)
        yield from findings.made


def _progress(text: str) -> None:
    say(text, err=True)


def _print(findings: Sequence[Finding]) -> None:
    """Print the report: a table with one line for each check, followed by the details."""
    rows = [("game", "check", "verdict", "found")]
    rows += [(one.game, one.check, WORDS[one.verdict], one.found) for one in findings]
    say(columns(rows))
    for one in findings:
        if one.details:
            say(f"\n{one.check}:")
            say("\n".join(f"  {line}" for detail in one.details for line in detail.splitlines()))
