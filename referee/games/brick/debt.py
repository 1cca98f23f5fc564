"""The chapter "Debt Tokens" of the rulebook; section 3 of the game's specification.

A token pays money at once, and costs points at the end.
"""

from __future__ import annotations

from referee.games.brick.state import BrickTable, Player
from referee.kernel.seats import Seat

DOLLARS_PER_TOKEN = 2


def tokens_for(dollars: int) -> int:
    """The smallest number of tokens that pays at least `missing` dollars; 0 if nothing is missing."""
    return -(-max(0, dollars) // DOLLARS_PER_TOKEN)


def credit(t: BrickTable, seat: Seat) -> int:
    """The dollars that a seat may still raise by taking tokens voluntarily (ruling R12)."""
    return DOLLARS_PER_TOKEN * max(0, t.cards.setup.voluntary_debt_limit - t.players[seat].debt)


def pay(player: Player, dollars: int, tokens: int) -> None:
    """Take tokens, then pay. The seat keeps a dollar that is left over."""
    player.debt += tokens
    player.cash += DOLLARS_PER_TOKEN * tokens - dollars
