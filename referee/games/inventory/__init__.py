"""Adventures in Inventory Management.

turn.py                the order of turns, and the cleanup phase
market.py, markets.py  the market phase, and both markets
equip.py, slots.py     the equip phase, and which card fits where
attack.py, layout.py   the attack phase, and the totals of a layout
drawing.py             decks, discard piles and hands
kinds.py, loading.py, longest.py             card effects, reading a card set, and the limit on option lists
invariants.py          invariants that hold after every step
legend.py              descriptions of cards
"""

from referee.games.inventory.game import GAME

__all__ = ["GAME"]
