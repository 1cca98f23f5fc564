"""A sensible bot for Brick & Mortar.

Strategy: the worth of a store is its points plus what it should earn until the end of the match, from its effects and
    from the items that it buys and sells (at a part of the margin that prices allow). Draft, buy and bid for the stores
    whose worth exceeds their cost most, never with debt, and never for more than seven tenths of that worth. When the
    building is full, a much better store replaces the worst one. Play the market cards that help the bot's own shelves
    more than those of the others. Stock items that should be sold soon, at prices that leave a profit. Without
    competition, sell everything at the highest price; with competition, ask less the more items there are for each box.
    Take points instead of money if they are worth more. Keep money to stock the shelves and for the next store; with
    the rest buy some points each month, and in the last month as many as possible. Sell points only if there is almost
    no money left.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

from referee_client.bots import brick_stores as stores
from referee_client.bots import brick_trade as trade
from referee_client.bots.brick_cards import cards, store
from referee_client.bots.brick_reading import ITEMS, SIDES, read

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from referee_client.bots.brick_table import Table
    from referee_client.games.brick.v1.brick_pb2 import Option, Position
    from referee_client.turn import Turn

POINT = stores.POINT
# While the building still has empty slots, this amount is reserved for the next store.
FOR_A_STORE = 12
FOR_STOCK = 16
# The highest price for the last point of a purchase; with plenty of money left, a higher price is acceptable.
CHEAP, DEAR, RICH = 3, 6, 40
# With less money than this, and some months left, the bot sells points until there is money to work with.
BROKE, WORKING_MONEY, SOME_MONTHS = 7, 14, 3
# If a market card brings less than this, it is better to exchange it.
POOR_HAND = 2.0


class BrickGreedy:
    """Rates each option by what it brings, and does not plan ahead any further than described above."""

    def choose(self, turn: Turn) -> Option:
        """Choose the best option, the first of equal ones."""
        cards.choose_for(turn.match)
        position: Position = turn.position
        table = read(position.view)
        return max(position.options, key=lambda option: _rate(table, option))


def _rate(table: Table, option: Option) -> float:
    """Rate an option; passing and the like are worth nothing."""
    word = option.WhichOneof("option")
    return RATED[word](table, getattr(option, word)) if word in RATED else 0.0


def _drafting(table: Table, what: Any) -> float:
    card = store(what.store)
    return stores.value(table, card, stores.cards_of(table)) - card.cost


def _starting(table: Table, what: Any) -> float:
    return stores.value(table, store(what.store), []) + sum(
        0.5 * cards.now.highest[kind] * most for kind, most in store(what.store).capacity.items()
    )


def _buying(table: Table, what: Any) -> float:
    card = store(what.store)
    price = max(0, card.cost - stores.discount(table, card))
    return stores.gain(table, card) - price - 3.0 if card.cost <= stores.highest_bid(table, card) else -1.0


def _raising(table: Table, what: Any) -> float:
    assert table.for_sale
    # The lowest bid that is enough, but none above the store's worth.
    return 1.0 - 0.01 * what.amount if what.amount <= stores.highest_bid(table, table.for_sale) else -1.0


def _closing(table: Table, what: Any) -> float:
    if table.bought and table.full and what.slot == stores.worst_slot(table):
        return 1.0
    return -1.0


def _playing(table: Table, what: Any) -> float:
    return trade.worth_of_playing(table, what.card, SIDES[what.side])


def _best_use(table: Table, card: str) -> float:
    return max(trade.worth_of_playing(table, card, side) for side in SIDES.values())


def _redrawing_one(table: Table, what: Any) -> float:
    uses = sorted(_best_use(table, card) for card in table.hand)
    return POOR_HAND - uses[0] if _best_use(table, what.card) == uses[0] else -1.0


def _redrawing_all(table: Table, _what: Any) -> float:
    uses = sorted((_best_use(table, card) for card in table.hand), reverse=True)
    return 2 * POOR_HAND - sum(uses[:2])


def _choosing_pile(table: Table, what: Any) -> float:
    return max(trade.worth_of_playing(table, card, SIDES[what.side]) for card in table.hand) if table.hand else -1.0


def _bidding_supply(table: Table, what: Any) -> float:
    return trade.supply_bid(table, what.price)


def _transferring(table: Table, what: Any) -> float:
    source, target = table.me.stores[what.source - 1], table.me.stores[what.target - 1]
    before = any(effect.phase == "before_sale" for effect in target.card.of("transfer_in"))
    return trade.transferring(source, target, ITEMS[what.item], what.count, before=before)


def _for_points(table: Table, what: Any) -> float:
    points = sum(effect.points for effect in table.me.stores[what.slot - 1].card.of("points_choice"))
    gained: float = what.count * (POINT * points - table.price)
    return gained


def _buying_surplus(table: Table, what: Any) -> float:
    worth = 0.0 if table.ends_now else 2 * trade.LATER * 0.75 * cards.now.highest[table.kind]
    gained: float = what.count * (worth - cards.now.lowest[table.kind])
    return gained


def _buying_points(table: Table, what: Any) -> float:
    points: int = what.points
    if table.ends_now:
        return points
    cost = cards.now.point_costs[points - 1]
    spare = table.cash - cost - FOR_STOCK - (0 if table.full else FOR_A_STORE)
    last = cost - (cards.now.point_costs[points - 2] if points > 1 else 0)
    return points if spare >= 0 and last <= (DEAR if spare >= RICH else CHEAP) else -1.0


def _selling_points(table: Table, what: Any) -> float:
    wanted = ceil((WORKING_MONEY - table.cash) / cards.now.sell_value)
    if table.cash >= BROKE or stores.months_left(table) < SOME_MONTHS:
        return -1.0
    points: int = what.points
    return 1.0 - 0.1 * abs(points - wanted)


RATED: Mapping[str, Callable[[Table, Any], float]] = {
    "draft_store": _drafting,
    "starting_store": _starting,
    "buy_from_hand": _buying,
    "bid_on": _buying,
    "open_bid": lambda _, what: -what.amount,
    "raise_bid": _raising,
    "pay_store": lambda _, what: -what.debt,
    "close_store": _closing,
    "open_store": lambda _table, _what: 2.0,
    "discard_market": lambda table, what: -_best_use(table, what.card),
    "redraw_one": _redrawing_one,
    "redraw_all": _redrawing_all,
    "play_card": _playing,
    "agency_side": _choosing_pile,
    "add_card": lambda table, what: trade.worth_of_playing(table, what.card, table.pile),
    "supply_bid": _bidding_supply,
    "stock_amount": lambda table, what: trade.stock_amount(table, what.count),
    "stock_split": lambda table, what: trade.filling(table, what.slot, what.count),
    "take_free": lambda _, what: what.count,
    "take_points": lambda _table, _what: 1.0,
    "transfer": _transferring,
    "sale_amount": lambda table, what: trade.sale_amount(table, what.count),
    "sale_quantity": lambda table, what: trade.sale_quantity(table, what.count),
    "sale_price": lambda table, what: trade.sale_price(table, what.price),
    "sale_split": lambda table, what: trade.delivering(table, what.slot, what.count),
    "sale_to_demand": lambda _, what: what.count,
    "sale_to_jewelry": lambda _, what: -what.count,
    "for_points": _for_points,
    "surplus_split": lambda table, what: -trade.delivering(table, what.slot, what.count),
    "take_surplus": _buying_surplus,
    "return_items": lambda _, what: what.count,
    "buy_points": _buying_points,
    "sell_points": _selling_points,
}
