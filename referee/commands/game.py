"""`referee game`: help for the authors of games."""

from __future__ import annotations

from pathlib import Path

import click

from referee.commands.new_game import read_seats, write_package
from referee.errors import UsageError
from referee.kernel.game import find_game, game_ids
from referee.kernel.proto_text import moved_numbers, proto_path
from referee.terminal.printing import say


@click.group
def game() -> None:
    """Help for the authors of games."""


@game.command
@click.argument("name")
@click.option("--seats", default="2-4", show_default=True, metavar="LOW-HIGH", help="How many can play.")
@click.option(
    "-o",
    "--out",
    "into",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    default=".",
    show_default=True,
    help="The folder in which the package's own folder NAME is made.",
)
def new(name: str, seats: str, into: Path) -> None:
    """Write the package of a new game, NAME: a tiny complete game with hidden hands, its tests and a bot.

    Everything in it works from the start; its README says how to go on. NAME is the game's id and the package's name:
    small letters, digits and underscores.
    """
    low, high = read_seats(seats)
    folder = write_package(name, low, high, into)
    say(f"{folder}: written. Its README.md says how to go on")


@game.command
@click.argument("games", nargs=-1, metavar="[GAMES]...")
@click.option(
    "-o",
    "--out",
    "into",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    default="protos",
    show_default=True,
    help="The folder below which the files lie.",
)
@click.option("--renumber", is_flag=True, help="Let fields change their numbers, where no bot relies on them yet.")
def proto(games: tuple[str, ...], into: Path, renumber: bool) -> None:
    """Write the .proto files of GAMES (all, if none is named) from the classes that declare them.

    A field, a kind of option or event, or a word that has a number keeps it; what is new is written last.
    """
    for game_id in games or game_ids():
        path = into / proto_path(game_id)
        text = find_game(game_id).proto
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if (moved := moved_numbers(old, text)) and not renumber:
            raise UsageError(f"{path}: {'; '.join(moved)}. Write what is new after what has a number, or --renumber")
        if old != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            say(f"{path}: written")
