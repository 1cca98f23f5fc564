"""What a seat can play in a window, and playing it: spec, section 4."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.lootroll.cards import CardId, Use
from referee.games.lootroll.choices import Equip, Play, PlayAbility, PlayGear, PlayLoot
from referee.games.lootroll.effects import targets, work_out
from referee.games.lootroll.events import Played
from referee.games.lootroll.gear import may_equip, put_on, take_off
from referee.games.lootroll.kinds import Effect, NoAbilities, WindowName
from referee.games.lootroll.piles import discard, kinds_in
from referee.games.lootroll.state import LootTable
from referee.kernel.seats import Seat

EQUIP_WINDOWS = ("turn", "prep", "fight")
FIGHT_WINDOWS = ("prep", "fight")


def begin_window(t: LootTable, window: WindowName) -> None:
    """Begins a window: nobody has played in it."""
    t.window = window
    t.plays = [0] * t.seat_count


def end_window(t: LootTable) -> None:
    """Ends the window."""
    t.window = None
    t.passing = None
    t.plays = []


def plays(t: LootTable, seat: Seat, window: WindowName) -> list[Play]:
    """All legal plays in the order of the spec; none once the play limit is reached."""
    if t.plays[seat] >= t.cards.plays_per_window:
        return []
    listed: list[Play] = []
    if not abilities_forbidden(t, window):
        listed += _abilities(t, seat, window)
    listed += _loot(t, seat, window)
    listed += _gear(t, seat, window)
    if window in EQUIP_WINDOWS:
        listed += _equips(t, seat)
    return listed


def abilities_forbidden(t: LootTable, window: WindowName) -> bool:
    """Whether the monster allows no abilities."""
    return window in FIGHT_WINDOWS and any(isinstance(effect, NoAbilities) for effect in t.monster_effects())


def usable_gear(t: LootTable, seat: Seat, window: WindowName) -> Iterator[tuple[CardId, Use]]:
    """What is equipped, not spent, and can be played in the window; everybody can see this."""
    for card in sorted(t.adventurers[seat].gear()):
        use = t.loot(card).use
        if use is not None and window in use.windows and card not in t.spent:
            yield card, use


def _abilities(t: LootTable, seat: Seat, window: WindowName) -> Iterator[Play]:
    adventurer = t.adventurers[seat]
    for card in kinds_in(adventurer.hand):
        ability = t.cards.abilities[card]
        if window in ability.windows:
            for target in targets(t, ability.effect, seat, window, len(adventurer.bag)):
                yield PlayAbility(card, target)


def _loot(t: LootTable, seat: Seat, window: WindowName) -> Iterator[Play]:
    bag = t.adventurers[seat].bag
    for card in kinds_in(bag):
        use = t.loot(card).use
        if use is not None and t.loot(card).slot is None and window in use.windows:
            for target in targets(t, use.effect, seat, window, len(bag) - 1):
                yield PlayLoot(card, target)


def _gear(t: LootTable, seat: Seat, window: WindowName) -> Iterator[Play]:
    for card, use in usable_gear(t, seat, window):
        for target in targets(t, use.effect, seat, window, len(t.adventurers[seat].bag)):
            yield PlayGear(card, target)


def _equips(t: LootTable, seat: Seat) -> Iterator[Play]:
    bag = t.adventurers[seat].bag
    for card in kinds_in(bag):
        if may_equip(t, seat, card, len(bag) - 1):
            yield Equip(card)


def carry_out(t: LootTable, seat: Seat, play: Play) -> None:
    """Plays a card: it leaves its zone, then its effect is worked out."""
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
    """Discards the played card, then works out its effect."""
    t.tell(Played(seat, card, target))
    discard(t, card)
    work_out(t, effect, seat, target)


def use_gear(t: LootTable, seat: Seat, card: CardId, target: Seat | None) -> None:
    """Gear is used up, or spent until the next dungeon."""
    use = use_of(t, card)
    if use.cost == "discard":
        take_off(t, seat, card)
        use_up(t, seat, card, use.effect, target)
        return
    t.spent = sorted([*t.spent, card])
    t.tell(Played(seat, card, target))
    work_out(t, use.effect, seat, target)


def use_of(t: LootTable, card: CardId) -> Use:
    """How loot that can be played is used."""
    use = t.loot(card).use
    assert use is not None, f"{card} can not be played"
    return use
