"""The plays that a seat can make in a window, and carrying them out (section 4 of the game's specification)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.lootroll.cards import Use
from referee.games.lootroll.choices import Equip, Play, PlayAbility, PlayGear, PlayLoot
from referee.games.lootroll.effects import targets, work_out
from referee.games.lootroll.events import Played
from referee.games.lootroll.gear import may_equip, put_on, take_off
from referee.games.lootroll.kinds import Effect, NoAbilities, WindowName
from referee.games.lootroll.piles import discard, kinds_in
from referee.games.lootroll.state import LootTable
from referee.games.lootroll.words import CardId
from referee.kernel.seats import Seat

EQUIP_WINDOWS = ("turn", "prep", "fight")
FIGHT_WINDOWS = ("prep", "fight")


def begin_window(t: LootTable, window: WindowName) -> None:
    """Begin a window: no seat has played in it."""
    t.window = window
    t.plays = [0] * t.seat_count


def end_window(t: LootTable) -> None:
    """End the window."""
    t.window = None
    t.passing = None
    t.plays = []


def plays(t: LootTable, seat: Seat, window: WindowName) -> list[Play]:
    """All legal plays in the order of the game's specification; none once the play limit is reached."""
    if t.plays[seat] >= t.cards.plays_per_window:
        return []
    listed: list[Play] = []
    in_bag = kinds_in(t.adventurers[seat].bag)
    if not abilities_forbidden(t, window):
        listed += _abilities(t, seat, window)
    listed += _loot(t, seat, window, in_bag)
    listed += _gear(t, seat, window)
    if window in EQUIP_WINDOWS:
        listed += _equips(t, seat, in_bag)
    return listed


def abilities_forbidden(t: LootTable, window: WindowName) -> bool:
    """Whether the monster forbids abilities."""
    return window in FIGHT_WINDOWS and NoAbilities in map(type, t.monster_effects())


def usable_gear(t: LootTable, seat: Seat, window: WindowName) -> list[CardId]:
    """The gear that is equipped, unspent and playable in the window; this is public."""
    usable: set[CardId] = set()
    for card in t.adventurers[seat].slots.values():
        use = t.cards.loot[card].use
        if use is not None and window in use.windows and card not in t.spent:
            usable.add(card)
    return sorted(usable)


def _abilities(t: LootTable, seat: Seat, window: WindowName) -> Iterator[Play]:
    adventurer = t.adventurers[seat]
    for card in kinds_in(adventurer.hand):
        ability = t.cards.abilities[card]
        if window in ability.windows:
            for target in targets(t, ability.effect, seat, window, len(adventurer.bag)):
                yield PlayAbility(card, target)


def _loot(t: LootTable, seat: Seat, window: WindowName, in_bag: list[CardId]) -> Iterator[Play]:
    bag_left = len(t.adventurers[seat].bag) - 1
    for card in in_bag:
        loot = t.loot(card)
        use = loot.use
        if use is not None and loot.slot is None and window in use.windows:
            for target in targets(t, use.effect, seat, window, bag_left):
                yield PlayLoot(card, target)


def _gear(t: LootTable, seat: Seat, window: WindowName) -> Iterator[Play]:
    for card in usable_gear(t, seat, window):
        for target in targets(t, use_of(t, card).effect, seat, window, len(t.adventurers[seat].bag)):
            yield PlayGear(card, target)


def _equips(t: LootTable, seat: Seat, in_bag: list[CardId]) -> Iterator[Play]:
    bag_left = len(t.adventurers[seat].bag) - 1
    for card in in_bag:
        if may_equip(t, seat, card, bag_left):
            yield Equip(card)


def carry_out(t: LootTable, seat: Seat, play: Play) -> None:
    """Play a card: it leaves its zone, then its effect is applied."""
    t.plays[seat] += 1
    adventurer = t.adventurers[seat]
    match play:
        case PlayAbility(card, target):
            adventurer.hand.remove(card)
            use_up(t, seat, card, t.cards.abilities[card].effect, target)
        case PlayLoot(card, target):
            adventurer.bag.remove(card)
            use_up(t, seat, card, use_of(t, card).effect, target)
        case PlayGear(card, target):
            use_gear(t, seat, card, target)
        case equip:
            adventurer.bag.remove(equip.card)
            put_on(t, seat, equip.card)


def use_up(t: LootTable, seat: Seat, card: CardId, effect: Effect, target: Seat | None) -> None:
    """Discard the played card, then apply its effect."""
    t.tell(Played(seat, card, target))
    discard(t, card)
    work_out(t, effect, seat, target)


def use_gear(t: LootTable, seat: Seat, card: CardId, target: Seat | None) -> None:
    """Discard used gear, or mark it as spent until the next dungeon."""
    use = use_of(t, card)
    if use.cost == "discard":
        take_off(t, seat, card)
        use_up(t, seat, card, use.effect, target)
        return
    t.spent = sorted([*t.spent, card])
    t.tell(Played(seat, card, target))
    work_out(t, use.effect, seat, target)


def use_of(t: LootTable, card: CardId) -> Use:
    """The use of loot that can be played."""
    use = t.loot(card).use
    assert use is not None, f"{card} cannot be played"
    return use
