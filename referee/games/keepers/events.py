"""What happens, in the words of the spec. Spaces are counted from 0 here, from 1 on the wire."""

from __future__ import annotations

from referee.games.keepers.state import Colour, Counts
from referee.kernel.seats import Seat
from referee.kernel.table import Event


class RoundBegins(Event, frozen=True):
    """A round begins; `seat` holds the token."""

    round: int
    seat: Seat


class QuestChosen(Event, frozen=True):
    """The starter chose a quest, or there was only one."""

    seat: Seat
    space: int


class CardLaid(Event, frozen=True):
    """A card was laid on a bid pile; only its owner is told the colour."""

    seat: Seat
    colour: Colour | None = None


class Passed(Event, frozen=True):
    """A seat passed, asked or not."""

    seat: Seat


class LaidDone(Event, frozen=True):
    """A seat lays no more cards."""

    seat: Seat


class Revealed(Event, frozen=True):
    """All bid piles were turned up."""

    piles: list[tuple[Seat, Counts]]


class QuestWon(Event, frozen=True):
    """A seat won the quest, paid its pile and prepared adventurers; other quest cards were ignored."""

    seat: Seat
    space: int
    paid: Counts
    prepared: Counts
    ignored: Counts


class RumoursMoved(Event, frozen=True):
    """The rumours fell onto the quests below."""


class RumourDealt(Event, frozen=True):
    """A new rumour."""

    space: int
    colour: Colour


class Reshuffled(Event, frozen=True):
    """The discard pile became the deck."""

    count: int


class Sabotaged(Event, frozen=True):
    """`seat` discarded cards of a colour; an adventurer of `target` is unprepared again."""

    seat: Seat
    target: Seat
    colour: Colour


class SentOut(Event, frozen=True):
    """Prepared adventurers went into the hand."""

    seat: Seat
    counts: Counts


class Drew(Event, frozen=True):
    """A seat drew a card; only the seat is told the colour."""

    seat: Seat
    colour: Colour | None = None


class NoCardForSeat(Event, frozen=True):
    """Nothing was left to draw."""

    seat: Seat


class NoCardForSpace(Event, frozen=True):
    """Nothing was left for a Rumor Mill space."""

    space: int


class TokenMoved(Event, frozen=True):
    """The Quest Giver token moved."""

    seat: Seat


class GameOver(Event, frozen=True):
    """The game ended."""

    reason: str
    scores: list[int]


KeepersEvent = (
    RoundBegins
    | QuestChosen
    | CardLaid
    | Passed
    | LaidDone
    | Revealed
    | QuestWon
    | RumoursMoved
    | RumourDealt
    | Reshuffled
    | Sabotaged
    | SentOut
    | Drew
    | NoCardForSeat
    | NoCardForSpace
    | TokenMoved
    | GameOver
)
