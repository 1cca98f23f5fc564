"""Angirg Mariem Keepers: tavern keepers bid hidden piles of cards to send their adventurers on quests.

auction.py             bidding for quests
quests.py              quests and rumours
sabotage.py            sabotage before adventurers are sent out
round.py               sending them out, and drawing
deck.py                the deck
"""

from referee.games.keepers.game import GAME

__all__ = ["GAME"]
