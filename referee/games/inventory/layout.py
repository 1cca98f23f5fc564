"""The totals of a layout, computed whenever they are needed (section 4 of the game's specification)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from referee.games.inventory.cards import HANDS, SLOTS, Card, CardId, Cards, Slot
from referee.games.inventory.kinds import Fee, FeeByLoad, Multiply, Stat, StatIf, StatPer
from referee.games.inventory.state import DIE, Adventurer, Placed

NOT_EQUIPPED = ("stored", "follow")


def equipped(cards: Cards, layout: Iterable[Placed]) -> list[Card]:
    """The cards that are equipped, on the seat itself, on its allies or in other storage."""
    return [cards.by_id[placed.card] for placed in layout if placed.where not in NOT_EQUIPPED]


def stored(cards: Cards, layout: Iterable[Placed]) -> list[Card]:
    """The cards that are stored."""
    return [cards.by_id[placed.card] for placed in layout if placed.where == "stored"]


def followers(cards: Cards, layout: Iterable[Placed]) -> list[Card]:
    """The companions that follow."""
    return [cards.by_id[placed.card] for placed in layout if placed.where == "follow"]


def stored_goods(cards: Cards, layout: Iterable[Placed]) -> list[CardId]:
    """The goods that are stored."""
    return [card.id for card in stored(cards, layout) if card.type == "goods"]


def stat(cards: Cards, layout: Sequence[Placed], name: Stat) -> int:
    """Power, defense or gold: the sum over equipped cards, multiplied, plus the sum over followers."""
    worn = equipped(cards, layout)
    counts = _counts(cards, layout)
    factor = max((effect.factor for card in worn if (effect := card.effect(Multiply)) is not None), default=1)
    own = sum([_stat_of(card, name, counts) for card in worn])
    return own * factor + sum([_stat_of(card, name, counts) for card in followers(cards, layout)])


def goods_gold(cards: Cards, layout: Iterable[Placed]) -> int:
    """The printed Gold of the stored goods."""
    return sum([card.store_gold for card in stored(cards, layout)])


def pockets(cards: Cards, layout: Iterable[Placed]) -> int:
    """How many gold dice are kept safe in pockets, which need no Carry."""
    return sum([card.pocket_dice for card in equipped(cards, layout)])


def carry(cards: Cards, layout: Sequence[Placed]) -> int:
    """The total Carry: the printed Carry of the free places, plus that of everything equipped or following."""
    free = free_places(cards, layout)
    printed = sum([cards.mat.carry[slot] * max(0, free[slot]) for slot in SLOTS])
    return printed + sum([cards.by_id[placed.card].carry for placed in layout if placed.where != "stored"])


def free_places(cards: Cards, layout: Iterable[Placed]) -> dict[Slot, int]:
    """The number of places of each slot whose printed Carry is usable."""
    free = dict(cards.mat.capacity)
    for placed in layout:
        where, card = placed.where, cards.by_id[placed.card]
        if where in free and card.blocks:
            free[where] -= places_taken(card, where)
    return free


def places_taken(card: Card, where: str) -> int:
    """How many places a card that is not an extra takes in a slot."""
    return HANDS if card.two_handed and where == "hand" else 1


def dice(gold: int) -> int:
    """How many dice are needed to show an amount of gold (ruling R2)."""
    return -(-gold // DIE)


def smallest_die(gold: int) -> int:
    """The gold on the smallest of these dice."""
    return gold % DIE or DIE


def weight(cards: Cards, layout: Sequence[Placed], carried: int) -> int:
    """The weight of stored cards and of gold dice outside pockets."""
    loose = max(0, dice(carried) - pockets(cards, layout))
    return sum([card.weight for card in stored(cards, layout)]) + loose


def gross(cards: Cards, adventurer: Adventurer, layout: Sequence[Placed]) -> int:
    """The gold that a seat with this layout gets when it sells, before fees."""
    return adventurer.carried + goods_gold(cards, layout) + stat(cards, layout, "gold")


def fees(cards: Cards, adventurer: Adventurer) -> int:
    """The total fees of all companions."""
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
    return due + _fees_by_load(cards, adventurer, porters) if porters else due


def _fees_by_load(cards: Cards, adventurer: Adventurer, porters: Sequence[Card]) -> int:
    """The fees of companions that are paid by weight. These companions carry what exceeds the other Carry (ruling R37).

    The companion that is cheapest per unit of weight carries first, whatever the order in which the companions were
    placed. This is best for the seat that pays.
    """
    layout, due = adventurer.layout, 0
    others = carry(cards, layout) - sum(porter.carry for porter in porters)
    load = max(0, weight(cards, layout, adventurer.carried) - others)
    priced = [(by_load, porter) for porter in porters if (by_load := porter.effect(FeeByLoad)) is not None]
    for by_load, porter in sorted(priced, key=lambda one: (-one[0].per_weight, -one[1].carry, cards.rank[one[1].id])):
        his = min(load, porter.carry)
        load -= his
        due += max(by_load.minimum, -(-his // by_load.per_weight))
    return due


def _counts(cards: Cards, layout: Sequence[Placed]) -> Mapping[str, int]:
    """How many companions, pieces of clothing and goods of each kind count now."""
    counted: defaultdict[str, int] = defaultdict(int)
    for placed in layout:
        card = cards.by_id[placed.card]
        if placed.where == "follow":
            counted["companion"] += 1
        elif placed.where != "stored":
            counted["clothing"] += card.subtype == "clothing"
        elif card.type == "goods":
            counted[card.subtype] += 1
    return counted


def _stat_of(card: Card, name: Stat, counts: Mapping[str, int]) -> int:
    total: int = getattr(card, name)
    for effect in card.effects:
        if isinstance(effect, StatPer) and effect.stat == name:
            total += effect.amount * counts[effect.what]
        elif isinstance(effect, StatIf) and effect.stat == name and counts[effect.has]:
            total += effect.amount
    return total
