"""Skeleton: all seats play a card from a hidden hand, and the highest card wins as many points as a die shows.

cards.toml, cards.py   the numbers
state.py, zones.py     the table, where cards lie and who sees them
choices.py, events.py  the options and the events
rules.py               the rules
view.py                what a seat sees
game.py                all parts together
facts.py               the facts that the battery of tests needs
protos/                the messages for bots; `referee game proto skeleton --out src/skeleton/protos` writes them
"""

from .game import GAME

__all__ = ["GAME"]
