"""The board of a game that does not say how it looks: whatever its view declares can be seen."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Any

import pytest
from msgspec import Struct

import referee
from referee.kernel.asking import Option
from referee.kernel.board import Board, Card, CardArea, SeatArea
from referee.kernel.game import Game, nowhere
from referee.kernel.plain_board import plain_board
from referee.kernel.schema import Schema
from referee.kernel.words import CountedFrom, Places, Word, Words
from tests.support.play import play


class Mood(Word):
    """How it goes."""

    VERY_WELL = "Well."


class Part(Struct, frozen=True):
    """A part."""

    size: Annotated[int, "How large."]
    names: Annotated[tuple[str, ...], "Names."]


class SeatPart(Struct, frozen=True):
    """What belongs to a seat."""

    coins: Annotated[int, "Coins."]
    hand: Annotated[tuple[str, ...], "Cards."]


class AnyView(Struct, frozen=True):
    """Everything that a view can hold."""

    seats: Annotated[tuple[SeatPart, ...], "The seats."]
    happy: Annotated[bool, "Whether."]
    mood: Annotated[Mood, "How."]
    space: Annotated[Annotated[int, CountedFrom(1)] | None, "Where."]
    missing: Annotated[int | None, "Not there."]
    counts: Annotated[tuple[int, ...], Places("Two", "Two numbers.", {"left": "L.", "right": "R."}), "Both."]
    prices: Annotated[dict[str, int], "Prices."]
    part: Annotated[Part, "One part."]
    parts: Annotated[tuple[Part, ...], "Some parts."]
    colours: Annotated[tuple[Annotated[int, Words("Colour", "C.", {"red": "R."}, none="N.")] | None, ...], "Colours."]


class Held(Struct, frozen=True):
    """Counts inside of a part."""

    counts: Annotated[tuple[int, ...], Places("Three", "Three.", {"x": "X.", "y": "Y."}), "Counts."]


class Outer(Struct, frozen=True):
    """The view."""

    held: Annotated[Held, "A part."]


class Wait(Option, frozen=True):
    """Do nothing."""


VIEW = AnyView(
    seats=(SeatPart(3, ("ace",)), SeatPart(0, ())),
    happy=True,
    mood=Mood.VERY_WELL,
    space=0,
    missing=None,
    counts=(2, 0),
    prices={"corn": 4},
    part=Part(1, ("a", "b")),
    parts=(Part(2, ()), Part(3, ("c",))),
    colours=(0, None),
)


def test_everything_that_a_view_can_hold_is_shown() -> None:
    assert plain_board(Schema(AnyView, [Wait], []), VIEW) == Board(
        facts=("happy: yes", "mood: very well", "space: 1"),
        zones=(
            CardArea("counts", (Card("left", count=2),)),
            CardArea("prices", facts=("corn: 4",)),
            CardArea("part", facts=("size: 1; names: a, b",)),
            CardArea("parts", facts=("size: 2; names: none", "size: 3; names: c")),
            CardArea("colours", (Card("red"), Card("none"))),
        ),
        seats=(
            SeatArea(("coins: 3",), (CardArea("hand", (Card("ace"),)),)),
            SeatArea(("coins: 0",), (CardArea("hand"),)),
        ),
    )


def test_several_cards_of_a_kind_are_told_with_their_number() -> None:
    board = plain_board(Schema(Outer, [Wait], []), Outer(Held((3, 1))))
    assert board.zones == (CardArea("held", facts=("counts: 3 x, y",)),)


@pytest.mark.parametrize("game", referee.all_games().values(), ids=lambda game: game.id)
def test_two_views_that_differ_look_different(game: Game[Any]) -> None:
    """Nothing that a view shows is lost, whatever the game."""
    plain = replace(game, board=None, place_of=nowhere)
    views = [match.view(None) for match in play(referee.start(game.id, seats=game.seats[0], seed=1), 1)]
    boards = [plain.drawn(view, game.cards) for view in views]
    for (view, following), (board, next_board) in zip(pairwise(views), pairwise(boards), strict=True):
        assert (view == following) == (board == next_board)


def test_options_have_no_place_where_no_game_says_so() -> None:
    assert nowhere(Wait()) == ""
