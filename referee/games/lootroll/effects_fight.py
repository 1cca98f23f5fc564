"""Effects on the running fight."""

from __future__ import annotations

from referee.games.lootroll.effects import Attempt, rule
from referee.games.lootroll.events import MonsterRevealed, MonsterUnder
from referee.games.lootroll.kinds import EnterFight, LeaveFight, MonsterSurv, MoreLoot, ShieldLoss, Surv, SwapMonster
from referee.games.lootroll.piles import draw
from referee.games.lootroll.state import Fight, LootTable
from referee.kernel.seats import Seat


def running_fight(t: LootTable) -> Fight:
    """The running fight, which must exist."""
    assert t.fight is not None, "there is no fight"
    return t.fight


def before_choices_or_fighter(t: LootTable, _effect: Surv | ShieldLoss, attempt: Attempt) -> bool:
    """Whether the target is allowed: any seat in the window `prep`, but only a fighter in the window `fight`."""
    return attempt.window == "prep" or attempt.target in running_fight(t).fighters


def is_fighter(t: LootTable, _effect: LeaveFight, attempt: Attempt) -> bool:
    """Whether the target fights."""
    return attempt.target in running_fight(t).fighters


def is_no_fighter(t: LootTable, _effect: EnterFight, attempt: Attempt) -> bool:
    """Whether the target has fled."""
    return attempt.target not in running_fight(t).fighters


@rule(Surv, before_choices_or_fighter)
def surv(t: LootTable, effect: Surv, _seat: Seat, target: Seat) -> None:
    """Change the target's survivability.

    If the target leaves the fight and returns, the change still counts (ruling 40).
    """
    played = running_fight(t).surv
    played[target] = played.get(target, 0) + effect.amount


@rule(MonsterSurv)
def monster_surv(t: LootTable, effect: MonsterSurv, _seat: Seat, _target: Seat) -> None:
    """Make the monster stronger or weaker."""
    running_fight(t).monster_surv += effect.amount


@rule(MoreLoot)
def more_loot(t: LootTable, effect: MoreLoot, _seat: Seat, _target: Seat) -> None:
    """Add loot for a win; losses are unchanged."""
    running_fight(t).more_loot += effect.amount


@rule(ShieldLoss, before_choices_or_fighter)
def shield_loss(t: LootTable, effect: ShieldLoss, seat: Seat, _target: Seat) -> None:
    """Protect the player."""
    played = running_fight(t).shield
    played[seat] = played.get(seat, 0) + effect.amount


@rule(LeaveFight, is_fighter)
def leave_fight(t: LootTable, _effect: LeaveFight, _seat: Seat, target: Seat) -> None:
    """Make the target count as fled."""
    running_fight(t).fighters.remove(target)


@rule(EnterFight, is_no_fighter)
def enter_fight(t: LootTable, _effect: EnterFight, _seat: Seat, target: Seat) -> None:
    """Make the target a fighter."""
    fight = running_fight(t)
    fight.fighters = sorted([*fight.fighters, target])


@rule(SwapMonster)
def swap_monster(t: LootTable, _effect: SwapMonster, _seat: Seat, _target: Seat) -> None:
    """Replace the monster. The mode and all effects stay. If there is no other monster, the present one stays."""
    fight = running_fight(t)
    following = draw(t, "monster")
    if following is None:
        return
    t.decks["monster"].append(fight.monster)
    t.tell(MonsterUnder(fight.monster))
    fight.monster = following
    t.tell(MonsterRevealed(following, fight.mode))
