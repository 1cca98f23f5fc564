"""Inns & Outcasts: guests place cards face down and gather Loot as the initiatives are called.

turn.py                a turn: placing cards, calling the initiatives
reveal.py, targets.py  what characters do when revealed, and to which targets
blocking.py, traits.py   blocking; range, matching and unique characters
auction.py, loot.py    auctions; gaining, moving and collecting Loot
effects.py             the kinds of effects that a card can have
legend.py              descriptions of cards
"""

from referee.games.inns.game import GAME

__all__ = ["GAME"]
