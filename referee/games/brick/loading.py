"""Load a card set. If a set cannot be played, the error names the card, the field and the allowed values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.errors import CardSetError
from referee.games.brick.cards import (
    BuildingBoard,
    Cards,
    DialRange,
    Ending,
    FirstHand,
    Investment,
    MarketCard,
    Prices,
    SetUp,
    StartingStoreCard,
    StoreCard,
    Symbol,
)
from referee.games.brick.kinds import TYPES, Effect, PointsChoice, PointsInstead, SplitPurchase
from referee.kernel import cards as reading
from referee.kernel.asking import MAX_OPTIONS

PARTS = {
    "game", "set", "types", "counts", "cubes", "prices", "dial", "building", "investment", "setup", "ending",
    "first_game", "starting_store", "store", "market",
}  # fmt: skip
SEAT_COUNTS = (2, 3, 4)
SLOTS = 4


def load_cards(raw: reading.CardData) -> Cards:
    """Read and check a card set."""
    reading.check_parts(raw, PARTS)
    reading.check_game(raw.get("game"), "brick")
    if raw.get("types") != list(TYPES):
        raise CardSetError(f"types is {raw.get('types')!r}; it must be {list(TYPES)}")
    stores = reading.rows(raw, "store", StoreCard)
    starting = reading.rows(raw, "starting_store", StartingStoreCard)
    market = reading.rows(raw, "market", MarketCard)
    reading.check_unique("store", [row.id for row in (*stores, *starting)])
    reading.check_unique("market card", [row.id for row in market])
    first_game = dict(_table(raw, "first_game"))
    order = reading.typed(first_game.pop("order", None), dict[int, tuple[Symbol, ...]], "[first_game.order]")
    cards = Cards(
        stores={row.id: row for row in stores},
        starting_stores={row.id: row for row in starting},
        market={row.id: row for row in market},
        prices=reading.section(raw, "prices", Prices),
        dial=reading.section(raw, "dial", DialRange),
        building=reading.section(raw, "building", BuildingBoard),
        investment=reading.section(raw, "investment", Investment),
        setup=reading.section(raw, "setup", SetUp),
        ending=reading.section(raw, "ending", dict[int, Ending]),
        first_order=order,
        first_hands=reading.typed(first_game, dict[Symbol, FirstHand], "[first_game]"),
    )
    for store in cards.by_store.values():
        _check_store(store)
    _check_counts(cards, reading.section(raw, "counts", dict[str, int]))
    _check_board(cards)
    _check_bank(cards)
    _check_first_game(cards)
    return cards


def _table(raw: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return reading.section(raw, name, dict[str, Any])


def _check_store(store: StoreCard) -> None:
    where = f"store {store.id!r}"
    kinds = [type(effect) for effect in store.effects]
    for effect in store.effects:
        if kinds.count(type(effect)) > 1:
            raise CardSetError(f"{where}: effects has {_tag(effect)!r} twice")
        for field, types in _types_of(effect).items():
            for item in types:
                if item not in store.shelves:
                    allowed = ", ".join(store.shelves) or "none"
                    raise CardSetError(
                        f"{where}: {field} of the effect {_tag(effect)!r} names {item!r}; types with shelves: {allowed}"
                    )
    if PointsInstead in kinds and PointsChoice in kinds:
        raise CardSetError(f"{where}: only one of the effects 'points_instead' and 'points_choice' can be on a card")


def _tag(effect: Effect) -> str:
    return str(effect.__struct_config__.tag)


def _types_of(effect: Effect) -> dict[str, tuple[str, ...]]:
    """The types of items that an effect names, by field."""
    named: dict[str, tuple[str, ...]] = {}
    for field in effect.__struct_fields__:
        match field, getattr(effect, field):
            case "type", str() as item:
                named[field] = (item,)
            case "types", tuple() as items:
                named[field] = items
            case "points" | "prices", dict() as by_type:
                named[field] = tuple(by_type)
    return named


def _check_counts(cards: Cards, counts: Mapping[str, int]) -> None:
    found = {
        "stores": ("number of [[store]]", len(cards.stores)),
        "starting_stores": ("number of [[starting_store]]", len(cards.starting_stores)),
        "market_cards": ("copies of all [[market]]", len(cards.market_cards())),
    }
    if counts.keys() != {*found, "debt_tokens"}:
        raise CardSetError(f"[counts] must name {', '.join(found)}, debt_tokens")
    for name, (what, count) in found.items():
        reading.check_count(f"{what} ([counts] {name})", count, counts[name])
    most = max(SEAT_COUNTS)
    needed = most * cards.setup.store_hand_dealt + cards.setup.row + 1
    if len(cards.stores) < needed:
        raise CardSetError(
            f"number of [[store]]: the card set has {len(cards.stores)}; {most} players need {needed}: "
            f"[setup] store_hand_dealt for each player, row, and one more"
        )
    in_hands = most * (cards.setup.market_hand + cards.setup.cards_to_play + 1)
    if counts["market_cards"] < in_hands:
        raise CardSetError(
            f"copies of all [[market]]: the card set has {counts['market_cards']}; {most} players need {in_hands}: "
            f"[setup] market_hand + cards_to_play + 1 for each player"
        )
    for seats in SEAT_COUNTS:
        offered = sum(store.players <= seats for store in cards.starting_stores.values())
        if offered > MAX_OPTIONS:
            raise CardSetError(
                f"[[starting_store]]: {offered} have players = {seats} or less; a seat chooses one of them, "
                f"and can be given {MAX_OPTIONS} options at most"
            )
        if offered < seats:
            raise CardSetError(
                f"[[starting_store]]: {offered} have players = {seats} or less; {seats} players need one each"
            )


def _check_board(cards: Cards) -> None:
    for name, prices in {"minimum": cards.prices.minimum, "maximum": cards.prices.maximum}.items():
        if set(prices) != set(TYPES):
            raise CardSetError(f"[prices.{name}] must name {', '.join(TYPES)}")
        for item, price in prices.items():
            if not cards.dial.lowest_price <= price <= cards.dial.highest_price:
                allowed = f"{cards.dial.lowest_price} to {cards.dial.highest_price}"
                raise CardSetError(f"[prices.{name}]: {item} is {price}; the dial has {allowed}")
    reading.check_count("slots in [building]", cards.building.slots, SLOTS)
    reading.check_count("slot_utilities in [building]", len(cards.building.slot_utilities), SLOTS)
    reading.check_count("empty_slot_penalty in [building]", len(cards.building.empty_slot_penalty), SLOTS)
    costs = cards.investment.buy_cost
    reading.check_count("buy_cost in [investment]", len(costs), cards.investment.max_points_per_phase)
    if list(costs) != sorted(set(costs)):
        raise CardSetError(f"[investment]: buy_cost is {list(costs)}; more points must cost more")
    if set(cards.ending) != set(SEAT_COUNTS):
        raise CardSetError("the card set must have [ending.2], [ending.3] and [ending.4], and no other [ending]")
    if cards.setup.store_hand_drafted >= cards.setup.store_hand_dealt:
        raise CardSetError(
            f"[setup]: store_hand_drafted is {cards.setup.store_hand_drafted}; "
            f"it must be less than store_hand_dealt, {cards.setup.store_hand_dealt}"
        )


def _check_bank(cards: Cards) -> None:
    most = cards.investment.max_points_per_phase
    for store in cards.by_store.values():
        split = store.effect(SplitPurchase)
        if split is not None and split.purchases * split.each > most:
            raise CardSetError(
                f"store {store.id!r}: the effect 'split_purchase' allows {split.purchases} times {split.each} points; "
                f"together they must be {most} or less"
            )


def _check_first_game(cards: Cards) -> None:
    if set(cards.first_order) != set(SEAT_COUNTS):
        raise CardSetError("[first_game.order] must name 2, 3, 4")
    for seats, symbols in cards.first_order.items():
        reading.check_count(f"symbols in [first_game.order] for {seats} players", len(set(symbols)), seats)
        for symbol in symbols:
            if symbol not in cards.first_hands:
                raise CardSetError(f"[first_game.order]: there is no [first_game.{symbol}]")
            start = cards.first_hands[symbol].starting_store
            if start not in cards.starting_stores:
                known = ", ".join(cards.starting_stores)
                raise CardSetError(f"[first_game.{symbol}]: starting_store is {start!r}; the known ones are {known}")
            if cards.starting_stores[start].players > seats:
                raise CardSetError(
                    f"[first_game.{symbol}]: starting_store {start!r} is not for {seats} players; "
                    f"its players is {cards.starting_stores[start].players}"
                )
    reading.check_unique("[first_game]: starting_store", [hand.starting_store for hand in cards.first_hands.values()])
    reading.check_unique(
        "[first_game]: hand: store", [store for hand in cards.first_hands.values() for store in hand.hand]
    )
    for symbol, hand in cards.first_hands.items():
        where = f"[first_game.{symbol}]"
        for store in hand.hand:
            if store not in cards.stores:
                raise CardSetError(f"{where}: the hand contains {store!r}, which is not a store of the card set")
        reading.check_count(
            f"{where}: stores in hand (as many as [setup] store_hand_drafted)",
            len(hand.hand),
            cards.setup.store_hand_drafted,
        )
        reading.check_count(
            f"{where}: copies of [[market]] with symbol = {symbol!r} (as many as [setup] market_hand)",
            len(cards.with_symbol(symbol)),
            cards.setup.market_hand,
        )
