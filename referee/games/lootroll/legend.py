"""What cards do, from the card set of the match: those that a view shows, and that of an option."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.lootroll.cards import SLOTS, Cards
from referee.games.lootroll.text_names import card_name, described
from referee.games.lootroll.view import View
from referee.games.lootroll.words import CardId
from referee.kernel.asking import Option


def legend(view: View, cards: Cards) -> str:
    """Each card that is in sight, but for the discard piles and the decks."""
    return "\n".join(f"{card_name(card)}: {described(card, cards)}." for card in sorted({*_in_sight(view)}))


def option_facts(option: Option, cards: Cards) -> str:
    """What the card of an option does."""
    card: CardId | None = getattr(option, "card", None)
    return "" if card is None else described(card, cards)


def card_texts(cards: Cards) -> dict[CardId, str]:
    """What every card does, by id."""
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
