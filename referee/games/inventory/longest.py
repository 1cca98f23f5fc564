"""The longest list of options that a card set can cause. A list over the limit would end a match without a result."""

from __future__ import annotations

from referee.errors import CardSetError
from referee.games.inventory.cards import Card, Cards
from referee.games.inventory.state import HAND
from referee.kernel.asking import MAX_OPTIONS

COPIES = 2
"""The number of copies of the market decks with three or four seats."""
BESIDE_CARDS = 2
"""The options to be done and to store a die."""


def check_lists(cards: Cards) -> None:
    """Refuse a card set with which a seat could get too many options while it equips.

    Only the effect `draw` makes such long lists possible. Without it, a hand has few cards and each card has few
    places.
    """
    kinds = most_kinds(cards)
    found = longest(cards, kinds)
    if found > MAX_OPTIONS:
        card = max(cards.by_id.values(), key=_drawn)
        raise CardSetError(
            f"card {card.id!r}: amount of the effect 'draw' is {card.draws}, and count is {card.count}: with all "
            f"effects 'draw' of the set a seat could hold {kinds} different cards in one turn, and have {found} "
            f"options for placing them; {MAX_OPTIONS} are allowed, so cards must draw less, or be fewer"
        )


def most_kinds(cards: Cards) -> int:
    """How many different cards a seat can hold in one turn: a hand, plus what it may draw."""
    return min(len(cards.by_id), HAND + sum(map(_drawn, cards.by_id.values())))


def longest(cards: Cards, kinds: int) -> int:
    """The largest possible number of options with `kinds` different cards."""
    places = sorted(map(_places, cards.by_id.values()), reverse=True)
    return BESIDE_CARDS + sum(places[:kinds])


def _drawn(card: Card) -> int:
    """How many cards all copies of a card together allow a seat to draw."""
    return card.draws * card.count * COPIES


def _places(card: Card) -> int:
    """The largest number of places for a card: see `slots.Room.places`."""
    if card.type == "companion":
        return 1
    own = len(set(card.slots))
    return own + (1 if card.nests else own) + 1
