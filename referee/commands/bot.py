"""`referee bot`: what the author of a bot needs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from textwrap import indent

import click
import trio

from referee.checking.check import Verdict, check_bot
from referee.commands.bots import read_bot
from referee.commands.completing import complete_bots, complete_games, complete_languages
from referee.commands.housing import Housing, housing_options
from referee.commands.new_bot import find_language, write_bot
from referee.commands.options import read_span
from referee.commands.starter_names import name_for
from referee.commands.update_bot import carry_out, plan_update
from referee.excerpts import ends_of_lines
from referee.kernel.game import all_games, find_game
from referee.server.bots.processes import SHOWN_LINES
from referee.terminal.exits import Exit
from referee.terminal.printing import print_json, say

FIRST = "keepers"
"""The game in which every trial is played, unless others are named."""
WHOLE_MATCH = "whole match"


@click.group
def bot() -> None:
    """Help for the authors of bots."""


@bot.command
@click.argument("language", shell_complete=complete_languages)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--game",
    shell_complete=complete_games,
    help="The game that is played, with its messages read; left out: any game, at random.",
)
def new(language: str, folder: Path, game: str | None) -> None:
    """Write a first bot in LANGUAGE into FOLDER: a file to change, and all that it takes to build it.

    FOLDER needs nothing of the referee's repository. Prints the commands that build the bot and let it play. LANGUAGE
    is python, go or another one; a wrong one is answered with the list. The bot is named after FOLDER; if that is no
    valid name for a package, the name is changed and printed.
    """
    chosen = find_language(language)
    commands = write_bot(chosen, folder, game)
    say(f"{folder}: a bot in {chosen.name}. README.md there says what to change. Build it, and let it play:\n")
    say("\n".join(f"  {command}" for command in commands))
    if (name := name_for(folder)) != folder.resolve().name:
        say(f"\nIts name is {name}: a bot's name has lower-case letters, digits and hyphens, and some are reserved.")
    if chosen.missing:
        missing, packages = ", ".join(chosen.missing), " ".join(chosen.debian)
        say(f"\nIt takes {missing}, which this machine has not (Debian: apt-get install {packages}).", err=True)


@bot.command
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--dry-run", is_flag=True, help="Print what would be changed, and change nothing.")
def update(folder: Path, *, dry_run: bool) -> None:
    """Replace the library and the .proto files in FOLDER with those of this version.

    FOLDER is one that `referee bot new` wrote. Prints each file that changes. Your bot stays as it is. If you changed a
    file of the library, your copy is kept beside the new one, with the ending .yours. If you changed a setting such as
    go.mod, yours stays, and the new one is written beside it, with the ending .new.
    """
    planned = plan_update(folder)
    if not dry_run:
        carry_out(folder, planned)
    for change in planned.changes:
        say(f"{change.place}: {change.words}")
    library = f"the library of Referee {planned.said.version}"
    if not planned.stale:
        say(f"{folder} has {library} already")
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
    help="A game that BOT plays, if not all. May be repeated.",
)
@click.option("--startup", callback=read_span, default="10s", show_default=True, metavar="SPAN", help="To connect.")
@click.option("--decision", callback=read_span, default="5s", show_default=True, metavar="SPAN", help="To decide.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@housing_options
def check(
    bot_command: str, only: tuple[str, ...], startup: int, decision: int, as_json: bool, housing: Housing
) -> None:
    """Play an awkward referee against BOT and say what BOT does wrong.

    BOT is a command in quotes that starts a bot, or the name of a sample bot. Every trial is played in one game: the
    first that is named, or Keepers; in each other game, what depends on the game. Exits with 1 if anything is wrong. A
    bot that can not play a whole match of a game is spared the other trials in it.
    """
    games = [find_game(game).id for game in only or sorted(all_games(), key=lambda game: game != FIRST)]
    program = read_bot(bot_command).program(housing.env, housing.readable)
    trials = partial(
        check_bot,
        program,
        games,
        startup=startup / 1000,
        decision=decision / 1000,
        sandbox=housing.sandbox,
        limits=housing.limits,
        tcp=housing.tcp,
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
        say(f"It can not play {', '.join(sorted(unplayed))}. To leave that out: {' '.join(played)}")


def _print(verdict: Verdict) -> None:
    say(f"{'WRONG' if verdict.fault else 'fine '}  {verdict.game}, {verdict.trial}: {verdict.about}")
    if verdict.fault:
        hint = verdict.hint.replace("\n", "\n       ")
        say(f"       the bot {verdict.fault}\n       to mend it: {hint}")
        if verdict.words:
            say(indent("\n".join(ends_of_lines(verdict.words, SHOWN_LINES)), "       | "))
