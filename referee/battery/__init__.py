"""The battery: what must hold for every game, as tests that a game's own tests take over.

class TestBattery(Battery):
    game = GAME
    facts = Facts(most_decisions={2: 200, 3: 300}, public_form=public_form, reveals=reveals)

It plays at random, saves and clones, counts the cards, reads what is sent with classes made from the `.proto`, and
looks for leaks in worlds that a seat can not tell apart. It needs `pip install referee[game]`.

battery.py, facts.py   the tests, and what they must be told about a game; playing.py plays at random
searching.py, twins.py positions, the other worlds of each seat, and what must be the same in them
seeing.py, shuffling.py   whether zones are seen as they say, and shuffled before they are hidden
tally.py               whether the worlds differed enough to prove anything
wire.py, plain.py, messages.py, values.py   whether what is sent says what was declared
"""

from referee.battery.battery import Battery
from referee.battery.facts import Facts

__all__ = ["Battery", "Facts"]
