"""What a store is worth to the bot for Brick & Mortar, in dollars: its expected earnings, and its points at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_client.bots.brick_cards import TYPES, cards, store
from referee_client.bots.brick_table import once_for_a_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee_client.bots.brick_cards import Card, Effect
    from referee_client.bots.brick_table import OpenStore, Table

# The worth of a point at the end of the match.
POINT = 4.0
# The month in which most matches are over.
USUAL_END = 8
# How many items of a type a store can buy and sell in a month, if there is room for them.
FLOW = 2.8
# The part of the difference between the highest and the lowest price that remains after bids and lost items.
SHARE = 0.6
# The monthly worth of effects that cannot be computed from the numbers on the card.
PLAIN_WORTH = {
    "peek_and_add": 3.0,
    "draw_and_discard": 3.0,
    "split_purchase": 6.0,
    "buy_surplus": 2.0,
    "return_expired": 1.5,
    "hold_or_close": 1.5,
    "sell_into": 3.0,
    "sale_needs_market": -2.0,
    "transfer_in": 1.0,
}
OWN_BOX = 1.2
# Money for items, which is not spent on a store.
ENOUGH_STOCK = 12


@once_for_a_table
def months_left(table: Table) -> int:
    """Return how many months of sales are probably left, including this one."""
    if table.last_round:
        return 1
    leading = max(player.points for player in table.players)
    soon = 1 + max(0, (table.end_points - leading)) // 5
    return max(1, min(USUAL_END - table.month + 1, table.last_month - table.month + 1, soon))


def turnover(card: Card, others: Sequence[Card], kind: str) -> float:
    """Return how many more items of a type can be sold in a month with this card than with the other cards alone."""
    before = sum(other.capacity.get(kind, 0) for other in others)
    return min(FLOW, before + card.capacity.get(kind, 0)) - min(FLOW, before)


def monthly(card: Card, others: Sequence[Card]) -> float:
    """Return what a card brings in a month, before utilities."""
    worth = sum(OWN_BOX * box.count for box in card.boxes)
    for kind in TYPES:
        if kind in card.capacity:
            each = SHARE * (cards.now.highest[kind] - cards.now.lowest[kind]) + 0.8 * card.amount("sell_bonus", kind)
            each += 0.6 * card.amount("sell_bonus_first", kind) + 0.8 * card.amount("stock_discount", kind)
            worth += turnover(card, others, kind) * max(0.0, each)
    return worth + sum(_worth(effect, card) for effect in card.effects)


def _worth(effect: Effect, card: Card) -> float:
    match effect.kind:
        case "points_per_sold":
            often = (0.7 if effect.bottom_only else 1.0) * sum(min(FLOW, most) for most in card.capacity.values())
            return POINT * effect.points * 0.7 * often / effect.every
        case "points_choice":
            (kind, most), *_ = card.capacity.items()
            return max(0.0, POINT * effect.points - 0.7 * cards.now.highest[kind]) * min(FLOW, most) / effect.per
        case "points_instead":
            gains = [POINT * points - 0.8 * cards.now.highest[kind] for kind, points in effect.points_of.items()]
            return 1.5 * sum(max(0.0, gain) for gain in gains)
        case "points_if_stocked":
            return 0.3 * POINT * effect.points
        case "points_if_types_sold":
            return POINT * effect.points * (0.9 if effect.types_sold <= 2 else 0.6)
        case "bulk_discount":
            return 5.0 * effect.amount / effect.threshold
        case "self_supply":
            return 0.6 * cards.now.highest[effect.types[0]] * min(FLOW, effect.amount)
        case "free_stock":
            return 0.35 * sum(cards.now.highest[kind] for kind in effect.types)
        case "supply_or_points":
            return POINT * effect.points
        case "points_on_close":
            return 0.0
        case _:
            return PLAIN_WORTH.get(effect.kind, 0.0)


def value(table: Table, card: Card, others: Sequence[Card]) -> float:
    """Return the worth of a card if it is opened now beside the others, without its price."""
    slot = min(len(others), len(cards.now.slot_utilities) - 1)
    months = min(months_left(table), 1.5 if card.of("close_if_sold") else USUAL_END)
    earned = months * (monthly(card, others) - card.utilities - cards.now.slot_utilities[slot])
    kept = 0.0 if card.of("close_if_sold") else POINT * (card.points + cards.now.empty_slot_penalty[slot])
    return earned + kept


def cards_of(table: Table) -> list[Card]:
    """Return the cards of the bot's own building."""
    return [each.card for each in table.me.stores]


@once_for_a_table
def worst_slot(table: Table) -> int:
    """Return the slot (from 1) of the bot's least valuable store."""
    return 1 + min(range(len(table.me.stores)), key=lambda at: missed(table, at))


@once_for_a_table
def missed(table: Table, at: int) -> float:
    """Return what a store contributes to the bot's own building."""
    mine = table.me.stores[at]
    others = [other.card for place, other in enumerate(table.me.stores) if place != at]
    return value(table, mine.card, others) + _stock(mine)


def _stock(mine: OpenStore) -> float:
    on_closing = {effect.types[0]: POINT * effect.points for effect in mine.card.of("points_on_close")}
    return sum(
        mine.items(kind) * (0.6 * cards.now.highest[kind] - on_closing.get(kind, 0.0)) for kind in mine.card.capacity
    )


@once_for_a_table
def gain(table: Table, card: Card) -> float:
    """Return the highest worth of buying a card; in a full building it replaces the worst store."""
    if not table.full:
        return value(table, card, cards_of(table))
    worst = worst_slot(table) - 1
    others = [each.card for at, each in enumerate(table.me.stores) if at != worst]
    return value(table, card, others) - missed(table, worst)


def discount(table: Table, card: Card) -> int:
    """Return by how much the bot's empty slots lower the price."""
    empty = len(cards.now.empty_slot_penalty) - len(table.me.stores)
    return sum(effect.amount * empty for effect in card.of("purchase_discount"))


@once_for_a_table
def highest_bid(table: Table, card: Card) -> int:
    """Return the highest price that the bot pays for a card: it also considers its money and the stores in its hand."""
    worth = gain(table, card)
    most = min(0.7 * worth, worth - from_hand(table, card), table.cash - reserve_for_stock(table, card))
    return int(most) + discount(table, card)


def from_hand(table: Table, card: Card) -> float:
    """Return by how much the worth of the best other store in the hand exceeds its cost."""
    others = [store(name) for name in table.own_stores if store(name) is not card]
    return max((gain(table, other) - other.cost for other in others if other.cost <= table.cash), default=0.0)


def reserve_for_stock(table: Table, card: Card) -> int:
    """Return the money to keep for filling the shelves: a store without items earns nothing."""
    room = sum(cards.now.lowest[kind] * min(2, table.me.free(kind) + card.capacity.get(kind, 0)) for kind in TYPES)
    return min(room, ENOUGH_STOCK)
