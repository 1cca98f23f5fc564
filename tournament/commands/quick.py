"""`tournament quick`: compare bots without a plan."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import click

from referee.terminal.printing import say
from tournament.commands.arguments import json_option
from tournament.commands.display import open_display
from tournament.commands.playing import judged, played, print_standings
from tournament.commands.rating_lines import rating_lines
from tournament.errors import UserError
from tournament.plan.format_section import Format
from tournament.plan.plan import Entrant, FromEnvironment, Run
from tournament.plan.quick import quick_plan
from tournament.report.ratings import comparison
from tournament.run.runner import Tell
from tournament.storage.archive import open_archive
from tournament.storage.opening import is_there

DEALS = 50
DEALS_OF_TEST = 20_000


@click.command
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option(
    "--deals", type=int, help=f"Number of deals at each table. Default: {DEALS}; with --sprt, at most {DEALS_OF_TEST}."
)
@click.option("--seats", type=int, help="Number of seats at a table. Default: as few as the game allows.")
@click.option(
    "--duplicate/--no-duplicate",
    default=None,
    help="Play each deal once per rotation of the seats. Default: yes, if no bot could remember a deal.",
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game. May be repeated."
)
@click.option(
    "--sprt",
    nargs=2,
    type=float,
    metavar="ELO0 ELO1",
    help="Stop as soon as a sequential test decides whether the first BOT is stronger than the second by ELO1 or only "
    "by ELO0 (in normalized Elo). The test errs in at most 5 % of cases.",
)
@click.option("--decision", default="1s", show_default=True, help="Time for each decision, before the bank is used.")
@click.option(
    "--env",
    multiple=True,
    metavar="NAME[=VALUE]",
    help="An environment variable for the bots. If VALUE is left out, it is copied from your environment. May be "
    "repeated.",
)
@click.option(
    "--readable",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Another file or folder that sandboxed bots may read. May be repeated.",
)
@click.option(
    "--sandbox",
    type=click.Choice(["auto", "require", "off"]),
    default="auto",
    show_default=True,
    help="Run bots in bubblewrap: as far as this machine allows (auto), fully or refuse to start (require), or "
    "never (off).",
)
@click.option(
    "--in-process", is_flag=True, help="Play sample bots in this process, which is fast because it needs no gRPC."
)
@click.option(
    "--db",
    "database",
    type=click.Path(path_type=Path),
    help="The tournament's database, to keep the matches. Default: they are deleted at the end.",
)
@json_option
def quick(
    game: str,
    bots: tuple[str, ...],
    deals: int | None,
    seats: int | None,
    duplicate: bool | None,
    options: tuple[str, ...],
    sprt: tuple[float, float] | None,
    decision: str,
    env: tuple[str, ...],
    readable: tuple[Path, ...],
    sandbox: Literal["auto", "require", "off"],
    in_process: bool,
    database: Path | None,
    as_json: bool,
) -> None:
    """Compare BOTs at GAME without a plan: print ratings as they become known, and which bot is better.

    A BOT is one of the sample bots first, random, greedy, ismcts and llm, or a command in quotes that starts a bot.
    They play a round robin. Every bot is started once before the first match. Ctrl-C ends the comparison and prints
    the ratings so far. With --db, the same command continues later, and the other commands can read the matches.

    Exit codes: as for `tournament run`.
    """
    plan = quick_plan(
        game,
        bots,
        seats=seats,
        format_=Format(
            deals=(DEALS if sprt is None else DEALS_OF_TEST) if deals is None else deals,
            duplicate="auto" if duplicate is None else duplicate,
        ),
        sprt=sprt,
        run=Run(sandbox=sandbox, in_process=in_process),
        decision=decision,
        options=dict(_pair("--option", text) for text in options),
        like=Entrant(name="", env=dict(map(_variable, env)), readable=[str(path) for path in readable]),
        environment=os.environ,
    )
    with _kept_in(database) as path:
        with _display(path, as_json=as_json) as tell:
            code = played(plan, path.with_suffix(".toml"), path, tell)
        standings = print_standings(path, as_json=as_json)
    if not as_json and (text := comparison(standings.fit)):
        say(f"\n{text}")
    sys.exit(judged(code, plan, standings))


def _pair(option: str, text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise UserError(f"{option} {text!r}: expected NAME=VALUE")
    return name, value


def _variable(text: str) -> tuple[str, str | FromEnvironment]:
    return _pair("--env", text) if "=" in text else (text, FromEnvironment(text))


@contextmanager
def _kept_in(database: Path | None) -> Iterator[Path]:
    """Yield the path of the database: the one that was asked for, or a file that is deleted at the end."""
    if database is not None:
        yield database
        return
    with TemporaryDirectory(prefix="referee-quick-") as folder:
        yield Path(folder) / "quick.db"


def _display(database: Path, *, as_json: bool) -> AbstractContextManager[Tell]:
    """Return the display of the run: events as JSON, or lines with ratings, which include matches of earlier runs."""
    if as_json:
        return open_display(as_json=True)
    if not is_there(database):
        return rating_lines([])
    with open_archive(database) as archive:
        return rating_lines(archive.results())
