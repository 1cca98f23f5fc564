"""The chapters "Blocking Ability", "Blocking Chart" and "When Blocked" of the rulebook.

See section 5.2, step 2 c1, of the specification.
"""

from __future__ import annotations

from referee.games.inns.choices import NO_BLOCK, Block, NoBlock
from referee.games.inns.events import Blocked, Unblocked
from referee.games.inns.state import InnsTable
from referee.games.inns.traits import others_reached
from referee.games.inns.words import Reason
from referee.kernel.asking import ask
from referee.kernel.seats import Seat


async def use_block_ability(t: InnsTable, seat: Seat) -> None:
    """Let a card with the Block icon block one card of the initiative that the blocking chart states."""
    targets = block_targets(t, seat)
    if targets:
        choice: NoBlock | Block = await ask(seat, [NO_BLOCK, *map(Block, targets)])
        if isinstance(choice, Block):
            block(t, choice.seat, by=seat, reason=Reason.BLOCK_ABILITY)


def block_targets(t: InnsTable, seat: Seat) -> list[Seat]:
    """The seats that the Block Ability reaches, clockwise."""
    initiative = t.card(seat).may_block
    if initiative is None:
        return []
    reached = others_reached(t.seat_count, seat, ranged=True)
    return [other for other in reached if can_be_blocked(t, other) and t.card(other).initiative == initiative]


def can_be_blocked(t: InnsTable, seat: Seat) -> bool:
    """Whether a seat's card lies face up and is not blocked."""
    player = t.players[seat]
    return player.face_up and not player.blocked


def block(t: InnsTable, seat: Seat, *, by: Seat, reason: Reason) -> None:
    """Block a card; blocking it again has no effect."""
    if not t.players[seat].blocked:
        t.players[seat].blocked = True
        t.tell(Blocked(seat, by, reason))


def unblock(t: InnsTable, seat: Seat, *, by: Seat) -> None:
    """Unblock a card, if it was blocked."""
    if t.players[seat].blocked:
        t.players[seat].blocked = False
        t.tell(Unblocked(seat, by))
