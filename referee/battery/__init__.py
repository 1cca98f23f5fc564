"""The battery: tests that every game must pass, which a game's own tests inherit.

    class TestBattery(Battery):
        game = GAME
        facts = Facts(most_decisions={2: 200, 3: 300}, public_form=public_form, reveals=reveals)

It plays at random, saves and clones matches, counts the cards, reads messages with classes made from the `.proto`, and
looks for leaks by comparing deals that a seat cannot tell apart. It needs `pip install referee[game]`.

battery.py, facts.py   the tests, and the facts that they need about a game
failing.py             how a test fails
playing.py             random play
searching.py, twins.py   the search for leaks: positions, and comparisons with other possible deals
revealing.py           what an event may reveal
seeing.py, shuffling.py   whether zones are visible as declared, and shuffled before they are hidden
public.py, numbers.py  whether views show everyone the same, with correct numbers
dealing.py, fairness.py, odds.py, figures.py   whether chance favours a seat, and the results of each seat
streams.py             whether each source of chance has its own stream
variants.py, pairs.py, trying.py   which options and card sets are played, and the checks in those matches
changed_cards.py       card sets with the smallest and largest numbers that a game allows
tally.py               whether the compared deals differed enough to prove anything
differing.py, counting.py   differences and lost cards, reported in one line
saving.py              whether a saved match continues unchanged
lasting.py, declared.py   whether views show facts of a past period; declarations on fields of a view
naming.py              whether the facts name more fields as revealed than necessary
ranking.py             whether places follow scores
wire.py, plain.py, messages.py, values.py   whether messages say the same as the values
"""

from pkgutil import iter_modules

import pytest

# A failed assertion shows the compared values only if pytest has rewritten the assertion's module. Pytest does that on
# import, and for a game of another package only if the name is registered by then.
pytest.register_assert_rewrite(*[f"{__name__}.{module.name}" for module in iter_modules(__path__)])

from referee.battery.battery import Battery
from referee.battery.changed_cards import changed_cards
from referee.battery.facts import Facts
from referee.battery.playing import play, random_answers
from referee.battery.searching import look_for_leaks

__all__ = ["Battery", "Facts", "changed_cards", "look_for_leaks", "play", "random_answers"]
