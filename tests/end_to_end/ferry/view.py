"""The table as one seat sees it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from referee.kernel.knowing import CountOf, Private, SameAs
from referee.kernel.seats import Seat
from referee.kernel.words import Signed

from .state import FerryTable


class SeatView(Struct, frozen=True):
    """What everyone sees of a seat."""

    hand: Annotated[int, "The number of bales in the hand.", CountOf("hand")]
    coins: Annotated[Signed, "The coins.", SameAs("coins")]


class View(Struct, frozen=True):
    """The table as one seat, or the spectator, sees it."""

    turn: Annotated[int, "The turns taken.", SameAs("turn")]
    active_seat: Annotated[Seat, "Whose turn it is.", SameAs("active")]
    seats: Annotated[tuple[SeatView, ...], "The seats in order."]
    store: Annotated[int, "The number of bales in the store.", CountOf("store")]
    ferry: Annotated[tuple[int, ...], "What is on the ferry, in the order of loading.", CountOf("ferry")]
    mark: Annotated[int, "What the ferry carries."]
    shipped: Annotated[tuple[int, ...], "What has sailed or sunk, in order.", CountOf("shipped bales")]
    seat: Annotated[Seat | None, "The seat that this view is for; absent for the spectator."]
    hand: Annotated[tuple[int, ...], "Its hand, the lightest bale first.", Private()]


def view(t: FerryTable, seat: Seat | None) -> View:
    """Everything public; and for a seat its own hand."""
    return View(
        turn=t.turn,
        active_seat=t.active,
        seats=tuple([SeatView(len(hand), coins) for hand, coins in zip(t.hands, t.coins, strict=True)]),
        store=len(t.store),
        ferry=tuple(t.ferry),
        mark=t.cards.mark,
        shipped=tuple(t.shipped),
        seat=seat,
        hand=() if seat is None else tuple(sorted(t.hands[seat])),
    )
