"""Angirg Mariem Keepers: tavern keepers bid hidden piles of cards to send their adventurers away on quests."""

from referee.games.keepers.game import GAME

__all__ = ["GAME"]
