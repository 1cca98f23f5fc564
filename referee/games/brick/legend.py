"""What the cards that a view shows do, from the card set of the match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.counts import counted
from referee.games.brick import kinds
from referee.games.brick.cards import Cards, StoreCard
from referee.games.brick.kinds import Effect
from referee.games.brick.option_text import card_name
from referee.games.brick.text import crates_text
from referee.games.brick.view import View


def legend(view: View, cards: Cards) -> str:
    """Each card that the view names, and the prices of the board."""
    stores = {store.store for seat in view.seats for store in seat.building}
    stores.update(seat.bought for seat in view.seats if seat.bought)
    stores.update(store for store in (*view.row, view.on_deck, *view.starting_stores) if store)
    market = {*view.supply_pile, *view.demand_pile}
    if view.own is not None:
        stores.update((*view.own.stores, *view.own.packet))
        market.update((*view.own.hand, *view.own.demand, *view.own.peeked, *(card.card for card in view.own.played)))
    return "\n".join(
        [
            *_board(cards),
            *(f"{card_name(store)}: {store_text(cards.by_store[store])}." for store in sorted(stores)),
            *(f"{card}: {crates_of(cards, card)}." for card in sorted(market)),
        ]
    )


def card_texts(cards: Cards) -> dict[str, str]:
    """What every card does, by id."""
    stores = {store: store_text(card) for store, card in cards.by_store.items()}
    return stores | {card: crates_of(cards, card) for card in cards.market}


def _board(cards: Cards) -> Iterator[str]:
    """What is printed on the board."""
    prices, points, slots = cards.prices, cards.investment, cards.building
    by_type = [f"{item} ${prices.minimum[item]} to ${prices.maximum[item]}" for item in kinds.TYPES]
    yield f"Prices: {', '.join(by_type)}."
    counts = _many(range(1, len(points.buy_cost) + 1))
    yield f"Points: to buy {counts} at once costs ${_many(points.buy_cost)}; one sold brings ${points.sell_value}."
    costs, lost = _many(slots.slot_utilities), _many(slots.empty_slot_penalty)
    yield f"Slots: filled they cost ${costs} a month; empty they cost {lost} points at the end."


def crates_of(cards: Cards, card: str) -> str:
    """The crates on a market card."""
    return crates_text([cards.market[card].crates.get(item, 0) for item in kinds.TYPES])


def store_text(card: StoreCard) -> str:
    """A store in a line."""
    facts = [f"cost ${card.cost}", f"utilities ${card.utilities}", counted(card.points, "point")]
    rooms = [(item, card.shelves[item]) for item in card.types]
    facts += [f"holds {room.capacity} {item} on {_shelves(room.shelves)}" for item, room in rooms]
    facts += [f"{counted(boxes.count, 'own box', 'own boxes')} for {_types(boxes.types)}" for boxes in card.boxes]
    return "; ".join([*facts, *map(effect_text, card.effects)])


def effect_text(effect: Effect) -> str:
    """What an effect says."""
    match effect:
        case kinds.PurchaseDiscount():
            return f"costs ${effect.amount} less for each empty slot"
        case kinds.PointsOnClose():
            return f"closed while managing: {_each(effect.points)} {effect.type} in it"
        case kinds.DrawAndDiscard():
            return f"before Advertisement: draw {counted(effect.cards, 'market card')}, then discard as many"
        case kinds.PeekAndAdd():
            return f"after gathering: look at a pile, and add up to {counted(effect.cards, 'market card')} to it"
        case kinds.SelfSupply():
            when = "before Supply" if effect.phase == "before_supply" else f"before Supply of {effect.type}"
            return f"{when}: gets {effect.amount} {effect.type} from the general supply"
        case kinds.StockDiscount():
            return f"stocking {_types(effect.types)} in it costs ${effect.amount} less for each item"
        case kinds.BulkDiscount():
            return (
                f"stocking {effect.threshold} or more items at one time, anywhere, costs ${effect.amount} less for each"
            )
        case kinds.PointsIfStocked():
            what = f"{effect.count} {effect.type}"
            return f"stocking {what} in it at one time: {counted(effect.points, 'point')}"
        case kinds.FreeStock():
            return f"takes left-over {_types(effect.types)} free of charge"
        case kinds.SupplyOrPoints():
            gain = counted(effect.points, "point")
            return f"after Supply of {effect.type}: {effect.amount} {effect.type} for the market, or {gain}"
        case _:
            return _sale_text(effect)


def _sale_text(effect: Effect) -> str:
    match effect:
        case kinds.TransferIn():
            when = "before Sale" if effect.phase == "before_sale" else "after Sale"
            return f"{when}: {_types(effect.types)} of other own stores may move here"
        case kinds.SellBonus():
            return f"{_types(effect.types)} sold from it: {_bonus(effect.amount)} for each item"
        case kinds.SellBonusFirst():
            return f"{_types(effect.types)} sold from it first: {_bonus(effect.amount)} for each item"
        case kinds.PointsPerSold():
            where = " from its bottom shelf" if effect.bottom_only else ""
            return (
                f"{counted(effect.points, 'point')} for every {counted(effect.every, 'item')} sold{where} at one time"
            )
        case kinds.PointsInstead():
            gains = ", ".join(f"{item} {counted(points, 'point')}" for item, points in effect.points.items())
            return f"items sold from it bring points instead of money: {gains}"
        case kinds.PointsChoice():
            gain = counted(effect.points, "point")
            return f"one in {effect.per} items sold at one time may bring {gain} instead of money"
        case kinds.SellInto():
            return f"{effect.type} sold from it may use {effect.boxes} boxes"
        case kinds.SaleNeedsMarket():
            return f"{effect.type} in it can not be sold while the market has none"
        case kinds.CloseIfSold():
            return f"closes after a sale of {effect.type} from it"
        case kinds.BuySurplus():
            prices = ", ".join(f"{item} ${price}" for item, price in effect.prices.items())
            return f"buys surplus of others: {prices}"
        case kinds.PointsIfTypesSold():
            return f"after Sale: {counted(effect.points, 'point')} if {effect.types} types were sold from any stores"
        case kinds.ReturnExpired():
            return f"expired {_types(effect.types)} may go to the market: {_each(effect.points)} item"
        case kinds.HoldOrClose():
            gain = counted(effect.points, "point")
            return f"after Utilities: {gain} for every {effect.per} {effect.type} in it; closes without any"
        case kinds.SplitPurchase():
            return f"points may be bought {counted(effect.purchases, 'time')}, up to {effect.each} each"
        case _:
            raise TypeError(f"not an effect of this game: {effect}")


def _many(numbers: Iterable[int]) -> str:
    return "/".join(map(str, numbers))


def _shelves(count: int) -> str:
    return counted(count, "shelf", "shelves")


def _types(types: tuple[str, ...]) -> str:
    return " or ".join(types)


def _each(points: int) -> str:
    return f"{counted(points, 'point')} for each"


def _bonus(amount: int) -> str:
    return f"${amount} more" if amount >= 0 else f"${-amount} less"
