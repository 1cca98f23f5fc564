"""What a caller gives a match that is none of its own is the caller's mistake: it is said, and the match continues."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import referee
from referee.errors import IllegalChoice, UsageError
from referee.games.inventory.choices import BuyLoot, Done
from referee.games.inventory.events import Dropped
from referee.games.keepers.view import View as KeepersView
from referee.kernel.game import game_ids
from referee.kernel.match import Match
from referee.kernel.seats import Seat

THINGS: list[Any] = [1, None, "pass", object(), KeepersView, {"round": 1}, [Done()]]


def inventory() -> Match:
    return referee.start("inventory", seats=2, seed=1)


def wrong_view() -> Any:
    match = inventory()
    return msgspec.structs.replace(match.view(None), premium_row=("mithril",))


@pytest.mark.parametrize("thing", THINGS, ids=[type(thing).__name__ for thing in THINGS])
@pytest.mark.parametrize("text", ["view_text", "option_text", "event_text"])
@pytest.mark.parametrize("game", game_ids())
def test_a_text_of_something_else_is_refused_and_the_match_goes_on(game: str, text: str, thing: Any) -> None:
    match = referee.start(game, seats=referee.all_games()[game].seats[0], seed=1)
    if game == "inventory" and isinstance(thing, KeepersView):
        thing = match.view(None)
    with pytest.raises(UsageError, match=f"invalid {text.removesuffix('_text')} of {game}:"):
        getattr(match, text)(thing)
    match.answer({seat: match.default(seat) for seat in match.asked})
    assert match.failure is None


def test_a_view_of_another_game_is_refused() -> None:
    other = referee.start("keepers", seats=2, seed=1)
    with pytest.raises(UsageError, match=r"invalid view of inventory: View\("):
        inventory().view_text(other.view(Seat(0)))


@pytest.mark.parametrize(
    ("text", "given"),
    [
        pytest.param("view_text", wrong_view(), id="a view with a card that there is not"),
        pytest.param("view_text", msgspec.structs.replace(wrong_view(), seats=5), id="a view without seats"),
        pytest.param("option_text", BuyLoot(7), id="an option with a number for a card"),  # type: ignore[arg-type]
        pytest.param("event_text", Dropped(Seat(0), 7, 1), id="an event with a number for a card"),  # type: ignore[arg-type]
    ],
)
def test_something_that_can_not_be_of_this_match_is_refused_and_the_match_goes_on(text: str, given: Any) -> None:
    match = inventory()
    with pytest.raises(UsageError, match=rf"invalid {text.removesuffix('_text')} of this match: .* \("):
        getattr(match, text)(given)
    assert match.failure is None
    assert match.view_text(match.view(Seat(0)))


@pytest.mark.parametrize("index", [1.0, "0", None])
def test_an_answer_that_is_no_number_is_refused(index: Any) -> None:
    match = referee.start("keepers", seats=2, seed=1)
    with pytest.raises(IllegalChoice, match="its options are 0 to"):
        match.answer(dict.fromkeys(match.asked, index))
    match.answer(dict.fromkeys(match.asked, 0))


@pytest.mark.parametrize("seat", [0.0, "0", 2, -1])
def test_what_is_no_seat_is_refused(seat: Any) -> None:
    match = referee.start("keepers", seats=2, seed=1)
    for call in (match.view, match.events, match.position_bytes, match.board):
        with pytest.raises(UsageError, match=f"there is no seat {seat!r}; the seats are 0 to 1"):
            call(seat)
    with pytest.raises(TypeError):
        match.position_bytes(Seat(0), "0")  # type: ignore[arg-type]
    assert match.failure is None


def test_a_table_with_wrong_fields_is_refused() -> None:
    with pytest.raises(UsageError, match=r"not a table of keepers: .*\$.spaces"):
        Match.from_table("keepers", table={"seat_count": 2, "spaces": 1}, phase="bidding")


def test_a_match_goes_on_from_the_table_of_another() -> None:
    match = referee.start("keepers", seats=2, seed=1)
    again = Match.from_table("keepers", table=msgspec.to_builtins(match.table), phase=match.table.phase)
    assert match.table.phase in match.game.phase_by_name
    assert again.asked == match.asked
    assert again.view(None) == match.view(None)
