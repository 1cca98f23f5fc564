"""The longest list of options that a card set can bring: one that is too long would end a match without a result."""

from __future__ import annotations

from referee.errors import CardSetError
from referee.games.inventory.cards import Card, Cards
from referee.games.inventory.state import HAND
from referee.kernel.asking import MAX_OPTIONS

COPIES = 2
"""Of the market decks, with three or four seats."""
BESIDE_CARDS = 2
"""To be done, and to store a die."""


def check_lists(cards: Cards) -> None:
    """Refuses a set with which a seat could be given too many options while it equips.

    Without the effect `draw` no set can: a hand has few cards, and a card few places.
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
    """How many different cards a seat can come to hold in one turn: a hand, and what it may draw."""
    return min(len(cards.by_id), HAND + sum(map(_drawn, cards.by_id.values())))


def longest(cards: Cards, kinds: int) -> int:
    """As many options as nobody can have more with so many different cards."""
    places = sorted(map(_places, cards.by_id.values()), reverse=True)
    return BESIDE_CARDS + sum(places[:kinds])


def _drawn(card: Card) -> int:
    """What all copies of a card together let a seat draw."""
    return card.draws * card.count * COPIES


def _places(card: Card) -> int:
    """Where a card can be put at most: see `slots.Room.places`."""
    if card.type == "companion":
        return 1
    own = len(set(card.slots))
    return own + (1 if card.nests else own) + 1
