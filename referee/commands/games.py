"""`referee games`: which games there are, and what can be set for them."""

from __future__ import annotations

from typing import Any

import click

from referee.commands.completing import complete_games
from referee.errors import UsageError
from referee.kernel.game import Game, find_game, game_ids
from referee.kernel.options import option_text
from referee.terminal.columns import columns
from referee.terminal.printing import print_json, say


@click.command
@click.argument("game", required=False, shell_complete=complete_games)
@click.option(
    "--show-cards", "cards", is_flag=True, help="Print the card set of GAME as TOML, to begin one of your own with."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games(game: str | None, cards: bool, as_json: bool) -> None:
    """List the games, or tell what can be set for GAME."""
    shown = [find_game(game_id) for game_id in ([game] if game else game_ids())]
    if cards:
        say(_the_one(shown, game).cards_toml, nl=False)
    elif as_json:
        print_json(_as_data(shown[0]) if game else [_as_data(one) for one in shown])
    else:
        say(_details(shown[0]) if game else _table(shown))


def _the_one(shown: list[Game[Any]], game: str | None) -> Game[Any]:
    if game is None:
        raise UsageError(f"--show-cards needs a game: referee games {shown[0].id} --show-cards")
    return shown[0]


def _table(shown: list[Game[Any]]) -> str:
    rows = [("id", "name", "seats", "options")]
    rows += [(game.id, game.name, _seats(game), ", ".join(option.name for option in game.options)) for game in shown]
    return columns(rows)


def _details(game: Game[Any]) -> str:
    head = (
        f"{game.name} ({game.id}): {_seats(game)} seats, rules version {game.rules_version}, "
        f"card set {game.card_set_digest}"
    )
    rows = [("option", "allowed", "default", "meaning")]
    rows += [(option.name, option.range, option_text(option.default), option.help) for option in game.options]
    return f"{head}\n\n{columns(rows)}"


def _as_data(game: Game[Any]) -> dict[str, object]:
    options = [
        {"name": option.name, "allowed": option.range, "default": option.default, "help": option.help}
        for option in game.options
    ]
    return {
        "game_id": game.id,
        "name": game.name,
        "min_seats": game.seats[0],
        "max_seats": game.seats[1],
        "rules_version": game.rules_version,
        "card_set_digest": game.card_set_digest,
        "options": options,
    }


def _seats(game: Game[Any]) -> str:
    low, high = game.seats
    return f"{low} to {high}" if low < high else str(low)
