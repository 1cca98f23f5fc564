"""Starts matches. The class `Match` is in `playing`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from referee.errors import MatchFailed, UsageError
from referee.kernel.card_set import CardSet
from referee.kernel.cards import CardData
from referee.kernel.chance import seed_from
from referee.kernel.game import Game, find_game
from referee.kernel.options import OptionValue, read_options
from referee.kernel.playing import Match
from referee.kernel.table import Table

__all__ = ["CardSet", "Match", "start"]


def start(
    game: str | Game[Any],
    *,
    seats: int,
    seed: bytes | int,
    options: Mapping[str, OptionValue] | None = None,
    cards: str | CardData | None = None,
) -> Match:
    """Start a match of a game, with custom cards if given, as TOML or as parsed data.

    Raises `UsageError` for an unknown game, a wrong number of seats or a wrong option, `CardSetError` for invalid
    cards, and `MatchFailed` if the rules fail before the first question.
    """
    match = start_or_fail(game, seats, seed, options or {}, cards)
    if match.failure is not None:
        raise match.failure
    return match


def start_or_fail(
    game: str | Game[Any],
    seats: int,
    seed: bytes | int,
    options: Mapping[str, OptionValue],
    cards: str | CardData | None,
) -> Match:
    """Like `start`, but return a match whose rules fail before the first question, so that it can be recorded."""
    game = find_game(game)
    low, high = game.seats
    if not low <= seats <= high:
        why = f"{game.id} needs {low} to {high} seats, not {seats}"
        raise UsageError(why, "WRONG_SEAT_COUNT", game_id=game.id, min_seats=low, max_seats=high, given=seats)
    card_set = CardSet.of(game, cards)
    chosen = read_options(game.option_type, options, seats, custom_cards=card_set.own is not None)
    return set_up(game, game.table_type(seat_count=seats, seed=seed_from(seed), options=chosen), card_set)


def set_up(game: Game[Any], table: Table[Any], card_set: CardSet) -> Match:
    """A match with a new table, played to its first question, or failed."""
    match = Match(game, table, card_set, [])
    with suppress(MatchFailed):
        match._set_up()
    return match
