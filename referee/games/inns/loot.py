"""The chapters "Table Setting" and "Loot Ability" of the rulebook.

See sections 4.3 and 5.2, steps 3 and 4, of the specification.
"""

from __future__ import annotations

from referee.games.inns.events import Collected, Loot, Moved
from referee.games.inns.state import InnsTable
from referee.games.inns.traits import count
from referee.games.inns.words import Reason
from referee.kernel.seats import Seat


def gain(t: InnsTable, seat: Seat, amount: int, reason: Reason) -> None:
    """Put Loot from the Treasure Pile onto a Table Setting."""
    if amount:
        t.players[seat].table += amount
        t.loot_out += amount
        t.tell(Loot(seat, amount, reason))


def give(t: InnsTable, giver: Seat, taker: Seat, amount: int, reason: Reason) -> None:
    """Move Loot from one Table Setting to another."""
    if amount:
        t.players[giver].table -= amount
        t.players[taker].table += amount
        t.tell(Moved(giver, taker, amount, reason))


def pay_back(t: InnsTable, seat: Seat, amount: int) -> None:
    """Return Loot from a Table Setting to the Treasure Pile."""
    t.players[seat].table -= amount
    t.loot_out -= amount


def loot_ability(t: InnsTable, seat: Seat) -> int:
    """What the Loot Ability of a seat's card earns now; nothing if the card is blocked."""
    if t.players[seat].blocked:
        return 0
    ability = t.card(seat).loot
    return ability.base + (0 if ability.count is None else ability.amount * count(t, seat, ability.count))


def collect(t: InnsTable) -> None:
    """Apply all Loot Abilities, computed from the same final state, then move all Loot into the Hoards."""
    abilities = [loot_ability(t, seat) for seat in t.all_seats()]
    for seat in t.table_order():
        player = t.players[seat]
        t.tell(Collected(seat, player.table, abilities[seat]))
        player.hoard += player.table + abilities[seat]
        player.table = 0
        t.loot_out += abilities[seat]
