"""Descriptions of cards, from the card set of the match."""

from __future__ import annotations

from referee.games.inventory.cards import Card, Cards, card_name
from referee.games.inventory.view import View
from referee.kernel.texts import text_of


def legend(view: View, cards: Cards) -> str:
    """Descriptions of the cards that the view names."""
    named = {placed.card for seat in view.seats for placed in seat.layout}
    named.update(card for seat in view.seats for card in seat.hand_cards)
    named.update(stack.card for stack in view.piles)
    named.update(card for card in (*view.premium_row, view.common) if card)
    return "\n".join(f"{card_name(card)}: {card_text(cards[card])}." for card in cards.in_order(list(named)))


def card_texts(cards: Cards) -> dict[str, str]:
    """A description of every card, by id."""
    return {name: card_text(card) for name, card in cards.by_id.items()}


def card_text(card: Card) -> str:
    """The description of a card, on one line."""
    facts = [f"{card.subtype} ({card.type})", f"price {card.price}"]
    if card.slots:
        facts.append("worn on " + " or ".join(card.slots))
    stats = ("power", "defense", "gold", "carry", "points")
    facts += [f"{name} {getattr(card, name)}" for name in stats if getattr(card, name)]
    if card.type != "companion":
        facts.append(f"weight {card.weight}")
    if card.store_gold:
        facts.append(f"worth {card.store_gold} gold when stored")
    return ", ".join([*facts, *(text_of(effect) for effect in card.effects)])
