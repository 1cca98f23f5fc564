"""The chapters "Preparation Phase" and "Fight Phase" of the rulebook; section 7.4 of the game's specification."""

from __future__ import annotations

from referee.games.lootroll.choices import FLEE, STAND, Flee, Stand
from referee.games.lootroll.duties import must_lose
from referee.games.lootroll.effects_fight import running_fight
from referee.games.lootroll.events import ChoicesShown, Discarded, FightEnded, LaidOut, MonsterRevealed, MonsterUnder
from referee.games.lootroll.gear import passive_amount, survivability
from referee.games.lootroll.kinds import (
    ExtraLoss,
    FlightCost,
    K,
    LoseAbility,
    NoFlight,
    PerFighter,
    RollBonus,
    ShieldLoss,
    WeakSlot,
    WinAbility,
)
from referee.games.lootroll.piles import discard, draw, draw_ability, draw_some
from referee.games.lootroll.state import Fight, LootTable, Spoils
from referee.games.lootroll.windows import open_window
from referee.kernel.asking import ask_all
from referee.kernel.seats import Seat


def reveal(t: LootTable, mode: str) -> None:
    """Turn up the top monster."""
    monster = draw(t, "monster")
    assert monster is not None, "there are monsters outside a fight"
    t.fight = Fight(monster, "boss" if mode == "boss" else "normal")
    t.tell(MonsterRevealed(monster, t.fight.mode))
    open_window(t, "prep")


async def choose_sides(t: LootTable) -> None:
    """Let all seats choose at the same time, unless nobody can flee; then the seats that fled pay for it."""
    fight = running_fight(t)
    fighters = t.all_seats()
    if not monsters(t, NoFlight):
        listed: list[Stand | Flee] = [STAND, FLEE]
        chosen = await ask_all(dict.fromkeys(fighters, listed), dict.fromkeys(fighters, listed.index(FLEE)))
        fighters = [seat for seat in fighters if chosen[seat] is STAND]
    fight.shown = True
    fight.fighters = fighters
    t.tell(ChoicesShown(tuple(fighters)))
    for effect in monsters(t, FlightCost):
        for seat in t.clockwise(t.active):
            if seat not in fighters:
                must_lose(t, seat, effect.amount)


def stand_or_flee(t: LootTable) -> bool:
    """Open the fight window. If nobody fights, put the monster under its deck and return False."""
    fight = running_fight(t)
    if fight.fighters:
        open_window(t, "fight")
        return True
    t.decks["monster"].append(fight.monster)
    t.tell(MonsterUnder(fight.monster))
    t.fight = None
    return False


def party_wins(t: LootTable) -> bool:
    """Whether the party is stronger than the monster; without a fighter it is defeated."""
    fighters = running_fight(t).fighters
    party = sum([survivability(t, seat) for seat in fighters])
    monster = monster_survivability(t)
    won = bool(fighters) and party > monster
    t.tell(FightEnded(won, party, monster))
    return won


def monster_survivability(t: LootTable) -> int:
    """The survivability that the party must exceed."""
    fight = running_fight(t)
    total = t.cards.monsters[fight.monster].numbers(fight.mode).surv + fight.monster_surv
    for effect in t.monster_effects():
        if isinstance(effect, PerFighter):
            total += effect.amount * len(fight.fighters)
        elif isinstance(effect, WeakSlot):
            total += effect.amount * sum([fills(t, seat, effect.slot) for seat in fight.fighters])
    return total


def fills(t: LootTable, seat: Seat, slot: str) -> bool:
    """Whether a seat wears something in that slot; the slot "two" means a two-handed card."""
    slots = t.adventurers[seat].slots
    if slot == "two":
        return "main" in slots and t.loot(slots["main"]).slot == "two"
    return slot in slots


def lose_loot(t: LootTable) -> None:
    """Make each fighter lose as many cards as it would have gained, minus its shields (ruling 18)."""
    fight = running_fight(t)
    lost = t.cards.monsters[fight.monster].numbers(fight.mode).loot
    lost += sum(effect.amount for effect in monsters(t, ExtraLoss))
    for seat in fighters_in_turn(t):
        must_lose(t, seat, lost - passive_amount(t, seat, ShieldLoss) - fight.shield.get(seat, 0))


def end_defeat(t: LootTable) -> None:
    """After the loot, make fighters lose abilities; discard the monster."""
    fight = running_fight(t)
    for effect in monsters(t, LoseAbility):
        for seat in fighters_in_turn(t):
            for _ in range(effect.amount):
                forget_ability(t, seat)
    discard(t, fight.monster)
    t.fight = None


def forget_ability(t: LootTable, seat: Seat) -> None:
    """Discard a random ability from the hand, if it has one."""
    hand = t.adventurers[seat].hand
    if hand:
        card = t.chance("lose ability").pick(hand)
        hand.remove(card)
        discard(t, card)
        t.tell(Discarded(seat, card, "forgotten"))


def take_spoils(t: LootTable) -> None:
    """End a won fight: gain abilities, discard the monster and lay out the loot."""
    fight = running_fight(t)
    for effect in monsters(t, WinAbility):
        for seat in fighters_in_turn(t):
            for _ in range(effect.amount):
                draw_ability(t, seat)
    bonus = roll_bonuses(t, fight.fighters)
    discard(t, fight.monster)
    if fight.mode == "boss":
        t.cleared = True
    else:
        t.regulars += 1
    numbers = t.cards.monsters[fight.monster].numbers(fight.mode)
    drawn = draw_some(t, numbers.rarity, numbers.loot + fight.more_loot)
    t.tell(LaidOut(tuple(drawn)))
    t.spoils = Spoils(fight.fighters, sorted(drawn, key=t.treasure), bonus)
    t.fight = None


def roll_bonuses(t: LootTable, fighters: list[Seat]) -> dict[Seat, int]:
    """What the strongest or weakest fighters, including ties, add to their rolls."""
    strengths = {seat: survivability(t, seat) for seat in fighters}
    bonus: dict[Seat, int] = {}
    for effect in monsters(t, RollBonus):
        wanted = (max if effect.who == "highest_surv" else min)(strengths.values())
        for seat, strength in strengths.items():
            if strength == wanted:
                bonus[seat] = bonus.get(seat, 0) + effect.amount
    return bonus


def fighters_in_turn(t: LootTable) -> list[Seat]:
    """The fighters, clockwise from the active seat."""
    fighters = running_fight(t).fighters
    return [seat for seat in t.clockwise(t.active) if seat in fighters]


def monsters(t: LootTable, kind: type[K]) -> list[K]:
    """The monster's effects of one kind."""
    return [effect for effect in t.monster_effects() if isinstance(effect, kind)]
