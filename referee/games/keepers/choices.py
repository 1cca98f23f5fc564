"""What a seat can choose.

In Python, a quest space is a number from 0 to 2 and a colour one from 0 to 3; on the wire, quest spaces are 1 to 3, and
colours an enum from 1. In both, seats are counted from 0.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.keepers.cards import COLOURS
from referee.games.keepers.words import Colour, Space
from referee.kernel.asking import Option
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat


class Quest(Option, frozen=True):
    """Choose the quest to bid on."""

    text = "bid on quest {space}"
    space: Annotated[Space, "The quest space, 1 to 3."]


class PassTurn(Option, frozen=True):
    """Pass: do not bid, or do not sabotage now."""

    text = "pass"


class Done(Option, frozen=True):
    """Stop laying cards."""

    text = "lay no more cards"


class Add(Option, frozen=True):
    """Lay a card face down on the bid pile."""

    text = "lay a {colour}"
    colour: Annotated[Colour, "The colour of the card."]


class Sabotage(Option, frozen=True):
    """Discard two cards of a colour: one prepared adventurer of that colour becomes unprepared."""

    text = "sabotage a {colour} of seat {seat}"
    colour: Annotated[Colour, "The colour of the two cards and of the adventurer."]
    seat: Annotated[Seat, "The seat that has the adventurer."]


PASS = PassTurn()
DONE = Done()
ADD = [Add(colour) for colour in range(len(COLOURS))]

__all__ = list(class_names(__name__))
