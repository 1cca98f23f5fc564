"""The table as a seat sees it, built only from what it may see."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from referee.kernel.knowing import CountOf, Private, SameAs
from referee.kernel.seats import Seat
from referee.kernel.texts import Lines

from .state import SkeletonTable


class SeatView(Struct, frozen=True):
    """The public view of a seat."""

    text = "points {points}, hand of {hand}"
    hand: Annotated[int, "The number of cards in the hand.", CountOf("hand")]
    points: Annotated[int, "The points.", SameAs("points")]


class View(Struct, frozen=True):
    """The table as a seat or the spectator sees it."""

    text = "Round {round}; deck of {deck}, discarded {discard}\n{seats}[\nYour hand: {hand}]"
    round: Annotated[int, "The round, from 1.", SameAs("round")]
    seats: Annotated[tuple[SeatView, ...], "The seats in order.", Lines("Seat", you="seat")]
    deck: Annotated[int, "The number of cards in the deck.", CountOf("deck")]
    discard: Annotated[tuple[int, ...], "The discard pile, bottom to top.", CountOf("discard pile")]
    to_look: Annotated[tuple[Seat, ...], "The seats that may still look, the next one first.", SameAs("to_look")]
    seat: Annotated[Seat | None, "The seat that this view is for; absent for the spectator."]
    hand: Annotated[tuple[int, ...], "Its hand, the lowest card first.", Private()]


def view(t: SkeletonTable, seat: Seat | None) -> View:
    """The public facts, and for a seat its own hand."""
    return View(
        round=t.round,
        seats=tuple([SeatView(len(hand), points) for hand, points in zip(t.hands, t.points, strict=True)]),
        deck=len(t.deck),
        discard=tuple(t.discard),
        to_look=tuple(t.to_look),
        seat=seat,
        hand=() if seat is None else tuple(t.hands[seat]),
    )
