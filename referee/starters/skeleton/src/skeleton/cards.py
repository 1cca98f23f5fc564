"""The numbers of the game, from `cards.toml`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from referee import CardSetError
from referee.kernel import cards as reading

SEATS = (2, 4)
Number = Annotated[int, Meta(ge=1, le=100)]  # a seat can get at most 255 options, one for each different card


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole card set."""

    game: str
    copies: Number
    highest: Number
    hand: Number
    rounds: Number
    die: Number


def load_cards(data: reading.CardData) -> Cards:
    """Read and check a card set."""
    cards = reading.typed(data, Cards, "the card set")
    reading.check_game(cards.game, "skeleton")
    if (found := cards.copies * cards.highest) < (needed := (cards.hand + 1) * SEATS[1]):
        raise CardSetError(f"{SEATS[1]} seats need {needed} cards; there are {found}")
    return cards
