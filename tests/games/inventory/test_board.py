"""What lies on the table of Adventures in Inventory Management, for people who look."""

from __future__ import annotations

from msgspec import structs

import referee
from referee.games.inventory import choices
from referee.games.inventory.board import board, place_of
from referee.games.inventory.view import Placed, Stack, View
from referee.kernel.board import Board, CardArea
from referee.kernel.seats import Seat

GAME = referee.all_games()["inventory"]
START: View = referee.start("inventory", seats=2, seed=4).view(Seat(1))


def drawn(view: View) -> Board:
    return board(view, GAME.cards)


def zone(of: Board, name: str, seat: int | None = None) -> CardArea:
    zones = of.zones if seat is None else of.seats[seat].zones
    return next(zone for zone in zones if zone.name == name)


def test_every_card_of_the_set_can_be_drawn() -> None:
    rows = list(GAME.cards.by_id.values())
    view = structs.replace(START, trash=tuple(Stack(row.id, 2) for row in rows))
    cards = zone(drawn(view), "Trash").cards
    assert [card.name for card in cards] == [row.name for row in rows]
    assert [card.figure for card in cards] == [f"{row.price}g" for row in rows]
    assert all(card.text and card.count == 2 and 1 <= card.kind <= 5 for card in cards)


def test_what_is_laid_out_stands_where_it_lies_and_can_be_meant_by_its_owner_alone() -> None:
    layout = (Placed("sack", "back"), Placed("guard", "follow"), Placed("potato", "stored"))
    seats = tuple(structs.replace(seat, layout=layout) for seat in START.seats)
    there = drawn(structs.replace(START, seats=seats))
    for seat, places in ((0, ["", "", ""]), (1, ["laid back sack", "laid follow guard", "laid stored potato"])):
        laid = [card for name in ("Worn", "Allies", "Stored") for card in zone(there, name, seat).cards]
        assert [(card.name, card.marks) for card in laid] == [
            ("Sack", ("back",)),
            ("Guard", ("follow",)),
            ("Potato", ("stored",)),
        ]
        assert [card.place for card in laid] == places


def test_a_hand_is_face_down_for_others() -> None:
    hands = [zone(drawn(START), "Hand", seat).cards for seat in (0, 1)]
    assert [(card.name, card.count) for card in hands[0]] == [("", START.seats[0].hand)]
    assert len(hands[1]) == START.seats[1].hand
    assert all(card.name and card.place.startswith("hand ") for card in hands[1])


def test_an_empty_market_looks_empty() -> None:
    view = structs.replace(START, premium_row=("", "sack", "", ""), common="", rebate=3)
    row = zone(drawn(view), "Premium Market").cards
    assert [(card.name, card.place) for card in row[:2]] == [("empty", "premium 1"), ("Sack", "premium 2")]
    assert zone(drawn(view), "Common Market") == CardArea("Common Market", facts=("rebate 3",))


def test_the_head_of_the_table_tells_the_end_and_the_own_sealed_choice() -> None:
    facts = drawn(structs.replace(START, end="epic", chosen=choices.DONE)).facts
    assert facts[-2:] == ("The game ends with this round: the last Epic Loot was bought", "You have chosen: done")


def test_pockets_are_told() -> None:
    totals = structs.replace(START.seats[0].totals, pockets=2)
    seats = (structs.replace(START.seats[0], totals=totals), START.seats[1])
    assert drawn(structs.replace(START, seats=seats)).seats[0].facts[-1].endswith(", 2 gold dice in pockets")


def test_places() -> None:
    places = {
        choices.Trash("sack", "back"): "laid back sack",
        choices.DropCard("potato"): "laid stored potato",
        choices.GiveUp("potato"): "laid stored potato",
        choices.DropDie(): "gold",
        choices.STORE_DIE: "gold",
        choices.BuyPremium(2): "premium 2",
        choices.BuyCommon(): "common",
        choices.BuyLoot("rare_loot"): "pile rare_loot",
        choices.Put("sack", "back"): "hand sack",
        choices.DRAW: "deck",
        choices.Attack(Seat(1)): "seat 1",
        choices.DONE: "",
    }
    assert {option: place_of(option) for option in places} == places
