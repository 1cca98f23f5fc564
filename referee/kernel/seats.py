"""Seats and their order around the table."""

from __future__ import annotations

from typing import Any, NewType

__all__ = ["Seat", "clockwise", "next_seat"]

Seat = NewType("Seat", int)


def clockwise(seats: int, first: Seat) -> list[Seat]:
    """All seats, ascending from `first` and wrapping around to 0."""
    order: list[Any] = [*range(first, seats), *range(first)]
    return order


def next_seat(seats: int, seat: Seat) -> Seat:
    """The seat after `seat`, clockwise."""
    return Seat((seat + 1) % seats)
