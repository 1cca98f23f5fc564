"""The events of a match.

In Python, a quest space is a number from 0 to 2 and a colour one from 0 to 3; on the wire, quest spaces are 1 to 3,
colours an enum from 1, and None is 0. In both, seats are counted from 0 and rounds from 1.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from referee.games.keepers.words import Colour, EndReason, PerColour, Space
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from referee.kernel.words import Signed


class RoundBegins(Event, frozen=True):
    """A round begins."""

    text = "round {round} begins, seat {seat} holds the token"
    round: Annotated[int, "The round, from 1."]
    seat: Annotated[Seat, "The seat that holds the Quest Giver token."]


class QuestChosen(Event, frozen=True):
    """A quest was chosen, or there was only one to choose."""

    text = "seat {seat} starts an auction for quest {space}"
    seat: Annotated[Seat, "The seat that chose."]
    space: Annotated[Space, "The quest space, 1 to 3."]


class CardLaid(Event, frozen=True):
    """A card was laid face down on a bid pile."""

    text = "seat {seat} lays a [{colour}|card]"
    seat: Annotated[Seat, "The seat that laid the card."]
    colour: Annotated[Colour | None, "The colour of the card; only its owner sees it."] = None


class Passed(Event, frozen=True):
    """A seat passed, in an auction or in the sabotage window, whether it was asked or not."""

    text = "seat {seat} passes"
    seat: Annotated[Seat, "The seat."]


class LaidDone(Event, frozen=True):
    """A seat lays no more cards."""

    text = "seat {seat} has laid its bid"
    seat: Annotated[Seat, "The seat."]


class Pile(Struct, frozen=True):
    """A bid pile."""

    text = "seat {seat} {cards}"
    seat: Annotated[Seat, "The seat to which the pile belongs."]
    cards: Annotated[PerColour, "The cards of the pile."]


class Revealed(Event, frozen=True):
    """The bid piles were turned up."""

    text = "the piles are turned up: {piles:; }"
    piles: Annotated[tuple[Pile, ...], "The piles, in bidding order."]


class QuestWon(Event, frozen=True):
    """A seat won a quest."""

    text = "seat {seat} wins quest {space}, pays {paid}, prepares {prepared}; without effect: {ignored}"
    seat: Annotated[Seat, "The seat."]
    space: Annotated[Space, "The quest space, 1 to 3."]
    paid: Annotated[PerColour, "The cards that the winner paid."]
    prepared: Annotated[PerColour, "The adventurers that the winner prepared."]
    ignored: Annotated[PerColour, "The quest cards that had no effect."]


class RumoursMoved(Event, frozen=True):
    """The rumours moved onto the quests below."""

    text = "the rumours fall onto the quests"


class RumourDealt(Event, frozen=True):
    """A new rumour was dealt."""

    text = "a new rumour in space {space}: {colour}"
    space: Annotated[Space, "The Rumor Mill space, 1 to 3."]
    colour: Annotated[Colour, "The card."]


class Reshuffled(Event, frozen=True):
    """The discard pile was shuffled and became the deck."""

    text = "the discard pile of {count:card} becomes the deck"
    count: Annotated[int, "The number of cards."]


class Sabotaged(Event, frozen=True):
    """A seat was sabotaged."""

    text = "seat {seat} sabotages a {colour} of seat {target}"
    seat: Annotated[Seat, "The seat that sabotaged."]
    target: Annotated[Seat, "The seat that was sabotaged."]
    colour: Annotated[Colour, "The colour of the two cards discarded and of the adventurer."]


class SentOut(Event, frozen=True):
    """Prepared adventurers went into their owner's hand."""

    text = "adventurers of seat {seat} leave: {counts}"
    seat: Annotated[Seat, "Whose."]
    counts: Annotated[PerColour, "The adventurers, by colour."]


class Drew(Event, frozen=True):
    """A seat drew a card."""

    text = "seat {seat} draws a [{colour}|card]"
    seat: Annotated[Seat, "The seat."]
    colour: Annotated[Colour | None, "The colour of the card; only this seat sees it."] = None


class NoCard(Event, frozen=True):
    """A seat or a space should have received a card, but deck and discard pile were empty."""

    text = "no card is left for [space {space}|seat {seat}]"
    seat: Annotated[Seat | None, "The seat; absent if the card was for a space."] = None
    space: Annotated[Space | None, "The Rumor Mill space, 1 to 3; 0 if the card was for a seat."] = None


class TokenMoved(Event, frozen=True):
    """The Quest Giver token was passed on."""

    text = "the Quest Giver token moves to seat {seat}"
    seat: Annotated[Seat, "The seat that gets the token."]


class GameOver(Event, frozen=True):
    """The game is over."""

    text = "the game is over ({reason}); scores {scores:[]}"
    reason: Annotated[EndReason, "The reason."]
    scores: Annotated[tuple[Signed, ...], "The scores in seat order."]


__all__ = list(class_names(__name__))
