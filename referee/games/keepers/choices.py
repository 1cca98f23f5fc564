"""What a seat can choose."""

from __future__ import annotations

from referee.games.keepers.cards import COLOURS
from referee.games.keepers.state import Colour
from referee.kernel.asking import Option
from referee.kernel.seats import Seat


class Quest(Option, frozen=True, tag=True):
    """Bid on the quest of this space, counted from 0."""

    space: int


class Pass(Option, frozen=True, tag=True):
    """Do not bid; or do not sabotage now."""


class Done(Option, frozen=True, tag=True):
    """Lay no more cards."""


class Add(Option, frozen=True, tag=True):
    """Lay a card of this colour face down."""

    colour: Colour


class Sabotage(Option, frozen=True, tag=True):
    """Unprepare an adventurer of this colour of that seat."""

    colour: Colour
    seat: Seat


PASS = Pass()
DONE = Done()
ADD = [Add(colour) for colour in range(len(COLOURS))]
