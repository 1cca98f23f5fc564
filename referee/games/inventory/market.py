"""The chapter "Market phase" of the rulebook; section 6 of the game's specification."""

from __future__ import annotations

from referee.games.inventory import layout as totals
from referee.games.inventory.cards import CardId
from referee.games.inventory.choices import (
    DONE,
    PASS,
    BuyCommon,
    BuyLoot,
    BuyPremium,
    Done,
    DropCard,
    DropDie,
    PassTurn,
    Trash,
)
from referee.games.inventory.events import Bought, Dropped, Sold, Trashed
from referee.games.inventory.kinds import TrashCost
from referee.games.inventory.markets import trigger_end
from referee.games.inventory.state import PLACES, Adventurer, InventoryTable, Placed
from referee.kernel.asking import ask


async def trash_and_sell(t: InventoryTable) -> None:
    """Trash a card or none, drop what can no longer be carried, then sell and clear."""
    paid = 0
    listed = trashes(t, t.turn)
    if listed:
        choice: PassTurn | Trash = await ask(t.seat, [PASS, *listed])
        if isinstance(choice, Trash):
            paid = trash(t, choice)
    while options := drops(t, t.turn):
        drop(t, options[0] if len(options) == 1 else await ask(t.seat, options))
    sell(t, paid)


def trashes(t: InventoryTable, adventurer: Adventurer) -> list[Trash]:
    """The options: everything equipped or stored, except cards that the seat could not pay to trash."""
    different = {placed for placed in adventurer.layout if placed.where != "follow"}
    in_order = sorted(different, key=lambda placed: (t.cards.rank[placed.card], PLACES.index(placed.where)))
    return [Trash(placed.card, placed.where) for placed in in_order if can_pay_for(t, adventurer, placed)]


def can_pay_for(t: InventoryTable, adventurer: Adventurer, placed: Placed) -> bool:
    """Whether the seat's other cards and gold pay at least the cost of trashing the card (ruling R18)."""
    cost = t.cards[placed.card].effect(TrashCost)
    if cost is None:
        return True
    rest = list(adventurer.layout)
    rest.remove(placed)
    return totals.gross(t.cards, adventurer, rest) >= cost.amount


def trash(t: InventoryTable, choice: Trash) -> int:
    """Trash a card for half its price, at least 1, or for its cost. Returns the gold received."""
    card = t.cards[choice.card]
    cost = card.effect(TrashCost)
    gold = max(1, card.price // 2) if cost is None else -cost.amount
    t.turn.layout.remove(Placed(choice.card, choice.where))
    t.trash.append(choice.card)
    t.tell(Trashed(t.seat, choice.card, choice.where, gold))
    return gold


def drops(t: InventoryTable, adventurer: Adventurer) -> list[DropDie | DropCard]:
    """The options to drop while the weight exceeds the Carry; empty if everything can be carried."""
    layout, carried = adventurer.layout, adventurer.carried
    if totals.weight(t.cards, layout, carried) <= totals.carry(t.cards, layout):
        return []
    die = [DropDie()] if totals.dice(carried) > totals.pockets(t.cards, layout) else []
    stored = {placed.card for placed in layout if placed.where == "stored"}
    return [*die, *(DropCard(card) for card in t.cards.in_order(list(stored)))]


def drop(t: InventoryTable, choice: DropDie | DropCard) -> None:
    """Drop a card onto the discard pile, or lose a die; neither pays anything (ruling R16)."""
    adventurer = t.turn
    if isinstance(choice, DropCard):
        adventurer.layout.remove(Placed(choice.card, "stored"))
        adventurer.discard.append(choice.card)
        t.tell(Dropped(t.seat, choice.card))
    else:
        gold = totals.smallest_die(adventurer.carried)
        adventurer.carried -= gold
        t.tell(Dropped(t.seat, gold=gold))


def sell(t: InventoryTable, paid: int) -> None:
    """Turn everything into gold; fees that cannot be paid are waived. Then clear the layout."""
    adventurer = t.turn
    gross = totals.gross(t.cards, adventurer, adventurer.layout)
    fees = totals.fees(t.cards, adventurer)
    adventurer.purse = max(0, gross + paid - fees)
    adventurer.carried = 0
    adventurer.discard += [placed.card for placed in adventurer.layout]
    adventurer.layout = []
    t.tell(Sold(t.seat, gross, paid, fees, adventurer.purse))


Purchase = BuyPremium | BuyCommon | BuyLoot


async def buy_cards(t: InventoryTable) -> None:
    """Let the seat buy cards until it is done or cannot afford any."""
    while listed := purchases(t, t.turn.purse):
        choice: Done | Purchase = await ask(t.seat, [DONE, *listed])
        if isinstance(choice, Done):
            return
        buy(t, choice)


def purchases(t: InventoryTable, purse: int) -> list[Purchase]:
    """Everything on offer that the purse can pay for."""

    def affordable(card: CardId | None) -> bool:
        return card is not None and t.cards[card].price <= purse

    premium = [BuyPremium(place) for place, card in enumerate(t.market.row, 1) if affordable(card)]
    common = [BuyCommon()] if affordable(t.market.common) else []
    loot = [BuyLoot(card) for card in t.cards.loot if t.piles[card] and affordable(card)]
    return [*premium, *common, *loot]


def buy(t: InventoryTable, choice: Purchase) -> None:
    """Buy a card onto the discard pile. A rebate is received after the full price is paid."""
    market, adventurer = t.market, t.turn
    match choice:
        case BuyPremium(place):
            card = market.row[place - 1]
            assert card is not None, "there is no card at this place"
            market.row[place - 1] = None
            market.premium_sold = True
            bought = Bought(t.seat, card, "premium", place=place)
        case BuyCommon():
            assert market.common is not None, "no Common card is on offer"
            bought = Bought(t.seat, market.common, "common", rebate=market.rebate)
            market.common, market.rebate = None, 0
        case _:
            t.piles[choice.card] -= 1
            bought = Bought(t.seat, choice.card, "loot")
    adventurer.purse += bought.rebate - t.cards[bought.card].price
    adventurer.discard.append(bought.card)
    t.tell(bought)
    if bought.card == t.cards.epic and not t.piles[bought.card]:
        trigger_end(t, "epic")
