"""The plain rules: Sale."""

from __future__ import annotations

from tests.games.brick.plain_delivery import deliver, most_to_sell, sellable
from tests.games.brick.plain_supply import splits
from tests.games.brick.plain_table import Ask, Asking, Card, Option, Store, Table, ask, ask_all, numbers


def sale(table: Table) -> Asking:
    table.begin("sale")
    crates = table.crates(table.demand_pile)
    table.boxes = dict(zip(table.types, crates, strict=True))
    table.tell("demand_shown", sorted(table.demand_pile), crates)
    for player in table.players:
        player.sold = set()
        for store in player.building:
            store.boxes = [box["count"] for box in store.card.get("boxes", [])]
    yield from transfers(table, "before_sale")
    for kind in table.types:
        yield from sell_all(table, kind)
    table.boxes = dict.fromkeys(table.types, 0)
    for player in table.players:
        for store in player.building:
            store.boxes = [0 for _ in store.boxes]
    table.discard += table.demand_pile
    table.demand_pile = []
    for seat, _, effect in table.windows("points_if_types_sold"):
        if len(table.players[seat].sold) >= effect["types"]:
            table.gain(seat, effect["points"])
    yield from transfers(table, "after_sale")


def transfers(table: Table, phase: str) -> Asking:
    for seat, store, effect in table.windows("transfer_in", phase):
        for kind in [kind for kind in table.types if kind in effect["types"]]:
            for other in table.players[seat].building:
                most = min(other.items(kind), store.free(kind))
                if other is store or not most:
                    continue
                slots = table.slot(seat, other), table.slot(seat, store)
                chosen = yield from ask(seat, numbers(range(most + 1), "transfer", kind, *slots))
                other.take(kind, chosen[-1])
                store.add(kind, chosen[-1])
                table.tell("transferred", seat, kind, *slots, chosen[-1])


def sell_all(table: Table, kind: str) -> Asking:
    for player in table.players:
        for store in player.building:
            store.delivered = 0
    surplus: dict[int, int] = dict.fromkeys(table.seats, 0)
    able = [seat for seat in table.seats if most_to_sell(table, seat, kind)]
    all_items = sum(sellable(table, store, kind) for player in table.players for store in player.building)
    dearest = table.set.file["prices"]["maximum"][kind]
    if len(able) == 1 or table.boxes[kind] >= all_items:
        for seat in table.in_turn_order(able):
            chosen = yield from ask(seat, numbers(range(most_to_sell(table, seat, kind) + 1), "sale_amount"))
            yield from deliver(table, seat, kind, chosen[-1], dearest, competed=False)
    elif able:
        yield from compete(table, kind, able, surplus)
    for seat, store, effect in table.windows("close_if_sold", "after_sale_type"):
        if effect["type"] == kind and store.delivered:
            table.close(seat, store)
    for seat, store, effect in table.windows("buy_surplus", "after_sale_type"):
        if kind in effect["prices"]:
            yield from buy_surplus(table, seat, store, effect, kind, surplus)


def compete(table: Table, kind: str, able: list[int], surplus: dict[int, int]) -> Asking:
    quantities = yield from ask_all(
        {seat: Ask(numbers(range(most_to_sell(table, seat, kind) + 1), "sale_quantity")) for seat in able}
    )
    dearest = table.set.file["prices"]["maximum"][kind]
    asks = {}
    for seat in able:
        listed: list[Option] = numbers(range(dearest + 1), "sale_price") if quantities[seat][1] else [("no_price",)]
        asks[seat] = Ask(listed, len(listed) - 1)
    answers = yield from ask_all(asks)
    bids = {seat: (quantities[seat][1], answers[seat][1]) for seat in able if quantities[seat][1]}
    table.tell("sale_bids", kind, [(seat, *bids.get(seat, (0, None))) for seat in able])
    # The lowest price first; of equal ones, the seat that stands later in the turn order.
    sequence = sorted(bids, key=lambda seat: (bids[seat][1], -table.order.index(seat)))
    for seat in sequence:
        quantity, price = bids[seat]
        count = min(quantity, most_to_sell(table, seat, kind))
        yield from deliver(table, seat, kind, count, price, competed=True)
        if quantity > count:
            surplus[seat] = quantity - count
            yield from give_up(table, seat, kind, surplus[seat])


def give_up(table: Table, seat: int, kind: str, count: int) -> Asking:
    stores = [store for store in table.players[seat].building if store.items(kind)]
    ways = list(splits(count, [store.items(kind) for store in stores]))
    split: tuple[int, ...] = ()
    for at in range(len(stores)):
        listed = sorted({way[at] for way in ways if way[:at] == split})
        here = listed[0]
        if len(listed) > 1:
            chosen = yield from ask(seat, numbers(listed, "surplus_split", table.slot(seat, stores[at])))
            here = chosen[-1]
        split = (*split, here)
    for store, items in zip(stores, split, strict=True):
        store.take(kind, items)
    table.tell("surplus_taken", seat, kind, table.portions(seat, stores, split))


def buy_surplus(table: Table, seat: int, store: Store, effect: Card, kind: str, surplus: dict[int, int]) -> Asking:
    buyer = table.players[seat]
    each = effect["prices"][kind]
    for opponent in list(table.order):
        most = min(surplus[opponent], store.free(kind))
        if opponent == seat or not most:
            continue
        affordable = min(most, buyer.cash // each) if each else most
        slot = table.slot(seat, store)
        chosen = yield from ask(seat, numbers(range(affordable + 1), "take_surplus", slot, opponent))
        count = chosen[-1]
        buyer.cash -= count * each
        table.players[opponent].cash += count * each
        surplus[opponent] -= count
        store.add(kind, count)
        table.tell("surplus_bought", seat, slot, opponent, kind, count, count * each)
