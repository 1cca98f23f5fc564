"""The board of a viewer who sees everything: the spectator's board with what each seat sees of its own cards.

A game may show a seat its hand in the seat's area, or in the middle, as a game without a custom board does.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from referee.kernel.board import Board, CardArea, SeatArea


def with_all_hands(public: Board, own: Sequence[Board]) -> Board:
    """Merge the spectator's board `public` with the boards that the seats see."""
    seats = tuple([_place_of(seat, board, public) for seat, board in enumerate(own)])
    at_a_seat = {zone.name for board in own for zone in _zones_of_its_own(board, public)}
    middle = [_open(zone, own) for zone in public.zones if zone.cards or zone.name not in at_a_seat]
    return structs.replace(public, zones=tuple(middle), seats=seats)


def _place_of(seat: int, board: Board, public: Board) -> SeatArea:
    """A seat's place as the seat sees it, with the facts and zones that only its own board shows in the middle."""
    place = board.seats[seat] if board.seats else SeatArea()
    known = {*public.facts, f"seat: {seat}"}  # the place already says whose view this is
    facts = [fact for fact in board.facts if fact not in known]
    return structs.replace(place, facts=(*place.facts, *facts), zones=(*place.zones, *_zones_of_its_own(board, public)))


def _zones_of_its_own(board: Board, public: Board) -> list[CardArea]:
    """The zones in the middle of a seat's board that are missing or empty on the spectator's board."""
    filled = {zone.name for zone in public.zones if zone.cards}
    return [zone for zone in board.zones if zone.name not in filled and zone not in public.zones]


def _open(zone: CardArea, own: Sequence[Board]) -> CardArea:
    """A zone in the middle as seen by a seat that sees more of it, if there is one."""
    versions = [one for board in own for one in board.zones if one.name == zone.name]
    return next((one for one in versions if one.cards != zone.cards), zone)
