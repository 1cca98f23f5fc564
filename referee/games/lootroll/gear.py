"""Equipping and survivability.

See "Survivability" and "Card Management" in the rulebook; section 3 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from referee.games.lootroll.cards import Cards, Loot
from referee.games.lootroll.events import Equipped
from referee.games.lootroll.kinds import Discount, IgnoreSlot, RollPassive, ShieldLoss, SurvIf
from referee.games.lootroll.state import Fight, LootTable
from referee.games.lootroll.words import CardId
from referee.kernel.seats import Seat

# The card in a slot.
Filled = CardId | None


class Outfit(Struct, frozen=True, gc=False):
    """What a seat wears: the cards in the order of SLOTS, and their survivability, unconditional and on a condition."""

    slots: tuple[Filled, Filled, Filled, Filled, Filled, Filled]
    strength: int
    passives: tuple[SurvIf, ...]


def outfits(t: LootTable) -> Sequence[Outfit]:
    """What the seats wear now; survivability that the monster ignores is left out."""
    worn_cards = tuple([tuple(wearer.slots.values()) for wearer in t.adventurers])
    return _outfits(t.cards, worn_cards, None if t.fight is None else t.fight.monster)


@lru_cache(maxsize=1024)
def _outfits(cards: Cards, worn_cards: tuple[tuple[CardId, ...], ...], against: CardId | None) -> Sequence[Outfit]:
    return [_outfit(cards, each, against) for each in worn_cards]


@lru_cache(maxsize=4096)
def _outfit(cards: Cards, worn_cards: tuple[CardId, ...], against: CardId | None) -> Outfit:
    effects = () if against is None else cards.monsters[against].effects
    ignored = {effect.slot for effect in effects if isinstance(effect, IgnoreSlot)}
    gear = {card: cards.loot[card] for card in worn_cards}
    get = {slot: card for card, loot in gear.items() for slot in loot.fills}.get
    counted = [loot for loot in gear.values() if ignored.isdisjoint(loot.fills)]
    return Outfit(
        slots=(get("head"), get("body"), get("legs"), get("feet"), get("main"), get("off")),
        strength=cards.rules.base_survivability + sum(loot.surv for loot in counted),
        passives=tuple([loot.passive for loot in counted if isinstance(loot.passive, SurvIf)]),
    )


def survivability(t: LootTable, seat: Seat) -> int:
    """The survivability of the seat in a fight now."""
    against = None if t.fight is None else t.fight.monster
    return strength_in(t.fight, seat, _outfit(t.cards, tuple(t.adventurers[seat].slots.values()), against))


def strengths(fight: Fight | None, worn_by: Sequence[Outfit]) -> list[int]:
    """The survivability of all seats by what they wear, plus the effects of the fight."""
    if fight is None:
        return [outfit.strength for outfit in worn_by]
    surv = fight.surv
    return [
        strength_in(fight, Seat(at), outfit) if surv or outfit.passives else outfit.strength
        for at, outfit in enumerate(worn_by)
    ]


def strength_in(fight: Fight | None, seat: Seat, worn_by: Outfit) -> int:
    """The survivability of a seat that wears these cards, in the current fight or outside of a fight."""
    if fight is None:
        return worn_by.strength
    total = worn_by.strength + fight.surv.get(seat, 0)
    for passive in worn_by.passives:
        if condition_holds(fight, seat, passive):
            total += passive.amount
    return total


def condition_holds(fight: Fight, seat: Seat, passive: SurvIf) -> bool:
    """The conditions: whether it is a fight against a boss, and whether the seat is the only fighter."""
    return fight.mode == "boss" if passive.when == "boss" else fight.fighters == [seat]


def worn(t: LootTable, seat: Seat) -> list[Loot]:
    """The cards that the seat has equipped."""
    loot = t.cards.loot
    return [loot[card] for card in t.adventurers[seat].gear()]


def passive_amount(t: LootTable, seat: Seat, kind: type[RollPassive | ShieldLoss | Discount]) -> int:
    """The sum of a seat's passives of one kind."""
    return sum([card.passive.amount for card in worn(t, seat) if isinstance(card.passive, kind)])


def displaced_by(t: LootTable, seat: Seat, card: CardId) -> list[CardId]:
    """The cards that a card displaces."""
    slots = t.adventurers[seat].slots
    return list(dict.fromkeys([slots[slot] for slot in t.loot(card).fills if slot in slots]))


def may_equip(t: LootTable, seat: Seat, card: CardId, bag_left: int) -> bool:
    """Whether a card can be equipped when `bag_left` cards stay in the bag."""
    if t.loot(card).slot is None:
        return False
    displaced = displaced_by(t, seat, card)
    return card not in displaced and bag_left + len(displaced) <= t.cards.rules.bag_limit


def put_on(t: LootTable, seat: Seat, card: CardId) -> None:
    """Equip a card that has left its zone; the cards that it displaces go into the bag."""
    displaced = displaced_by(t, seat, card)
    for old in displaced:
        take_off(t, seat, old)
        t.adventurers[seat].bag.append(old)
    for slot in t.loot(card).fills:
        t.adventurers[seat].slots[slot] = card
    t.tell(Equipped(seat, card, tuple(displaced)))


def take_off(t: LootTable, seat: Seat, card: CardId) -> None:
    """Empty the slots that a card fills."""
    for slot in t.loot(card).fills:
        del t.adventurers[seat].slots[slot]
