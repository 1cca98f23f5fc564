"""What is told. An event has a public form, and one for the seats that may know more."""

from __future__ import annotations

from typing import Annotated

from referee.kernel.seats import Seat
from referee.kernel.table import Event


class Looked(Event, frozen=True):
    """A seat looked at the top card of the deck."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[int | None, "The card; only the seat itself is told."] = None


class Played(Event, frozen=True):
    """Everybody played a card, and they were turned up."""

    cards: Annotated[tuple[int, ...], "The cards, in seat order."]
    die: Annotated[int, "What the winner of the round is worth."]


class Won(Event, frozen=True):
    """A seat won a round."""

    seat: Annotated[Seat, "Who."]
    points: Annotated[int, "How much."]


class Shared(Event, frozen=True):
    """Nobody won a round: two seats had the highest card."""

    seat: Annotated[Seat, "The first of them."]
    points: Annotated[int, "What nobody got."]


class Drew(Event, frozen=True):
    """A seat drew a card."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[int | None, "The card; only the seat itself is told."] = None


class Shuffled(Event, frozen=True):
    """The discard pile was shuffled and became the deck."""

    count: Annotated[int, "The number of cards."]
