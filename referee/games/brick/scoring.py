"""The chapters "Game End" and "Final Scoring" of the rulebook; section 6 of the game's specification."""

from __future__ import annotations

from referee.games.brick.events import GameOver
from referee.games.brick.state import BrickTable
from referee.kernel.ranking import Result, places
from referee.kernel.seats import Seat


def ends_now(t: BrickTable) -> bool:
    """Whether the match ends with this month."""
    return t.last_round or t.month >= t.cards.ending[t.seat_count].last_month


def score(t: BrickTable, seat: Seat) -> int:
    """The score: points, plus the points of open stores, minus the penalties for empty slots and debt tokens."""
    player = t.players[seat]
    stores = sum(t.card(store).points for store in player.building)
    empty = sum(t.cards.building.empty_slot_penalty[len(player.building) :])
    return player.points + stores - empty - player.debt


def result(t: BrickTable) -> Result:
    """The result. Equal scores are decided by the turn order: earlier is better (ruling R46)."""
    scores = [score(t, seat) for seat in t.all_seats()]
    keys = [(scores[seat], -t.order.index(seat)) for seat in t.all_seats()]
    return Result(places(keys), scores, "points" if t.last_round else "last_month")


def tell_end(t: BrickTable) -> None:
    """Announce the result."""
    final = result(t)
    t.tell(GameOver(tuple(final.scores), tuple(final.places), final.reason))
