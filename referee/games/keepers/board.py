"""The board: a view laid out as a table for people."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.keepers import choices
from referee.games.keepers.cards import COLOURS
from referee.games.keepers.view import LastAuction, SeatView, View
from referee.games.keepers.words import Colour
from referee.kernel.asking import Option
from referee.kernel.board import Board, Card, CardArea, SeatArea, face_down, marks_that_hold


def board(view: View, _cards: object) -> Board:
    """Quests and rumours in the middle; for each seat its tavern, its hand and its bid."""
    return Board(
        facts=(f"Round {view.round}",),
        zones=(*_quests(view), *_stock(view), *([_last(view.last_auction)] if view.last_auction else [])),
        seats=tuple([_place(view, number, seat) for number, seat in enumerate(view.seats)]),
    )


def place_of(option: Option) -> str:
    """The place on the board where an option can be chosen; empty if there is none."""
    match option:
        case choices.Quest(space):
            return f"quest {space}"
        case choices.Add(colour):
            return f"hand {colour}"
        case choices.Sabotage(colour, seat):
            return f"prepared {seat} {colour}"
        case _:
            return ""


def _quests(view: View) -> Sequence[CardArea]:
    zones = []
    for number, space in enumerate(view.spaces):
        auctioned = view.auction is not None and view.auction.space == number
        quest = [_card(colour) for colour in space.quest[:-1]]
        quest += [_card(colour, marks=("focus",)) for colour in space.quest[-1:]]
        rumour = (_card(space.rumour, marks=("rumour",)),) if space.rumour is not None else ()
        facts = ("auction",) if auctioned else ()
        zones.append(CardArea(f"Quest {number + 1}", (*rumour, *quest), facts, place=f"quest {number}", now=auctioned))
    return zones


def _stock(view: View) -> Sequence[CardArea]:
    return (
        CardArea("Deck", face_down(view.deck), pile=True),
        CardArea("Discard pile", _counted(view.discard)),
        CardArea("Removed adventurers", _counted(view.removed)),
    )


def _last(last: LastAuction) -> CardArea:
    bids = [f"Seat {pile.seat} bid {_told(pile.cards)}" for pile in last.piles]
    won = f"Seat {last.winner} won and prepared {_told(last.prepared)}"
    return CardArea(f"Last auction: quest {last.space + 1}", (_card(last.focus, marks=("focus",)),), (*bids, won))


def _place(view: View, number: int, seat: SeatView) -> SeatArea:
    own = number == view.seat
    hand = face_down(seat.hand) if not own or view.hand is None else _counted(view.hand, place="hand")
    bid = face_down(seat.bid_pile) if not own or view.bid_pile is None else _counted(view.bid_pile)
    return SeatArea(
        zones=(
            CardArea("Tavern", _counted(seat.unprepared)),
            CardArea("Prepared", _counted(seat.prepared, place=f"prepared {number}")),
            CardArea("Hand", hand),
            *([CardArea("Bid", bid)] if seat.bid_pile else []),
        ),
        marks=_marks(view, number, seat),
    )


def _marks(view: View, number: int, seat: SeatView) -> tuple[str, ...]:
    auction = view.auction
    marks = {
        "Quest Giver": view.current_seat == number,
        "has a quest": seat.served,
        "passed": auction is not None and number in auction.passed,
        "has bid": auction is not None and number in auction.laid,
        "to bid": auction is not None and number in auction.to_bid,
    }
    return marks_that_hold(marks)


def _card(colour: Colour, count: int = 1, marks: tuple[str, ...] = (), place: str = "") -> Card:
    return Card(COLOURS[colour], kind=1 + colour, count=count, marks=marks, place=place)


def _counted(counts: Sequence[int], place: str = "") -> tuple[Card, ...]:
    return tuple(
        _card(colour, count, place=f"{place} {colour}" if place else "") for colour, count in enumerate(counts) if count
    )


def _told(counts: Sequence[int]) -> str:
    return ", ".join(f"{count} {name}" for count, name in zip(counts, COLOURS, strict=True) if count) or "nothing"
