"""Lanterns: all play a card of a hidden hand at once, and the highest one wins what a die shows.

cards.toml, cards.py   the numbers
state.py, zones.py     the table, where cards lie and who sees them
choices.py, events.py  what can be chosen and what is told
rules.py               how it is played
view.py, text.py       what a seat sees, and how people read it
game.py                all of it together
facts.py               what the battery of tests must know
protos/                the messages for bots; `referee game proto lanterns --out src/lanterns/protos` writes them
"""

from .game import GAME

__all__ = ["GAME"]
