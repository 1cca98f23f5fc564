"""`referee bot`: commands for authors of bots."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from textwrap import indent

import click
import trio

from referee.checking.check import Verdict, check_bot
from referee.commands.bot_run_options import BotRunOptions, bot_run_options
from referee.commands.bots import read_bot
from referee.commands.completing import complete_bots, complete_games, complete_languages
from referee.commands.options import json_option, read_span
from referee.excerpts import ends_of_lines
from referee.kernel.game import all_games, find_game
from referee.server.bots.processes import SHOWN_LINES
from referee.starters.bots import find_language, write_bot
from referee.starters.names import name_for
from referee.starters.updating import carry_out, plan_update
from referee.terminal.exits import Exit
from referee.terminal.printing import print_json, say

FIRST = "keepers"
"""The game in which every trial is played, unless --game names others."""
WHOLE_MATCH = "whole match"


@click.group
def bot() -> None:
    """Commands for authors of bots."""


@bot.command
@click.argument("language", shell_complete=complete_languages)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--game",
    shell_complete=complete_games,
    help="Write a bot that reads the messages of this game. Default: a bot that plays any game at random.",
)
def new(language: str, folder: Path, game: str | None) -> None:
    """Write a first bot in LANGUAGE into FOLDER: a file for you to change, and everything needed to build it.

    FOLDER does not depend on the referee's repository. The command prints how to build the bot and how to start a match
    with it. LANGUAGE is python, go or another language; for an unknown one, the command prints the list. The bot is
    named after FOLDER. If that is not a valid package name, the command changes the name and prints it.
    """
    chosen = find_language(language)
    commands = write_bot(chosen, folder, game)
    say(f"{folder}: a bot in {chosen.name}. Its README.md says what to change. To build it and play a match:\n")
    say("\n".join(f"  {command}" for command in commands))
    if (name := name_for(folder)) != folder.resolve().name:
        say(f"\nThe bot is called {name}: names have lower-case letters, digits and hyphens, and some are reserved.")
    if chosen.missing:
        missing, packages = ", ".join(chosen.missing), " ".join(chosen.debian)
        say(f"\nThis machine lacks {missing}, which the bot needs (Debian: apt-get install {packages}).", err=True)


@bot.command
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--dry-run", is_flag=True, help="Print what would change, without changing it.")
def update(folder: Path, *, dry_run: bool) -> None:
    """Replace the library and the .proto files in FOLDER with those of this version.

    `referee bot new` must have written FOLDER. The command prints each file that changes. Your bot is not changed.

    If you changed a file of the library, your copy is kept beside the new file, with the ending .yours. If you changed
    a settings file such as go.mod, it is kept, and the new one is written beside it, with the ending .new.
    """
    planned = plan_update(folder)
    if not dry_run:
        carry_out(folder, planned)
    for change in planned.changes:
        say(f"{change.place}: {change.words}")
    library = f"the library of Referee {planned.said.version}"
    if not planned.stale:
        say(f"{folder} already has {library}")
    elif dry_run:
        say(f"{folder} would get {library}; nothing was changed")
    else:
        say(f"{folder} now has {library}" + "".join(f". Build it again: {line}" for line in planned.build))


@bot.command
@click.argument("bot_command", metavar="BOT", shell_complete=complete_bots)
@click.option(
    "--game",
    "only",
    multiple=True,
    metavar="GAME",
    shell_complete=complete_games,
    help="Check only this game. May be repeated. Default: all games.",
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
    bot_command: str, only: tuple[str, ...], startup: int, decision: int, as_json: bool, run_options: BotRunOptions
) -> None:
    """Test BOT against a deliberately difficult referee and report what BOT does wrong.

    BOT is a command in quotes that starts a bot, or the name of a sample bot. All trials run in one game: the first
    one given with --game, or Keepers. The other games run only the trials that depend on the game. If a bot cannot play
    a whole match of a game, its other trials in that game are skipped. Exits with 1 if anything is wrong.
    """
    games = [find_game(game).id for game in only or sorted(all_games(), key=lambda game: game != FIRST)]
    program = read_bot(bot_command).program(run_options.env, run_options.readable)
    trials = partial(
        check_bot,
        program,
        games,
        startup=startup / 1000,
        decision=decision / 1000,
        sandbox=run_options.sandbox,
        limits=run_options.limits,
        tcp=run_options.tcp,
        on_verdict=(lambda _: None) if as_json else _print,
    )
    verdicts = trio.run(trials)
    if as_json:
        print_json(verdicts)
    else:
        _say_what_is_unplayed(verdicts, games)
    sys.exit(Exit.USER if any(verdict.fault for verdict in verdicts) else Exit.DONE)


def _say_what_is_unplayed(verdicts: Sequence[Verdict], games: Sequence[str]) -> None:
    unplayed = {verdict.game for verdict in verdicts if verdict.fault and verdict.trial == WHOLE_MATCH}
    played = [f"--game {game}" for game in games if game not in unplayed]
    if unplayed and played:
        say(f"The bot cannot play {', '.join(sorted(unplayed))}. To check only the rest: {' '.join(played)}")


def _print(verdict: Verdict) -> None:
    say(f"{'WRONG' if verdict.fault else 'fine '}  {verdict.game}, {verdict.trial}: {verdict.about}")
    if verdict.fault:
        hint = verdict.hint.replace("\n", "\n       ")
        say(f"       the bot {verdict.fault}\n       to fix it: {hint}")
        if verdict.words:
            say(indent("\n".join(ends_of_lines(verdict.words, SHOWN_LINES)), "       | "))
