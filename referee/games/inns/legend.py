"""Descriptions of the cards that a view shows, from the card set of the match."""

from __future__ import annotations

from referee.games.inns.cards import Cards
from referee.games.inns.view import View
from referee.games.inns.words import CHARACTERS
from referee.kernel.texts import text_of


def legend(view: View, cards: Cards) -> str:
    """Descriptions of the cards from which the seat can choose: all while hands are built, later only its own."""
    if not view.turn:
        shown = cards.characters
    else:
        own = {*view.hand, *([] if view.own_card is None else [view.own_card])}
        shown = sorted((cards.characters[card] for card in own), key=lambda card: card.initiative)
    lines = [f"  {card.name} ({card.initiative}): {text_of(card)}." for card in shown]
    return "\n".join(["The cards:", *lines]) if shown else ""


def card_texts(cards: Cards) -> dict[str, str]:
    """A description of every character, by id."""
    return {
        name: f"initiative {card.initiative}; {text_of(card)}"
        for name, card in zip(CHARACTERS, cards.characters, strict=True)
    }
