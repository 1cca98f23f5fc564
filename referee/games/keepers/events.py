"""What happens, in the words of the spec.

In Python a quest space is 0 to 2 (on the wire 1 to 3) and a colour 0 to 3 (there an enum from 1); None is 0 there.
Seats count from 0 and rounds from 1 in both.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from referee.games.keepers.words import Colour, EndReason, PerColour, Space
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from referee.kernel.words import Signed

__all__ = [
    "CardLaid",
    "Drew",
    "GameOver",
    "LaidDone",
    "NoCard",
    "Passed",
    "Pile",
    "QuestChosen",
    "QuestWon",
    "Reshuffled",
    "Revealed",
    "RoundBegins",
    "RumourDealt",
    "RumoursMoved",
    "Sabotaged",
    "SentOut",
    "TokenMoved",
]


class RoundBegins(Event, frozen=True):
    """A round begins."""

    round: Annotated[int, "The round, from 1."]
    seat: Annotated[Seat, "The seat that holds the Quest Giver token."]


class QuestChosen(Event, frozen=True):
    """A quest was chosen, or there was only one."""

    seat: Annotated[Seat, "Who chose."]
    space: Annotated[Space, "The quest space, 1 to 3."]


class CardLaid(Event, frozen=True):
    """A card was laid face down on a bid pile."""

    seat: Annotated[Seat, "Who laid it."]
    colour: Annotated[Colour | None, "Its colour; only its owner is told."] = None


class Passed(Event, frozen=True):
    """A seat passed, in an auction or in the sabotage window, asked or not."""

    seat: Annotated[Seat, "Who."]


class LaidDone(Event, frozen=True):
    """A seat lays no more cards."""

    seat: Annotated[Seat, "Who."]


class Pile(Struct, frozen=True):
    """A bid pile."""

    seat: Annotated[Seat, "Whose it is."]
    cards: Annotated[PerColour, "Its cards."]


class Revealed(Event, frozen=True):
    """The bid piles were turned up."""

    piles: Annotated[tuple[Pile, ...], "The piles, in bidding order."]


class QuestWon(Event, frozen=True):
    """A seat won a quest."""

    seat: Annotated[Seat, "Who."]
    space: Annotated[Space, "The quest space, 1 to 3."]
    paid: Annotated[PerColour, "The cards it paid."]
    prepared: Annotated[PerColour, "The adventurers it prepared."]
    ignored: Annotated[PerColour, "The quest cards without effect."]


class RumoursMoved(Event, frozen=True):
    """The rumours moved onto the quests below."""


class RumourDealt(Event, frozen=True):
    """A new rumour was dealt."""

    space: Annotated[Space, "The Rumor Mill space, 1 to 3."]
    colour: Annotated[Colour, "The card."]


class Reshuffled(Event, frozen=True):
    """The discard pile was shuffled and became the deck."""

    count: Annotated[int, "The number of cards."]


class Sabotaged(Event, frozen=True):
    """A seat was sabotaged."""

    seat: Annotated[Seat, "Who did it."]
    target: Annotated[Seat, "To whom."]
    colour: Annotated[Colour, "The colour of the two cards discarded and of the adventurer."]


class SentOut(Event, frozen=True):
    """Prepared adventurers went into their owner's hand."""

    seat: Annotated[Seat, "Whose."]
    counts: Annotated[PerColour, "Which."]


class Drew(Event, frozen=True):
    """A seat drew a card."""

    seat: Annotated[Seat, "Who."]
    colour: Annotated[Colour | None, "The card; only the seat itself is told."] = None


class NoCard(Event, frozen=True):
    """A card was due to a seat or to a space, but deck and discard pile were empty."""

    seat: Annotated[Seat | None, "The seat; absent if it was due to a space."] = None
    space: Annotated[Space | None, "The Rumor Mill space, 1 to 3; 0 if it was due to a seat."] = None


class TokenMoved(Event, frozen=True):
    """The Quest Giver token moved."""

    seat: Annotated[Seat, "To whom."]


class GameOver(Event, frozen=True):
    """The game is over."""

    reason: Annotated[EndReason, "Why."]
    scores: Annotated[tuple[Signed, ...], "The scores in seat order."]
