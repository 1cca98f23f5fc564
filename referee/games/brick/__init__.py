"""Brick & Mortar.

draft.py               the stores that each seat begins with
building.py, auction.py, row.py              the building phase: buying stores from the row, or bidding for them
advertisement.py, market_cards.py            the advertisement phase, and the cards played in it
supply.py, stocking.py, item_events.py       the supply phase: supplying and stocking items, and its events
sale.py, selling.py, delivering.py           the sale phase: which items can be sold, from where, into which boxes
month_end.py, debt.py, turn_order.py         the last three phases of a month; debts; the turn order
month_end_choices.py   the options of the last phases
ranges.py              the numbers that options can hold
shelves.py             the shelves of a store
kinds.py, modifiers.py, loading.py           the effects of stores, when they apply, and reading a card set
legend.py              descriptions of cards
invariants.py          invariants that hold at every question
"""

from referee.games.brick.game import GAME

__all__ = ["GAME"]
