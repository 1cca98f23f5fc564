"""`referee games`: the games and their options."""

from __future__ import annotations

from typing import Any

import click

from referee.columns import columns
from referee.commands.completing import complete_games
from referee.commands.options import json_option
from referee.errors import UsageError
from referee.kernel.game import Game, find_game, game_ids
from referee.kernel.options import option_text
from referee.terminal.markdown import print_markdown
from referee.terminal.printing import print_json, say


@click.command
@click.argument("game", required=False, shell_complete=complete_games)
@click.option(
    "--show-cards", "cards", is_flag=True, help="Print the card set of GAME as TOML, as a start for a custom one."
)
@click.option("--rules", is_flag=True, help="Print the rules of GAME in short: what you can do and who wins.")
@json_option
def games(game: str | None, cards: bool, rules: bool, as_json: bool) -> None:
    """List the games, or show the options of GAME."""
    shown = [find_game(game_id) for game_id in ([game] if game else game_ids())]
    if cards:
        say(_the_one(shown, game, "--show-cards").cards_toml, nl=False)
    elif rules:
        print_markdown(_rules(_the_one(shown, game, "--rules")))
    elif as_json:
        print_json(_as_data(shown[0]) if game else [_as_data(one) for one in shown])
    else:
        say(_details(shown[0]) if game else _table(shown))


def _the_one(shown: list[Game[Any]], game: str | None, flag: str) -> Game[Any]:
    if game is None:
        raise UsageError(f"{flag} needs a game: referee games {shown[0].id} {flag}")
    return shown[0]


def _rules(game: Game[Any]) -> str:
    if not game.rules:
        raise UsageError(f"the game {game.id!r} has no rules to print: its package has no rules.md")
    return game.rules


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
