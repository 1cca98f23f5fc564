"""Effects of played cards: when each kind can be played, and what it does. Spec, section 5.1.

Each group of effects has its own file: `effects_fight.py`, `effects_roll.py`, `effects_cards.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from referee.games.lootroll.kinds import Effect, K, WindowName
from referee.games.lootroll.state import LootTable
from referee.kernel.seats import Seat


class Attempt(NamedTuple):
    """A play that is being considered.

    `bag_left` is the number of cards in the player's bag once the played card has left its zone.

    If the effect has no target, `target` is the player.
    """

    seat: Seat
    target: Seat
    window: WindowName
    bag_left: int


May = Callable[[LootTable, K, Attempt], bool]
Do = Callable[[LootTable, K, Seat, Seat], None]

RULES: dict[type[Any], tuple[May[Any], Do[Any]]] = {}


def always(_t: LootTable, _effect: object, _attempt: Attempt) -> bool:
    """No restriction."""
    return True


def rule(kind: type[K], may: May[K] = always) -> Callable[[Do[K]], Do[K]]:
    """Register the effect of a kind, and the condition for listing it."""

    def register(do: Do[K]) -> Do[K]:
        RULES[kind] = (may, do)
        return do

    return register


def targets(t: LootTable, effect: Effect, seat: Seat, window: WindowName, bag_left: int) -> list[Seat | None]:
    """The targets with which a seat may play an effect, clockwise from itself; [None] if it takes none."""
    may, _ = RULES[type(effect)]
    wanted = getattr(effect, "target", None)
    if wanted is None:
        return [None] if may(t, effect, Attempt(seat, seat, window, bag_left)) else []
    seats = [seat] if wanted == "self" else t.clockwise(seat)[wanted == "other" :]
    return [target for target in seats if may(t, effect, Attempt(seat, target, window, bag_left))]


def work_out(t: LootTable, effect: Effect, seat: Seat, target: Seat | None) -> None:
    """Apply the effect of a played card."""
    _, do = RULES[type(effect)]
    do(t, effect, seat, seat if target is None else target)
