"""The plain rules: Advertisement."""

from __future__ import annotations

from tests.games.brick.plain_table import Ask, Asking, Option, Table, ask, ask_all, distinct

SIDES = ("supply", "demand")


def advertisement(table: Table) -> Asking:
    table.begin("advertisement")
    for player in table.players:
        player.redrawn = False
    yield from draw_and_discard(table)
    yield from redraw(table, with_slot(table, 3))
    yield from play_cards(table)
    yield from agencies(table)
    late = [seat for seat in with_slot(table, 3) if not table.players[seat].redrawn]
    yield from redraw(table, late)
    for seat in table.in_turn_order():
        table.draw(seat, table.set.file["setup"]["market_hand"] - len(table.players[seat].hand))


def with_slot(table: Table, slot: int) -> list[int]:
    return [seat for seat in table.seats if len(table.players[seat].building) >= slot]


def draw_and_discard(table: Table) -> Asking:
    for seat, _, effect in table.windows("draw_and_discard", "before_advertisement"):
        hand = table.players[seat].hand
        table.draw(seat, effect["cards"])
        for _ in range(min(effect["cards"], len(hand))):
            chosen = yield from ask(seat, [("discard_market", card) for card in distinct(hand)])
            throw_away(table, seat, [chosen[1]])


def throw_away(table: Table, seat: int, cards: list[str]) -> None:
    for card in cards:
        table.players[seat].hand.remove(card)
        table.discard.append(card)
    table.tell("market_discarded", seat, sorted(cards))


def redraw(table: Table, seats: list[int]) -> Asking:
    asks = {}
    for seat in seats:
        hand = table.players[seat].hand
        if hand:
            asks[seat] = Ask([("keep_hand",), ("redraw_all",), *(("redraw_one", card) for card in distinct(hand))])
    chosen = yield from ask_all(asks)
    for seat in table.in_turn_order(asks):
        word = chosen[seat][0]
        if word == "keep_hand":
            continue
        cards = [*table.players[seat].hand] if word == "redraw_all" else [chosen[seat][1]]
        table.players[seat].redrawn = True
        throw_away(table, seat, cards)
        table.draw(seat, len(cards))


def play_cards(table: Table) -> Asking:
    """Two cards of every seat and a third of those with a fourth store; nobody learns who played what."""
    extra = with_slot(table, 4)
    rounds = [list(table.seats)] * table.set.file["setup"]["cards_to_play"] + [extra]
    for number, seats in enumerate(rounds, 1):
        first: list[Option] = [("done",)] if number == len(rounds) else []
        asks = {}
        for seat in seats:
            hand = table.players[seat].hand
            if hand or first:
                asks[seat] = Ask([*first, *(("play_card", c, side) for c in distinct(hand) for side in SIDES)])
        chosen = yield from ask_all(asks)
        for seat, option in chosen.items():
            if option == ("done",):
                continue
            _, card, side = option
            table.players[seat].hand.remove(card)
            (table.supply_pile if side == "supply" else table.demand_pile).append(card)
            table.tell("card_played", seat, "", None, private={seat: ("card_played", seat, card, side)})
    table.tell("gathered", sorted(table.supply_pile), len(table.demand_pile))


def agencies(table: Table) -> Asking:
    for seat, _, effect in table.windows("peek_and_add", "advertisement"):
        chosen = yield from ask(seat, [("agency_pass",), *(("agency_side", side) for side in SIDES)])
        if chosen == ("agency_pass",):
            table.tell("pile_chosen", seat, None, [])
            continue
        side = chosen[1]
        pile = table.supply_pile if side == "supply" else table.demand_pile
        secret = side == "demand"
        seen = {seat: ("pile_chosen", seat, side, sorted(pile))} if secret else {}
        table.tell("pile_chosen", seat, side, [], private=seen)
        for _ in range(effect["cards"]):
            yield from add_to(table, seat, pile, secret=secret)


def add_to(table: Table, seat: int, pile: list[str], *, secret: bool) -> Asking:
    hand = table.players[seat].hand
    chosen = yield from ask(seat, [("add_none",), *(("add_card", card) for card in distinct(hand))])
    added = chosen[0] == "add_card"
    if not added:
        table.tell("pile_grew", seat, added, "")
        return
    card = chosen[1]
    hand.remove(card)
    pile.append(card)
    whole = ("pile_grew", seat, added, card)
    table.tell("pile_grew", seat, added, "" if secret else card, private={seat: whole} if secret else {})
