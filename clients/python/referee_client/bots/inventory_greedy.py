"""A sensible bot for Adventures in Inventory Management.

Strategy: first get gold, then buy points with it. In the first rounds buy the goods, storage and companions that bring
    most for their price; later buy the most expensive Loot that the purse can pay for, and at the end nothing else.
    When equipping, let companions follow if they are worth their fee, draw whatever can be drawn, equip what adds more
    Carry than it takes, and then store dice and the goods that bring most for their weight; weapons and armor take the
    remaining places. Attack a seat if the loot, times the chance to win, outweighs the Pesky Quest Item of a defeat.
    Trash cards that cost points, and starting goods that are worth no more in the deck than in the Trash. In the last
    round, trash everything that brings a gain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_client.bots.inventory_cards import Card, card_of, cards, chance_to_win, dice, free_carry
from referee_client.games.inventory.v1.inventory_pb2 import (
    END_REASON_UNSPECIFIED,
    PLACE_BACK,
    PLACE_FOLLOW,
    PLACE_HAND,
    PLACE_STORED,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from referee_client.games.inventory.v1.inventory_pb2 import Option, Position, Put, SeatView, View
    from referee_client.turn import Turn

# Until this round, cards that bring gold are worth more than cheap Loot.
BUILDING = 8
# From this round on, the bot buys only Loot.
HARVEST = 14
# What each of a card's stats is worth in gold when it is bought.
GOLD, CARRY, POWER, DEFENSE, DRAWING = 2.0, 0.9, 0.5, 0.3, 1.2
# A card must be worth at least this much to be bought, because it takes the place of another one in the hand.
WORTH_A_PLACE = 1.9
# What a Pesky Quest Item costs in the end, in gold.
PESKY = 3.0


class InventoryGreedy:
    """Considers only what a choice brings now."""

    def choose(self, turn: Turn) -> Option:
        """Choose by the kind of the last option listed."""
        cards.choose_for(turn.match)
        position: Position = turn.position
        options, view = position.options, position.view
        me = view.seats[view.seat]
        match options[-1].WhichOneof("option"):
            case "trash":
                return max(options, key=lambda option: _trashing(view, option))
            case "drop_card" | "give_up":
                return min(options, key=lambda option: _missing(me, option))
            case "buy_premium" | "buy_common" | "buy_loot":
                return max(options, key=lambda option: _buying(view, option))
            case "draw":
                return options[-1]
            case "attack":
                return max(options, key=lambda option: _attacking(view, option))
            case _:
                return _equipping(me, options)


def _ends_now(view: View) -> bool:
    """Whether the seat has no turn after this one."""
    return view.end != END_REASON_UNSPECIFIED


def _trashing(view: View, option: Option) -> float:
    if not option.HasField("trash"):
        return 0.0
    card = card_of(option.trash.card)
    if card.trash_cost:
        return 2.0 - card.points
    loss = card.store_gold if option.trash.where == PLACE_STORED else card.gold
    gain = max(1, card.price // 2) - loss
    if card.loot:
        return -1.0
    if _ends_now(view):
        return gain
    # Losing a starting card costs less than losing a bought one, because the hand then has fewer weak cards.
    return gain - card.price + (0.5 if not card.price and not card.carry else -0.5)


def _missing(me: SeatView, option: Option) -> float:
    if option.HasField("drop_die"):
        return me.carried % 6 or 6
    card = card_of(option.drop_card.card if option.HasField("drop_card") else option.give_up.card)
    return card.store_gold


def _buying(view: View, option: Option) -> float:
    match option.WhichOneof("option"):
        case "buy_premium":
            card = card_of(view.premium_row[option.buy_premium.place - 1])
            return _worth(view, card)
        case "buy_common":
            card = card_of(view.common)
            return _worth(view, card) if view.rebate < card.price else 0.5 + view.rebate - card.price
        case "buy_loot":
            card = card_of(option.buy_loot.card)
            return _worth_of_loot(view, card)
        case _:
            return 0.0


def _worth_of_loot(view: View, card: Card) -> float:
    """Rate Loot: it takes the place of better cards in the hand, so at first only the most expensive is worth it."""
    if view.round < BUILDING and card.points < max(other.points for other in cards.now.values()):
        return 0.0 if view.round < BUILDING / 2 else card.points - 2.0
    return 10.0 * card.points


def _worth(view: View, card: Card) -> float:
    """Return the worth of a card beyond its cost, considering the cards that it keeps out of the hand."""
    if view.round >= HARVEST or _ends_now(view):
        return -1.0
    value = GOLD * (card.store_gold + card.gold) + CARRY * (card.carry - card.weight * (card.type == "goods"))
    value += POWER * card.power + DEFENSE * card.defense + DRAWING * card.draw - GOLD * card.fee - card.trash_cost
    return value - WORTH_A_PLACE


def _attacking(view: View, option: Option) -> float:
    if not option.HasField("attack"):
        return 0.0
    me, them = view.seats[view.seat], view.seats[option.attack.seat]
    chance = chance_to_win(me.totals.power - them.totals.power - them.totals.defense)
    taken = max(0, them.carried - 6 * them.totals.pockets)
    bonus = -(-them.totals.goods_gold // 2)
    most = 6 * (dice(me.carried) + free_carry(me))
    won = min(taken + bonus, most - me.carried)
    denied = (taken + (1 if them.totals.goods_gold else 0)) / (len(view.seats) - 1)
    return chance * (won + denied) - (1 - chance) * PESKY


def _equipping(me: SeatView, options: Sequence[Option]) -> Option:
    """Take the card that brings most now; cards that bring nothing stay in the hand."""
    return max(options, key=lambda option: _placing(me, option))


def _placing(me: SeatView, option: Option) -> float:
    """Rate one placement: first cards that make room, then cards that fill it, then cards that only take a place."""
    match option.WhichOneof("option"):
        case "store_die":
            return 50.0 + min(6, me.purse)
        case "put":
            return _putting(me, option.put)
        case _:
            return 0.0


def _putting(me: SeatView, put: Put) -> float:
    card = card_of(put.card)
    if put.where == PLACE_FOLLOW:
        return _following(me, card)
    if put.where == PLACE_STORED:
        return _storing(card)
    lost = 1 if card.blocks and put.where in {PLACE_BACK, PLACE_HAND} else 0
    carry = card.carry - lost
    pays = card.gold * 3 + card.draw * 2 + card.pocket
    if carry > 0 or pays > 0:
        return 100.0 + 3 * carry + pays - (0.5 if put.where == PLACE_HAND else 0.0)
    fights = 2 * card.power + card.defense
    if not fights or (lost and free_carry(me) < 1 + _waiting(me)):
        return -1.0
    return 10.0 + fights - 3 * lost


def _following(me: SeatView, card: Card) -> float:
    brings = 2 * card.gold + card.power + 0.5 * card.defense + 1.5 * card.draw
    brings += min(card.carry, max(0, _waiting(me) - free_carry(me)))
    return 200.0 + brings if brings > 1.5 * card.fee else -1.0


def _storing(card: Card) -> float:
    if card.store_gold:
        return 30.0 + 10 * card.store_gold / card.weight + card.store_gold + card.draw
    # A card to be trashed must be carried to the market.
    return 5.0 if card.trash_cost else -1.0


def _waiting(me: SeatView) -> int:
    """Return the weight of the goods in hand and the gold in the purse."""
    return dice(me.purse) + _weight_of_goods(me.hand_cards)


def _weight_of_goods(cards: Iterable[str]) -> int:
    return sum(card_of(card).weight for card in cards if card_of(card).store_gold)
