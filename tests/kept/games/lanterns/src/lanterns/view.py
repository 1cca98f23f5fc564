"""The table as one seat sees it, built from what it may see."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from referee.kernel.seats import Seat

from .state import LanternsTable


class SeatView(Struct, frozen=True):
    """What everybody sees of a seat."""

    hand: Annotated[int, "The number of cards in the hand."]
    points: Annotated[int, "The points."]


class View(Struct, frozen=True):
    """The table as one seat, or the spectator, sees it."""

    round: Annotated[int, "The round, from 1."]
    seats: Annotated[tuple[SeatView, ...], "The seats in order."]
    deck: Annotated[int, "The number of cards in the deck."]
    discard: Annotated[tuple[int, ...], "The discard pile, bottom to top."]
    to_look: Annotated[tuple[Seat, ...], "The seats that may still look, the next one first."]
    seat: Annotated[Seat | None, "The seat that this view is for; absent for the spectator."]
    hand: Annotated[tuple[int, ...], "Its hand, the lowest card first."]


def view(t: LanternsTable, seat: Seat | None) -> View:
    """Everything public; and for a seat its own hand."""
    return View(
        round=t.round,
        seats=tuple([SeatView(len(hand), points) for hand, points in zip(t.hands, t.points, strict=True)]),
        deck=len(t.deck),
        discard=tuple(t.discard),
        to_look=tuple(t.to_look),
        seat=seat,
        hand=() if seat is None else tuple(sorted(t.hands[seat])),
    )
