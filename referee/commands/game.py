"""`referee game`: commands for authors of games."""

from __future__ import annotations

from pathlib import Path

import click

from referee.commands.options import folder_option
from referee.errors import UsageError
from referee.kernel.game import find_game, game_ids
from referee.kernel.proto_text import moved_numbers, proto_path
from referee.starters.games import read_seats, write_package
from referee.terminal.late_commands import LateCommand
from referee.terminal.printing import say


@click.group
def game() -> None:
    """Commands for authors of games."""


game.add_command(
    LateCommand(
        "check",
        "referee.commands",
        "Run all checks that the author of a game should run before a release, and print a report.",
    )
)


@game.command
@click.argument("name")
@click.option("--seats", default="2-4", show_default=True, metavar="LOW-HIGH", help="The number of seats.")
@folder_option("into", "The folder in which the package's folder NAME is created.", default=".")
def new(name: str, seats: str, into: Path) -> None:
    """Write the package of a new game NAME: a tiny but complete game with hidden hands, its tests and a bot.

    Everything in it works from the start; its README.md explains the next steps. NAME is the game's id and the name of
    the package: lower-case letters, digits and underscores.
    """
    low, high = read_seats(seats)
    folder = write_package(name, low, high, into)
    say(f"{folder}: written. Its README.md explains the next steps")


@game.command
@click.argument("games", nargs=-1, metavar="[GAMES]...")
@folder_option("into", "The root folder of the .proto files.", default="protos")
@click.option(
    "--renumber", is_flag=True, help="Allow the numbers of fields to change. Use it only while no bot relies on them."
)
def proto(games: tuple[str, ...], into: Path, renumber: bool) -> None:
    """Write the .proto files of GAMES from the classes that declare them. Default: all games.

    Existing fields, words, and kinds of options and events keep their numbers; new ones are added at the end.
    """
    for game_id in games or game_ids():
        path = into / proto_path(game_id)
        text = find_game(game_id).proto
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if (moved := moved_numbers(old, text)) and not renumber:
            raise UsageError(
                f"{path}: {'; '.join(moved)}. Declare new ones after those that have a number, or use --renumber"
            )
        if old != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            say(f"{path}: written")
