"""Loot Roll: a party explores three dungeons, fights monsters together and rolls dice for the loot.

turn.py, town.py       the turns in a dungeon, and the town between dungeons
fight.py, rolls.py     fights, and rolls for their loot
windows.py, plays.py   windows in which all seats may play cards, and what they can play
effects.py             the effects of played cards: `effects_cards`, `effects_fight` and `effects_roll`
duties.py              what a seat must settle before the match continues
gear.py, piles.py      equipment; decks, discard piles and bags
kinds.py, longest.py   card effects, and the limit on option lists
showing.py, legend.py   the view of a seat; descriptions of cards
"""

from referee.games.lootroll.game import GAME

__all__ = ["GAME"]
