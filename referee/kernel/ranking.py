"""The result of a match, and places computed from scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from referee.errors import RulesError
from referee.kernel.seats import Seat

__all__ = ["Result", "places"]


class Result(Struct, frozen=True):
    """How a match ended according to the rules: places and scores in seat order, and why it ended.

    The reason is one of the game's own words, in lower_snake_case. Programs compare this word, so it must not change.
    """

    places: list[int]
    scores: list[int]
    reason: str


def checked(result: Any, seat_count: int) -> Result:
    """Return the result of a game if it is valid for `seat_count` seats. Raises `RulesError` otherwise."""
    if not isinstance(result, Result):
        raise RulesError(f"the result is {result!r}; expected a Result")
    for name in ("places", "scores"):
        given: Any = getattr(result, name)
        if not isinstance(given, list) or len(given) != seat_count or any(type(one) is not int for one in given):
            right = f"one whole number for each of {seat_count} seats"
            raise RulesError(f"the result has {name} {given!r}; expected {right}")
    if not all(1 <= place <= seat_count for place in result.places):
        raise RulesError(f"the result has places {result.places}; expected numbers from 1 to {seat_count}")
    reason: Any = result.reason
    if not isinstance(reason, str) or not reason:
        raise RulesError(f"the result has reason {reason!r}; expected one of the game's words")
    return result


def places(keys: Sequence[Any]) -> list[int]:
    """Standard competition places (1, 1, 3), the highest key first; equal keys share a place."""
    return [1 + sum(other > key for other in keys) for key in keys]


def places_with_forfeits(result: Result, forfeited: set[Seat]) -> list[int]:
    """The places when some seats were forfeited: those rank below all others and share the last place."""
    if not forfeited:
        return result.places
    return places([(0, 0) if seat in forfeited else (1, -place) for seat, place in enumerate(result.places)])
