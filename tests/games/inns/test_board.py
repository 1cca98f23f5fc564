"""What lies on the table of Inns & Outcasts, for people who look."""

from __future__ import annotations

from msgspec import structs

import referee
from referee.games.inns import choices
from referee.games.inns.board import board, place_of
from referee.games.inns.view import Auction, SeatView, Token, View
from referee.games.inns.words import Reason
from referee.kernel.board import Board, CardArea
from referee.kernel.seats import Seat

GAME = referee.all_games()["inns"]
START: View = referee.start("inns", seats=3, seed=4).view(Seat(1))


def drawn(view: View) -> Board:
    return board(view, GAME.cards)


def zone(of: Board, seat: int, name: str) -> CardArea:
    return next(zone for zone in of.seats[seat].zones if zone.name == name)


def with_seat(view: View, seat: int, **changes: object) -> View:
    seats: list[SeatView] = list(view.seats)
    seats[seat] = structs.replace(seats[seat], **changes)
    return structs.replace(view, seats=tuple(seats))


def test_every_character_can_be_drawn_with_all_that_it_does() -> None:
    (characters,) = [zone for zone in drawn(START).zones if zone.name == "The characters"]
    assert [card.name for card in characters.cards] == [row.name for row in GAME.cards.characters]
    assert {card.kind for card in characters.cards} == {1, 2}
    assert all("at the end earns" in card.text for card in characters.cards)


def test_a_placed_card_is_seen_by_its_seat_alone() -> None:
    view = with_seat(with_seat(START, 0, face_down=True), 1, face_down=True)
    view = structs.replace(view, turn=1, own_card=0, hand=(1, 2))
    (own,) = zone(drawn(view), 1, "Table Setting").cards
    assert (own.name, own.marks) == ("Thief", ("face down",))
    (other,) = zone(drawn(view), 0, "Table Setting").cards
    assert (other.name, other.count) == ("", 1)
    assert [card.place for card in zone(drawn(view), 1, "Hand").cards] == ["hand 1", "hand 2"]


def test_a_card_face_up_tells_what_befell_it() -> None:
    token = Token(Seat(2), Reason.BOUNTY, 4)
    view = with_seat(START, 0, card=3, morality="villain", blocked=True, transmuted=2, table=5, tokens=(token,))
    setting = zone(drawn(view), 0, "Table Setting")
    assert [card.marks for card in setting.cards] == [("blocked", "villain", "turned in 2")]
    assert setting.facts == ("Loot on the table: 5", "Token: bounty on initiative 4 of seat 2")


def test_what_others_know_of_a_hand_is_told() -> None:
    ledger = (0, None, 2, None, None, None)
    hand = zone(drawn(with_seat(START, 2, hand=5, ledger=ledger, unplayed=(2, 4))), 2, "Hand")
    assert [(card.name, card.count) for card in hand.cards] == [("", 5)]
    assert hand.facts == (f"known: {_names(0, 2)}", "still to play: 2, 4")


def _names(*cards: int) -> str:
    return ", ".join(GAME.cards.characters[card].name for card in cards)


def test_an_auction_stands_in_the_middle() -> None:
    auction = Auction(Seat(0), 3, Seat(1), (Seat(2),), won=False)
    view = structs.replace(with_seat(START, 0, card=5), turn=2, auction=auction, acting=(Seat(0), Seat(2)))
    first = drawn(view).zones[0]
    assert (first.name, first.now) == ("Auction", True)
    assert [card.name for card in first.cards] == [_names(5)]
    marks = [place.marks for place in drawn(structs.replace(view, head=Seat(0))).seats]
    assert marks == [("Head of the Table", "acting", "sells"), ("leads",), ("acts next", "passed")]
    assert not drawn(with_seat(view, 0, card=None)).zones[0].cards


def test_places() -> None:
    assert place_of(choices.Play(4)) == "hand 4"
    assert {place_of(option) for option in (choices.Block(Seat(2)), choices.Target(Seat(2), 3))} == {"setting 2"}
    assert place_of(choices.PASS) == ""
