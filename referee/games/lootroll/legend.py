"""Descriptions of cards, from the card set of the match: those in a view, and that of an option."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.games.lootroll.cards import SLOTS, Cards
from referee.games.lootroll.view import View
from referee.games.lootroll.words import CardId, card_name
from referee.kernel.asking import Option
from referee.kernel.texts import text_of


def legend(view: View, cards: Cards) -> str:
    """The visible cards, except those in discard piles and decks."""
    return "\n".join(f"{card_name(card)}: {described(card, cards)}." for card in sorted({*_in_sight(view)}))


def option_facts(option: Option, cards: Cards) -> str:
    """A description of the card of an option."""
    card: CardId | None = getattr(option, "card", None)
    return "" if card is None else described(card, cards)


def card_texts(cards: Cards) -> dict[CardId, str]:
    """A description of every card, by id."""
    return {card: described(card, cards) for card in (*cards.abilities, *cards.loot, *cards.monsters)}


def _in_sight(view: View) -> Iterator[CardId]:
    for seat in view.seats:
        yield from (card for slot in SLOTS if (card := getattr(seat, slot)))
        yield from (*seat.hand_cards, *seat.bag_cards, *seat.bank_cards)
    if view.fight is not None:
        yield view.fight.monster
    if view.spoils is not None:
        yield from view.spoils.loot
    if view.town is not None:
        yield from (*view.town.vendor, *([view.town.buying] if view.town.buying else []))
    if view.found is not None:
        yield view.found


@lru_cache(4096)
def described(card: CardId, cards: Cards) -> str:
    """The description of a card."""
    return text_of(cards.any_card(card))
