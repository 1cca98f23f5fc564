"""The events. An event has a public form, and a private form for the seats that may know more."""

from __future__ import annotations

from typing import Annotated

from referee.kernel.seats import Seat
from referee.kernel.table import Event


class Looked(Event, frozen=True):
    """A seat looked at the top card of the deck."""

    text = "Seat {seat} looks at the top card of the deck[: {card}]"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[int | None, "The card; only this seat sees it."] = None


class Played(Event, frozen=True):
    """Every seat played a card, and the cards were turned up."""

    text = "The seats played {cards}; the die shows {die}"
    cards: Annotated[tuple[int, ...], "The cards, in seat order."]
    die: Annotated[int, "The number on the die: the points for the winner of the round."]


class Won(Event, frozen=True):
    """A seat won a round."""

    text = "Seat {seat} wins the round and scores {points}"
    seat: Annotated[Seat, "The seat."]
    points: Annotated[int, "The points that it scores."]


class Shared(Event, frozen=True):
    """No seat won a round: several seats had the highest card."""

    text = "Nobody wins the round"
    seat: Annotated[Seat, "The first of these seats."]
    points: Annotated[int, "The points that no seat got."]


class Drew(Event, frozen=True):
    """A seat drew a card."""

    text = "Seat {seat} draws a card[: {card}]"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[int | None, "The card; only this seat sees it."] = None


class Shuffled(Event, frozen=True):
    """The discard pile was shuffled and became the deck."""

    text = "The discard pile is shuffled and becomes the deck of {count}"
    count: Annotated[int, "The number of cards."]
