"""Descriptions of cards, for people."""

from __future__ import annotations

from referee.counts import counted
from referee.games.keepers.cards import COLOURS, Cards


def card_texts(cards: Cards) -> dict[str, str]:
    """The number of cards of each colour. A card has no other property than its colour."""
    return {
        colour: f"{counted(quests, 'quest card')} and {counted(adventurers, 'adventurer')}"
        for colour, quests, adventurers in zip(COLOURS, cards.quests, cards.adventurers, strict=True)
    }
