"""The order of turns.

See "Player turns" and "Cleanup phase" in the rulebook; sections 5, 9 and 10 of the specification.
"""

from __future__ import annotations

from referee.games.inventory.drawing import new_hand
from referee.games.inventory.events import TurnBegins
from referee.games.inventory.markets import cycle_common, cycle_premium
from referee.games.inventory.scoring import tell_end
from referee.games.inventory.setup import begin_first_turn
from referee.games.inventory.state import InventoryTable
from referee.kernel.seats import Seat, next_seat


def begin_game(t: InventoryTable) -> None:
    """Begin the game once all seats have equipped."""
    begin_first_turn(t)
    begin_turn(t, t.first)


def begin_turn(t: InventoryTable, seat: Seat) -> None:
    """Begin a turn. A round begins with the first seat's turn."""
    t.active = seat
    t.round += seat == t.first
    t.tell(TurnBegins(t.round, seat))


def clean_up(t: InventoryTable) -> None:
    """Draw a new hand for the active seat, and lay out new cards in both markets."""
    new_hand(t, t.seat)
    cycle_premium(t)
    cycle_common(t)


def next_turn(t: InventoryTable) -> bool:
    """Pass the turn to the next seat. Returns False if the game ends with this round."""
    following = next_seat(t.seat_count, t.seat)
    if t.end is not None and following == t.first:
        tell_end(t)
        return False
    begin_turn(t, following)
    return True
