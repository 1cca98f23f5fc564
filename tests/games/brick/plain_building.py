"""The plain rules: Building."""

from __future__ import annotations

from tests.games.brick.plain_table import Asking, Card, Option, Store, Table, ask, half_up, numbers


def january(table: Table) -> Asking:
    """Each seat takes a starting store, filled."""
    left = [card["id"] for card in table.set.starting.values() if card["players"] <= len(table.seats)]
    for seat in table.in_turn_order():
        chosen = yield from ask(seat, [("starting_store", name) for name in left])
        left.remove(chosen[1])
        open_filled(table, seat, chosen[1])
    table.box += left


def open_filled(table: Table, seat: int, name: str) -> None:
    store = Store(table.set.starting[name])
    for kind, sign in store.card["shelves"].items():
        store.add(kind, sign["capacity"])
    table.players[seat].building.append(store)
    table.tell("started", seat, name)


def later_month(table: Table) -> Asking:
    finished: set[int] = set()
    bought_from_row = False
    while len(finished) < len(table.seats):
        actor = next(seat for seat in table.order if seat not in finished)
        player = table.players[actor]
        options: list[Option] = [("pass_buying",)]
        options += [
            ("buy_from_hand", name)
            for name in sorted(player.stores)
            if price(table, actor, name, None) <= limit(table, actor)
        ]
        options += [("bid_on", name) for name in table.row if table.set.stores[name]["cost"] <= limit(table, actor)]
        chosen = yield from ask(actor, options)
        if chosen == ("pass_buying",):
            finished.add(actor)
            table.tell("passed_buying", actor)
            yield from manage(table, actor, None)
        elif chosen[0] == "buy_from_hand":
            finished.add(actor)
            yield from pay(table, actor, chosen[1], None)
            player.stores.remove(chosen[1])
            yield from manage(table, actor, chosen[1])
        else:
            winner, bid = yield from auction(table, actor, chosen[1], finished)
            finished.add(winner)
            bought_from_row = True
            yield from pay(table, winner, chosen[1], bid)
            table.row.remove(chosen[1])
            move_on_deck(table)
            table.tell_row()
            yield from manage(table, winner, chosen[1])
    refresh_row(table, bought_from_row=bought_from_row)


def limit(table: Table, seat: int) -> int:
    player = table.players[seat]
    allowed: int = table.set.file["setup"]["voluntary_debt_limit"]
    highest: int = table.set.file["dial"]["highest_store_bid"]
    return min(highest, player.cash + 2 * max(0, allowed - player.debt))


def price(table: Table, seat: int, name: str, bid: int | None = None) -> int:
    """The winning bid, or the cost of a store from the hand; less what the card says for empty slots."""
    card: Card = table.set.stores[name]
    empty = table.set.file["building"]["slots"] - len(table.players[seat].building)
    less: int = sum(effect["amount"] * empty for effect in card["effects"] if effect["kind"] == "purchase_discount")
    full: int = card["cost"] if bid is None else bid
    return max(0, full - less)


def auction(table: Table, actor: int, name: str, finished: set[int]) -> Asking:
    cost = table.set.stores[name]["cost"]
    chosen = yield from ask(actor, numbers(range(cost, limit(table, actor) + 1), "open_bid"))
    bid = chosen[1]
    table.tell("auction_opened", actor, name, bid)
    ring = [seat for seat in table.order if seat not in finished]
    at = ring.index(actor)
    leader, waiting = actor, ring[at + 1 :] + ring[:at]
    while waiting:
        seat = waiting.pop(0)
        options: list[Option] = [("drop_out",), *numbers(range(bid + 1, limit(table, seat) + 1), "raise_bid")]
        chosen = yield from ask(seat, options)
        if chosen == ("drop_out",):
            table.tell("bid_dropped", seat)
            continue
        waiting.append(leader)
        leader, bid = seat, chosen[1]
        table.tell("bid_raised", seat, bid)
    return leader, bid


def pay(table: Table, seat: int, name: str, bid: int | None) -> Asking:
    player = table.players[seat]
    due = price(table, seat, name, bid)
    tokens = 0
    if due:
        allowed = table.set.file["setup"]["voluntary_debt_limit"]
        fewest = max(0, half_up(due - player.cash))
        most = min(half_up(due), max(0, allowed - player.debt))
        chosen = yield from ask(seat, numbers(range(fewest, most + 1), "pay_store"))
        tokens = chosen[1]
    player.debt += tokens
    player.cash += 2 * tokens - due
    assert player.cash >= 0
    table.tell("store_bought", seat, name, bid is None, due, tokens)


def manage(table: Table, seat: int, fresh: str | None) -> Asking:
    player = table.players[seat]
    while True:
        options: list[Option] = [("done",)]
        options += [("close_store", slot + 1) for slot in range(len(player.building))]
        if fresh and len(player.building) < table.set.file["building"]["slots"]:
            options.append(("open_store",))
        chosen = yield from ask(seat, options, options.index(("open_store",)) if ("open_store",) in options else 0)
        if chosen == ("done",):
            break
        if chosen == ("open_store",):
            assert fresh
            player.building.append(Store(table.set.stores[fresh]))
            table.tell("store_opened", seat, len(player.building), fresh)
            fresh = None
        else:
            close_at_will(table, seat, player.building[chosen[1] - 1])
    if fresh:
        table.box.append(fresh)
        table.tell("not_opened", seat, fresh)


def close_at_will(table: Table, seat: int, store: Store) -> None:
    for effect in store.effects("points_on_close"):
        table.gain(seat, effect["points"] * store.items(effect["type"]))
    table.close(seat, store)


def move_on_deck(table: Table) -> None:
    """The on-deck card goes to the end of the row, and a new one is turned up."""
    if table.on_deck:
        table.row.append(table.on_deck)
    table.on_deck = table.store_deck.pop(0) if table.store_deck else None


def refresh_row(table: Table, *, bought_from_row: bool) -> None:
    if bought_from_row:
        table.box.append(table.row.pop(0))
        move_on_deck(table)
    else:
        table.box += table.row
        table.row = []
        for _ in range(table.set.file["setup"]["row"]):
            move_on_deck(table)
    table.tell_row()
