"""The plain rules: Supply."""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.brick.plain_table import Ask, Asking, Card, Store, Table, ask, ask_all, half_up, numbers

Split = tuple[int, ...]


def supply(table: Table) -> Asking:
    table.begin("supply")
    for player in table.players:
        player.in_debt = False
    for seat, store, effect in table.windows("self_supply", "before_supply"):
        self_supply(table, seat, store, effect)
    crates = table.crates(table.supply_pile)
    for kind, count in zip(table.types, crates, strict=True):
        table.market[kind] += count
    table.tell("market_supplied", crates)
    table.discard += table.supply_pile
    table.supply_pile = []
    for kind in table.types:
        for seat, store, effect in table.windows("self_supply", "before_supply_type"):
            if effect["type"] == kind:
                self_supply(table, seat, store, effect)
        yield from stock_all(table, kind)
        for seat, store, effect in table.windows("free_stock"):
            if kind in effect["types"]:
                yield from free_stock(table, seat, store, kind)
        for seat, store, effect in table.windows("supply_or_points"):
            if effect["type"] == kind:
                yield from supply_or_points(table, seat, store, effect)


def self_supply(table: Table, seat: int, store: Store, effect: Card) -> None:
    kind = effect["type"]
    count = min(effect["amount"], store.free(kind))
    store.add(kind, count)
    if count:
        table.tell("self_supplied", seat, table.slot(seat, store), kind, count)


def stock_all(table: Table, kind: str) -> Asking:
    able = [seat for seat in table.seats if table.players[seat].free(kind)]
    if not able or not table.market[kind]:
        return
    lowest, highest = table.set.file["prices"]["minimum"][kind], table.set.file["dial"]["highest_price"]
    if len(able) == 1 or table.market[kind] >= sum(table.players[seat].free(kind) for seat in able):
        for seat in table.in_turn_order(able):
            yield from stock(table, seat, kind, lowest)
        return
    chosen = yield from ask_all({seat: Ask(numbers(range(lowest, highest + 1), "supply_bid")) for seat in able})
    bids = {seat: option[1] for seat, option in chosen.items()}
    # The highest bid first; of equal ones, the seat that stands later in the turn order.
    sequence = sorted(able, key=lambda seat: (bids[seat], table.order.index(seat)), reverse=True)
    table.tell("supply_bids", kind, sorted(bids.items()))
    for seat in sequence:
        if table.market[kind]:
            yield from stock(table, seat, kind, bids[seat])


def unit_costs(table: Table, seat: int, kind: str, price: int, count: int, stores: list[Store]) -> list[int]:
    """What one item costs in each of the stores, if so many are stocked in total."""
    bulk = sum(
        effect["amount"]
        for store in table.players[seat].building
        for effect in store.effects("bulk_discount")
        if count >= effect["threshold"]
    )
    costs = []
    for store in stores:
        own = sum(effect["amount"] for effect in store.effects("stock_discount") if kind in effect["types"])
        costs.append(max(0, price - own - bulk))
    return costs


def splits(count: int, room: list[int]) -> Iterator[Split]:
    """Every way to put so many items into the stores."""
    if len(room) == 1:
        if 0 <= count <= room[0]:
            yield (count,)
        return
    for here in range(min(count, room[0]) + 1):
        for rest in splits(count - here, room[1:]):
            yield (here, *rest)


def is_payable(table: Table, seat: int, split: Split, costs: list[int]) -> bool:
    player = table.players[seat]
    total = sum(items * cost for items, cost in zip(split, costs, strict=True))
    if player.in_debt:
        return total == 0
    if total <= player.cash:
        return True
    short = total - player.cash
    dearest = max(cost for items, cost in zip(split, costs, strict=True) if items)
    allowed: int = table.set.file["setup"]["voluntary_debt_limit"]
    return short <= dearest and player.debt + half_up(short) <= allowed


def stock(table: Table, seat: int, kind: str, price: int) -> Asking:
    player = table.players[seat]
    stores = [store for store in player.building if store.free(kind)]
    room = [store.free(kind) for store in stores]
    payable: dict[int, list[Split]] = {}
    for count in range(min(table.market[kind], sum(room)) + 1):
        costs = unit_costs(table, seat, kind, price, count, stores)
        ways = [split for split in splits(count, room) if is_payable(table, seat, split, costs)]
        if ways:
            payable[count] = ways
    chosen = yield from ask(seat, numbers(payable, "stock_amount"))
    count = chosen[-1]
    split: Split = ()
    for at in range(len(stores)):
        rest = count - sum(split)
        fewest, most = max(0, rest - sum(room[at + 1 :])), min(room[at], rest)
        here = fewest
        if fewest != most:
            listed = sorted({way[at] for way in payable[count] if way[:at] == split})
            chosen = yield from ask(seat, numbers(listed, "stock_split", table.slot(seat, stores[at])))
            here = chosen[-1]
        split = (*split, here)
    costs = unit_costs(table, seat, kind, price, count, stores)
    total = sum(items * cost for items, cost in zip(split, costs, strict=True))
    tokens = half_up(max(0, total - player.cash))
    player.debt += tokens
    player.in_debt = player.in_debt or tokens > 0
    player.cash += 2 * tokens - total
    assert player.cash >= 0
    table.market[kind] -= count
    for store, items in zip(stores, split, strict=True):
        store.add(kind, items)
    table.tell("stocked", seat, kind, price, table.portions(seat, stores, split), total, tokens)
    for store, items in zip(stores, split, strict=True):
        for effect in store.effects("points_if_stocked"):
            if effect["type"] == kind and items >= effect["count"]:
                table.gain(seat, effect["points"])


def free_stock(table: Table, seat: int, store: Store, kind: str) -> Asking:
    most = min(store.free(kind), table.market[kind])
    if most:
        chosen = yield from ask(seat, numbers(range(most + 1), "take_free", table.slot(seat, store)))
        table.market[kind] -= chosen[-1]
        store.add(kind, chosen[-1])
        table.tell("stocked_free", seat, table.slot(seat, store), kind, chosen[-1])


def supply_or_points(table: Table, seat: int, store: Store, effect: Card) -> Asking:
    slot = table.slot(seat, store)
    chosen = yield from ask(seat, [("take_points", slot), ("supply_market", slot)])
    if chosen[0] == "supply_market":
        table.market[effect["type"]] += effect["amount"]
        table.tell("store_supplied", seat, slot, effect["type"], effect["amount"])
    else:
        table.gain(seat, effect["points"])
