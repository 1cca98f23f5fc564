"""The battery: what must hold for every game, as tests that a game's own tests take over.

class TestBattery(Battery):
    game = GAME
    facts = Facts(most_decisions={2: 200, 3: 300}, public_form=public_form, reveals=reveals)

It plays at random, saves and clones, counts the cards, reads what is sent with classes made from the `.proto`, and
looks for leaks in worlds that a seat can not tell apart. It needs `pip install referee[game]`.
"""

from referee.battery.battery import Battery
from referee.battery.facts import Facts

__all__ = ["Battery", "Facts"]
