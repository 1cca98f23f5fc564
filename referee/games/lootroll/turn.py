"""The chapters "Turn Phase Options" and "Dungeon Progression" of the rulebook.

See sections 7.1 to 7.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.lootroll.choices import (
    DISCARD_LOOT,
    DONE,
    EQUIP_FOUND,
    EXPLORE,
    FIGHT_BOSS,
    FIGHT_NORMAL,
    KEEP,
    LEAVE,
    DiscardLoot,
    Done,
    Drop,
    EquipFound,
    Explore,
    FightMonster,
    Keep,
    Leave,
    Play,
    UseFound,
)
from referee.games.lootroll.effects import targets
from referee.games.lootroll.events import Discarded, DungeonBegins, DungeonEnded, FindShown, Found, Kept, TurnBegins
from referee.games.lootroll.gear import may_equip, put_on
from referee.games.lootroll.piles import can_draw, cheapest, discard, discard_from_bag, draw, kinds_in
from referee.games.lootroll.plays import begin_window, end_window, plays, use_of, use_up
from referee.games.lootroll.state import LootTable
from referee.kernel.asking import ask
from referee.kernel.seats import next_seat

MainAction = Explore | FightMonster | DiscardLoot


def begin_dungeon(t: LootTable) -> None:
    """Enter the next dungeon: no monster is defeated, no turn taken, and no gear spent."""
    t.dungeon += 1
    t.regulars = t.turns = 0
    t.cleared = False
    t.spent = []
    t.tell(DungeonBegins(t.dungeon, t.active))
    begin_turn(t)


def begin_turn(t: LootTable) -> None:
    """Begin the turn of the active seat."""
    t.tell(TurnBegins(t.active))
    begin_window(t, "turn")


async def choose_turn(t: LootTable) -> Play | MainAction:
    """Ask for a play or for the main action, which ends the window."""
    main = main_actions(t)
    played = plays(t, t.active, "turn")
    choice: Play | MainAction = await ask(t.active, [*played, *main], default=len(played))
    if isinstance(choice, MainAction):
        end_window(t)
    return choice


def main_actions(t: LootTable) -> Sequence[MainAction]:
    """The main actions in the order of the game's specification; the first is the default.

    After four regular monsters, the only main action is a boss fight.
    """
    if t.regulars >= t.cards.rules.regulars_before_boss:
        return [FIGHT_BOSS]
    listed: list[MainAction] = [EXPLORE] if can_draw(t, "common") else []
    listed += [FIGHT_NORMAL, FIGHT_BOSS]
    if t.adventurers[t.active].bag:
        listed.append(DISCARD_LOOT)
    return listed


def explore(t: LootTable) -> None:
    """Draw a common card that only the seat sees."""
    t.found = draw(t, "common")
    t.tell(Found(t.active), {t.active: Found(t.active, t.found)})


async def decide_on_find(t: LootTable) -> None:
    """Ask about the found card: keep it, or leave it if the bag is full; equip or use it if that is allowed."""
    seat, card = t.active, t.found
    assert card is not None, "nothing was found"
    room = t.has_room(seat)
    choice: Keep | Leave | EquipFound | UseFound = await ask(seat, [KEEP if room else LEAVE, *other_uses(t, card)])
    t.found = None
    if not isinstance(choice, Keep):
        t.tell(FindShown(seat, card))
    match choice:
        case Keep():
            t.adventurers[seat].bag.append(card)
            t.tell(Kept(seat), {seat: Kept(seat, card)})
        case Leave():
            discard(t, card)
            t.tell(Discarded(seat, card, "left"))
        case EquipFound():
            put_on(t, seat, card)
        case use_found:
            use_up(t, seat, card, use_of(t, card).effect, use_found.target)


def other_uses(t: LootTable, card: str) -> list[EquipFound | UseFound]:
    """The other options for a found card."""
    bag = len(t.adventurers[t.active].bag)
    if may_equip(t, t.active, card, bag):
        return [EQUIP_FOUND]
    loot = t.loot(card)
    if loot.slot is not None or loot.use is None or "turn" not in loot.use.windows:
        return []
    return [UseFound(target) for target in targets(t, loot.use.effect, t.active, "turn", bag)]


async def drop_one(t: LootTable) -> bool:
    """Discard one card from the bag, or stop after the first. Returns whether discarding continues."""
    bag = t.adventurers[t.active].bag
    cards = kinds_in(bag)
    drops = [Drop(card) for card in cards]
    choice: Done | Drop
    if t.dropped == 0:
        choice = await ask(t.active, drops, cheapest(t, cards))
    else:
        choice = await ask(t.active, [DONE, *drops])
    if isinstance(choice, Drop):
        discard_from_bag(t, t.active, choice.card, "dropped")
        t.dropped += 1
        if bag:
            return True
    t.dropped = 0
    return False


def end_turn(t: LootTable) -> bool:
    """End the turn. Returns whether the dungeon continues. Either way the next seat becomes active."""
    t.turns += 1
    t.active = next_seat(t.seat_count, t.active)
    if not t.cleared and t.turns < t.turn_limit:
        begin_turn(t)
        return True
    t.tell(DungeonEnded(t.dungeon, t.cleared))
    return False
