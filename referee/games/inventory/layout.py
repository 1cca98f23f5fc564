"""The totals of a layout, worked out afresh whenever they are needed: spec, section 4."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from referee.games.inventory.cards import HANDS, SLOTS, Card, CardId, Cards, Slot
from referee.games.inventory.kinds import DiePocket, Fee, FeeByLoad, Multiply, Stat, StatIf, StatPer
from referee.games.inventory.state import DIE, Adventurer, Placed

NOT_EQUIPPED = ("stored", "follow")


def equipped(cards: Cards, layout: Iterable[Placed]) -> list[Card]:
    """The cards that are equipped, on the seat itself, on its allies or in other storage."""
    return [cards[placed.card] for placed in layout if placed.where not in NOT_EQUIPPED]


def stored(cards: Cards, layout: Iterable[Placed]) -> list[Card]:
    """The cards that are stored."""
    return [cards[placed.card] for placed in layout if placed.where == "stored"]


def followers(cards: Cards, layout: Iterable[Placed]) -> list[Card]:
    """The companions that follow."""
    return [cards[placed.card] for placed in layout if placed.where == "follow"]


def stored_goods(cards: Cards, layout: Iterable[Placed]) -> list[CardId]:
    """The goods that are stored."""
    return [card.id for card in stored(cards, layout) if card.type == "goods"]


def stat(cards: Cards, layout: Sequence[Placed], name: Stat) -> int:
    """Power, defense or gold: what is equipped, multiplied, and then what follows."""
    worn = equipped(cards, layout)
    counts = _counts(cards, layout)
    factor = max((effect.factor for card in worn if (effect := card.effect(Multiply)) is not None), default=1)
    own = sum(_stat_of(card, name, counts) for card in worn)
    return own * factor + sum(_stat_of(card, name, counts) for card in followers(cards, layout))


def goods_gold(cards: Cards, layout: Iterable[Placed]) -> int:
    """The printed Gold of the stored goods."""
    return sum(card.store_gold for card in stored(cards, layout))


def pockets(cards: Cards, layout: Iterable[Placed]) -> int:
    """How many gold dice lie safe, without any Carry."""
    return sum(pocket_dice(card) for card in equipped(cards, layout))


def pocket_dice(card: Card) -> int:
    """How many gold dice the card holds when it is equipped."""
    effect = card.effect(DiePocket)
    return 0 if effect is None else effect.dice


def carry(cards: Cards, layout: Sequence[Placed]) -> int:
    """What can be carried: the printed Carry of the free places, and that of everything equipped or following."""
    printed = sum(cards.mat.carry[slot] * free_places(cards, layout, slot) for slot in SLOTS)
    working = [*equipped(cards, layout), *followers(cards, layout)]
    return printed + sum(card.carry for card in working)


def free_places(cards: Cards, layout: Iterable[Placed], slot: Slot) -> int:
    """The places of a slot whose printed Carry is usable."""
    blocking = [card for placed in layout if placed.where == slot and (card := cards[placed.card]).blocks]
    taken = sum(places_taken(card, slot) for card in blocking)
    return max(0, cards.mat.capacity[slot] - taken)


def places_taken(card: Card, where: str) -> int:
    """How many places a card that is no extra takes in a slot."""
    return HANDS if card.two_handed and where == "hand" else 1


def dice(gold: int) -> int:
    """How many dice show so much gold (ruling R2)."""
    return -(-gold // DIE)


def smallest_die(gold: int) -> int:
    """What the smallest of these dice shows."""
    return gold % DIE or DIE


def weight(cards: Cards, layout: Sequence[Placed], carried: int) -> int:
    """What stored cards weigh, and gold dice outside pockets."""
    loose = max(0, dice(carried) - pockets(cards, layout))
    return sum(card.weight for card in stored(cards, layout)) + loose


def gross(cards: Cards, adventurer: Adventurer, layout: Sequence[Placed]) -> int:
    """The gold that a seat with this layout gets when it sells, before fees."""
    return adventurer.carried + goods_gold(cards, layout) + stat(cards, layout, "gold")


def fees(cards: Cards, adventurer: Adventurer) -> int:
    """What all companions ask for their services (ruling R37 for those who are paid by what they carry)."""
    layout = adventurer.layout
    companions = followers(cards, layout)
    has_alcohol = any(card.subtype == "alcohol" for card in stored(cards, layout))
    due = 0
    for companion in companions:
        fee = companion.effect(Fee)
        if fee is not None:
            met = has_alcohol if fee.unless_has == "alcohol" else adventurer.attacked
            due += fee.reduced if met else fee.amount
    porters = [companion for companion in companions if companion.effect(FeeByLoad) is not None]
    others = carry(cards, layout) - sum(porter.carry for porter in porters)
    load = max(0, weight(cards, layout, adventurer.carried) - others)
    for porter in porters:
        by_load = porter.effect(FeeByLoad)
        assert by_load is not None
        his = min(load, porter.carry)
        load -= his
        due += max(by_load.minimum, -(-his // by_load.per_weight))
    return due


def _counts(cards: Cards, layout: Sequence[Placed]) -> Counter[str]:
    """How many companions, pieces of clothing and goods of each kind count now."""
    counted: Counter[str] = Counter(card.subtype for card in stored(cards, layout) if card.type == "goods")
    counted["companion"] = len(followers(cards, layout))
    counted["clothing"] = sum(card.subtype == "clothing" for card in equipped(cards, layout))
    return counted


def _stat_of(card: Card, name: Stat, counts: Counter[str]) -> int:
    total: int = getattr(card, name)
    for effect in card.effects:
        if isinstance(effect, StatPer) and effect.stat == name:
            total += effect.amount * counts[effect.what]
        elif isinstance(effect, StatIf) and effect.stat == name and counts[effect.has]:
            total += effect.amount
    return total
