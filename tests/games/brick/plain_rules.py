"""The rules a second time, as plainly as possible; made from their description, to be played beside the real ones.

`play` is a generator. It yields what is asked, each option as a tuple, and takes the chosen indices; whatever happens
goes to `table.told`, as (public form, private forms by seat). Chance alone is shared with the real rules. The chapters
lie beside this file, in the order of a month: `plain_building`, `plain_advertisement`, `plain_supply`, `plain_sale`
with `plain_delivery`; what comes before and after them is here.
"""

from __future__ import annotations

from tests.games.brick.plain_advertisement import advertisement
from tests.games.brick.plain_building import january, later_month, open_filled
from tests.games.brick.plain_sale import sale
from tests.games.brick.plain_supply import supply
from tests.games.brick.plain_table import Ask, Asking, Option, Store, Table, ask, ask_all, half_up, numbers


def play(table: Table) -> Asking:
    yield from set_up(table)
    while True:
        table.begin("building")
        if table.month > 1:
            yield from later_month(table)
        elif table.options["preset_hands"]:
            preset_stores(table)
        else:
            yield from january(table)
        yield from advertisement(table)
        yield from supply(table)
        yield from sale(table)
        yield from inventory(table)
        utilities(table)
        yield from investment(table)
        if table.last_round or table.month == table.ending["last_month"]:
            break
        table.month += 1
    score(table)


# ---- set-up


def set_up(table: Table) -> Asking:
    given = table.options["start_seat"]
    start = table.chance("start seat").below(len(table.seats)) if given == "random" else int(given)
    table.order = [(start + step) % len(table.seats) for step in table.seats]
    table.tell("order_changed", table.order)
    table.store_deck = sorted(table.set.stores)
    table.market_deck = sorted(name for name, card in table.set.market.items() for _ in range(card["copies"]))
    preset = table.options["preset_hands"]
    symbols = preset_symbols(table) if preset else {}
    for seat, symbol in symbols.items():
        preset_hand(table, seat, symbol)
    table.chance("store deck").shuffle(table.store_deck)
    table.chance("market deck").shuffle(table.market_deck)
    if not preset:
        deal(table)
    table.row, table.store_deck = table.store_deck[:4], table.store_deck[4:]
    move_on_deck_first(table)
    if not preset:
        yield from draft(table)


def move_on_deck_first(table: Table) -> None:
    table.on_deck = table.store_deck.pop(0)
    table.tell_row()


def deal(table: Table) -> None:
    setup = table.set.file["setup"]
    for seat in table.in_turn_order():
        table.draw(seat, setup["market_hand"])
    for seat in table.in_turn_order():
        dealt = setup["store_hand_dealt"]
        table.players[seat].packet, table.store_deck = table.store_deck[:dealt], table.store_deck[dealt:]
        tell_packet(table, seat)


def tell_packet(table: Table, seat: int) -> None:
    packet = sorted(table.players[seat].packet)
    whole = ("packet_taken", seat, len(packet), packet)
    table.tell("packet_taken", seat, len(packet), [], private={seat: whole})


def preset_symbols(table: Table) -> dict[int, str]:
    return dict(zip(table.order, table.set.file["first_game"]["order"][str(len(table.seats))], strict=True))


def preset_hand(table: Table, seat: int, symbol: str) -> None:
    player = table.players[seat]
    player.stores = [*table.set.file["first_game"][symbol]["hand"]]
    player.hand = sorted(name for name, card in table.set.market.items() if card.get("symbol") == symbol)
    for name in player.stores:
        table.store_deck.remove(name)
    for name in player.hand:
        table.market_deck.remove(name)
    table.tell_drawn(seat, player.hand)


def preset_stores(table: Table) -> None:
    for seat, symbol in preset_symbols(table).items():
        open_filled(table, seat, table.set.file["first_game"][symbol]["starting_store"])


def draft(table: Table) -> Asking:
    times = table.set.file["setup"]["store_hand_drafted"]
    for number in range(1, times + 1):
        chosen = yield from ask_all({seat: Ask(from_packet(table.players[seat].packet)) for seat in table.seats})
        for seat, option in chosen.items():
            table.players[seat].packet.remove(option[1])
            table.players[seat].stores.append(option[1])
            table.tell("drafted", seat, "", private={seat: ("drafted", seat, option[1])})
        if number < times:
            packets = [player.packet for player in table.players]
            for seat in table.seats:
                table.players[(seat + 1) % len(table.seats)].packet = packets[seat]
            for seat in table.seats:
                tell_packet(table, seat)
    for player in table.players:
        table.box += player.packet
        player.packet = []


def from_packet(packet: list[str]) -> list[Option]:
    return [("draft_store", name) for name in sorted(packet)]


# ---- Inventory


def inventory(table: Table) -> Asking:
    expired: dict[int, dict[str, int]] = {}
    table.begin("inventory")
    for seat, player in enumerate(table.players):
        for store in player.building:
            expired[id(store)] = age(store)
            for kind in table.types:
                if expired[id(store)].get(kind):
                    count = expired[id(store)][kind]
                    table.tell("expired", seat, table.slot(seat, store), kind, count)
    for seat, store, effect in table.windows("return_expired"):
        for kind in [kind for kind in table.types if kind in effect["types"]]:
            gone = expired[id(store)].get(kind, 0)
            if not gone:
                continue
            slot = table.slot(seat, store)
            chosen = yield from ask(seat, numbers(range(gone + 1), "return_items", slot, kind))
            count = chosen[3]
            table.market[kind] += count
            table.tell("returned", seat, slot, kind, count)
            table.gain(seat, count * effect["points"])


def age(store: Store) -> dict[str, int]:
    """Moves all items one shelf down; returns those that fall off."""
    gone = {}
    for kind, shelves in store.shelves.items():
        gone[kind] = shelves[-1]
        store.shelves[kind] = [0, *shelves[:-1]]
    return gone


# ---- Utilities


def utilities(table: Table) -> None:
    table.begin("utilities")
    slots = table.set.file["building"]["slot_utilities"]
    for seat, player in enumerate(table.players):
        due = sum(store.card["utilities"] + slots[at] for at, store in enumerate(player.building))
        tokens = half_up(max(0, due - player.cash))
        player.debt += tokens
        player.cash += 2 * tokens - due
        table.tell("utilities_paid", seat, due, tokens)
    for seat, store, effect in table.windows("hold_or_close", "after_utilities"):
        held = store.items(effect["type"])
        if held:
            table.gain(seat, effect["points"] * (held // effect["per"]))
        else:
            table.close(seat, store)


# ---- Investment


def investment(table: Table) -> Asking:
    table.begin("investment")
    for seat in table.in_turn_order():
        player = table.players[seat]
        split = [effect for store in player.building for effect in store.effects("split_purchase")]
        most = split[0]["each"] if split else table.set.file["investment"]["max_points_per_phase"]
        chosen = yield from ask(seat, [("invest_nothing",), *purchases(table, seat, most), *sales(table, seat)])
        invest(table, seat, chosen)
        for _ in range(split[0]["purchases"] - 1 if split else 0):
            if chosen[0] != "buy_points":
                break
            chosen = yield from ask(seat, [("invest_nothing",), *purchases(table, seat, most)])
            invest(table, seat, chosen)


def purchases(table: Table, seat: int, most: int) -> list[Option]:
    costs = table.set.file["investment"]["buy_cost"]
    return [("buy_points", count) for count in range(1, most + 1) if costs[count - 1] <= table.players[seat].cash]


def sales(table: Table, seat: int) -> list[Option]:
    return numbers(range(1, min(200, table.players[seat].points) + 1), "sell_points")


def invest(table: Table, seat: int, chosen: Option) -> None:
    invested = table.set.file["investment"]
    player = table.players[seat]
    if chosen[0] == "buy_points":
        player.cash -= invested["buy_cost"][chosen[1] - 1]
        table.tell("invested", seat, chosen[1], invested["buy_cost"][chosen[1] - 1])
        table.gain(seat, chosen[1])
    elif chosen[0] == "sell_points":
        player.cash += chosen[1] * invested["sell_value"]
        table.tell("invested", seat, -chosen[1], chosen[1] * invested["sell_value"])
        table.gain(seat, -chosen[1])
    else:
        table.tell("invested", seat, 0, 0)


# ---- the end


def score(table: Table) -> None:
    penalties = table.set.file["building"]["empty_slot_penalty"]
    for player in table.players:
        stores = sum(store.card["points"] for store in player.building)
        empty = sum(penalties[len(player.building) :])
        table.scores.append(player.points + stores - empty - player.debt)
    ranked = sorted(table.seats, key=lambda seat: (-table.scores[seat], table.order.index(seat)))
    table.places = [1 + ranked.index(seat) for seat in table.seats]
    table.tell("game_over", table.scores, table.places, "points" if table.last_round else "last_month")
