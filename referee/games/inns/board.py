"""The board: a view laid out as a table for people."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.inns import choices
from referee.games.inns.cards import Cards
from referee.games.inns.view import SeatView, View
from referee.games.inns.words import INNS, Character
from referee.kernel.asking import Option
from referee.kernel.board import Board, Card, CardArea, SeatArea, face_down, marks_that_hold
from referee.kernel.texts import text_of


def board(view: View, cards: Cards) -> Board:
    """The auction in the middle; for each seat its Table Setting, its hand and its Discard."""
    turn = f"Turn {view.turn}" if view.turn else "The hands are being built"
    return Board(
        facts=(turn, f"called: {view.called or 'nothing'}", text_of(view.settings)),
        zones=tuple(_middle(view, cards)),
        seats=tuple([_place(view, cards, number, seat) for number, seat in enumerate(view.seats)]),
    )


def place_of(option: Option) -> str:
    """The place on the board where an option can be chosen; empty if there is none."""
    match option:
        case choices.Play(card):
            return f"hand {card}"
        case choices.Block(seat) | choices.Unblock(seat) | choices.Target(seat, _):
            return f"setting {seat}"
        case _:
            return ""


def _middle(view: View, cards: Cards) -> Iterator[CardArea]:
    if view.auction is not None:
        card = view.seats[view.auction.seller].card
        sold = () if card is None else (_card(cards, card),)
        yield CardArea("Auction", sold, (text_of(view.auction),), now=True)
    if not view.turn:
        yield CardArea(
            "The characters", tuple([_card(cards, card, whole=True) for card in range(len(cards.characters))])
        )
    yield CardArea("Chosen by nobody", face_down(view.supply), pile=True)


def _place(view: View, cards: Cards, number: int, seat: SeatView) -> SeatArea:
    own = number == view.seat
    return SeatArea(
        facts=(f"Hoard {seat.hoard} of {view.settings.hoard_goal}",),
        zones=(
            _setting(view, cards, number, seat),
            _hand(view, cards, seat, own=own),
            CardArea("Discard", tuple([_card(cards, card) for card in seat.discard]), pile=True),
        ),
        marks=_marks(view, number),
    )


def _setting(view: View, cards: Cards, number: int, seat: SeatView) -> CardArea:
    """The card that a seat has placed, with the Loot and the tokens on it."""
    if seat.card is not None:
        marks = (*marks_that_hold({"blocked": seat.blocked}), str(seat.morality))
        marks += (f"turned in {seat.transmuted}",) if seat.transmuted else ()
        placed: tuple[Card, ...] = (_card(cards, seat.card, marks, whole=True),)
    elif number == view.seat and view.own_card is not None:
        placed = (_card(cards, view.own_card, ("face down",), whole=True),)
    else:
        placed = face_down(int(seat.face_down))
    loot = (f"Loot on the table: {seat.table}",) if seat.table else ()
    tokens = tuple([f"Token: {text_of(token)}" for token in seat.tokens])
    return CardArea("Table Setting", placed, (*loot, *tokens), place=f"setting {number}")


def _hand(view: View, cards: Cards, seat: SeatView, *, own: bool) -> CardArea:
    held = tuple([_card(cards, card, whole=True, place=f"hand {card}") for card in view.hand])
    known = [cards.characters[card].name for card in seat.ledger if card is not None]
    facts = [f"known: {', '.join(known)}"] if known else []
    facts += [f"still to play: {', '.join(map(str, seat.unplayed))}"] if seat.unplayed else []
    return CardArea("Hand", held if own else face_down(seat.hand), tuple(facts))


def _marks(view: View, number: int) -> tuple[str, ...]:
    auction = view.auction
    return marks_that_hold(
        {
            "Head of the Table": view.head == number,
            "acting": number in view.acting[:1],
            "acts next": number in view.acting[1:],
            "sells": auction is not None and auction.seller == number,
            "leads": auction is not None and auction.leader == number,
            "passed": auction is not None and number in auction.passed,
        }
    )


def _card(cards: Cards, card: Character, marks: tuple[str, ...] = (), place: str = "", *, whole: bool = False) -> Card:
    """A character; its colour is that of its inn."""
    row = cards.characters[card]
    text = text_of(row) if whole else ""
    return Card(row.name, str(row.initiative), text, kind=1 + INNS.index(row.inn), marks=marks, place=place)
