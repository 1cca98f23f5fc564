"""Effects on a set of dice."""

from __future__ import annotations

from referee.games.lootroll.effects import Attempt, rule
from referee.games.lootroll.events import DieChanged
from referee.games.lootroll.kinds import Reroll, Roll, SetDie
from referee.games.lootroll.state import LootTable, Spoils
from referee.kernel.seats import Seat


def running_spoils(t: LootTable) -> Spoils:
    """The running roll phase, which must exist."""
    assert t.spoils is not None, "there is nothing to roll for"
    return t.spoils


def is_rolling(t: LootTable, _effect: Roll | Reroll | SetDie, attempt: Attempt) -> bool:
    """Whether the target rolls for this card."""
    return attempt.target in running_spoils(t).dice


def rolled_die(t: LootTable) -> int:
    """Roll the d20."""
    return t.chance("dice").below(t.cards.rules.die) + 1


@rule(Roll, is_rolling)
def roll(t: LootTable, effect: Roll, _seat: Seat, target: Seat) -> None:
    """Modify the target's total for this set of dice."""
    running_spoils(t).modifiers[target] += effect.amount


@rule(Reroll, is_rolling)
def reroll(t: LootTable, _effect: Reroll, _seat: Seat, target: Seat) -> None:
    """Replace the die; its modifiers stay."""
    turn_die(t, target, rolled_die(t))


@rule(SetDie, is_rolling)
def set_die(t: LootTable, effect: SetDie, _seat: Seat, target: Seat) -> None:
    """Set the die, even beyond 20; its modifiers stay."""
    turn_die(t, target, effect.value)


def turn_die(t: LootTable, target: Seat, die: int) -> None:
    """Change the number that a die shows."""
    running_spoils(t).dice[target] = die
    t.tell(DieChanged(target, die))
