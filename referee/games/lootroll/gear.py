"""Equipping and survivability: rulebook, "Survivability" and "Card Management"; spec, section 3."""

from __future__ import annotations

from referee.games.lootroll.cards import CardId, Loot
from referee.games.lootroll.events import Equipped
from referee.games.lootroll.kinds import Discount, IgnoreSlot, RollPassive, ShieldLoss, SurvIf
from referee.games.lootroll.state import LootTable
from referee.kernel.seats import Seat


def survivability(t: LootTable, seat: Seat) -> int:
    """What the seat counts for in a fight now."""
    ignored = [effect.slot for effect in t.monster_effects() if isinstance(effect, IgnoreSlot)]
    total = t.cards.rules.base_survivability
    for card in worn(t, seat):
        if not any(slot in card.fills for slot in ignored):
            total += card.surv
            if isinstance(card.passive, SurvIf) and condition_holds(t, seat, card.passive):
                total += card.passive.amount
    return total if t.fight is None else total + t.fight.surv.get(seat, 0)


def condition_holds(t: LootTable, seat: Seat, passive: SurvIf) -> bool:
    """Whether it is a fight against a boss; whether the seat is the only fighter."""
    if t.fight is None:
        return False
    return t.fight.mode == "boss" if passive.when == "boss" else t.fight.fighters == [seat]


def worn(t: LootTable, seat: Seat) -> list[Loot]:
    """The cards that the seat has equipped."""
    loot = t.cards.loot
    return [loot[card] for card in t.adventurers[seat].gear()]


def passive_amount(t: LootTable, seat: Seat, kind: type[RollPassive | ShieldLoss | Discount]) -> int:
    """The sum of a seat's passives of one kind."""
    return sum(card.passive.amount for card in worn(t, seat) if isinstance(card.passive, kind))


def displaced_by(t: LootTable, seat: Seat, card: CardId) -> list[CardId]:
    """What has to give way to a card."""
    slots = t.adventurers[seat].slots
    return list(dict.fromkeys(slots[slot] for slot in t.loot(card).fills if slot in slots))


def may_equip(t: LootTable, seat: Seat, card: CardId, bag_left: int) -> bool:
    """Whether a card can be equipped when `bag_left` cards stay in the bag."""
    if not t.loot(card).fills:
        return False
    displaced = displaced_by(t, seat, card)
    return card not in displaced and bag_left + len(displaced) <= t.cards.rules.bag_limit


def put_on(t: LootTable, seat: Seat, card: CardId) -> None:
    """Equips a card that has left its zone; what it displaces goes into the bag."""
    displaced = displaced_by(t, seat, card)
    for old in displaced:
        take_off(t, seat, old)
        t.adventurers[seat].bag.append(old)
    for slot in t.loot(card).fills:
        t.adventurers[seat].slots[slot] = card
    t.tell(Equipped(seat, card, displaced))


def take_off(t: LootTable, seat: Seat, card: CardId) -> None:
    """Empties the slots that a card fills."""
    for slot in t.loot(card).fills:
        del t.adventurers[seat].slots[slot]
