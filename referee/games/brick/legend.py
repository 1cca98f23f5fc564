"""Descriptions of the cards that a view shows, from the card set of the match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.counts import counted
from referee.games.brick.cards import Cards, StoreCard, card_name
from referee.games.brick.kinds import TYPES
from referee.games.brick.view import View
from referee.kernel.texts import text_of


def legend(view: View, cards: Cards) -> str:
    """The descriptions of the cards in the view, and the prices on the board."""
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
    """A description of every card, by id."""
    stores = {store: store_text(card) for store, card in cards.by_store.items()}
    return stores | {card: crates_of(cards, card) for card in cards.market}


def _board(cards: Cards) -> Iterator[str]:
    """The text printed on the board."""
    prices, points, slots = cards.prices, cards.investment, cards.building
    by_type = [f"{item} ${prices.minimum[item]} to ${prices.maximum[item]}" for item in TYPES]
    yield f"Prices: {', '.join(by_type)}."
    counts = _many(range(1, len(points.buy_cost) + 1))
    yield f"Points: buying {counts} at once costs ${_many(points.buy_cost)}; selling one brings ${points.sell_value}."
    costs, lost = _many(slots.slot_utilities), _many(slots.empty_slot_penalty)
    yield f"Slots: a filled one costs ${costs} a month; an empty one costs {lost} points at the end."


def crates_of(cards: Cards, card: str) -> str:
    """The crates on a market card."""
    crates = cards.market[card].crates
    return ", ".join(f"{crates[item]} {item}" for item in TYPES if item in crates)


def store_text(card: StoreCard) -> str:
    """The description of a store, on one line."""
    facts = [f"cost ${card.cost}", f"utilities ${card.utilities}", counted(card.points, "point")]
    rooms = [(item, card.shelves[item]) for item in card.types]
    facts += [f"holds {room.capacity} {item} on {counted(room.shelves, 'shelf', 'shelves')}" for item, room in rooms]
    facts += [f"{counted(boxes.count, 'own box', 'own boxes')} for {' or '.join(boxes.types)}" for boxes in card.boxes]
    return "; ".join([*facts, *map(text_of, card.effects)])


def _many(numbers: Iterable[int]) -> str:
    return "/".join(map(str, numbers))
