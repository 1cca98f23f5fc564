"""The game: what holds for every game, and its own worked cases."""

from __future__ import annotations

from importlib.resources import files

from lanterns.choices import Play, Rest
from lanterns.facts import FACTS
from lanterns.game import GAME

from referee.battery import Battery
from referee.kernel.match import start


class TestBattery(Battery):
    """What holds for every game."""

    game = GAME
    facts = FACTS


def test_the_highest_card_wins_what_the_die_shows() -> None:
    """A worked case: the table is laid, the choices are given, and the points are as the rules say."""
    match = start(GAME, seats=GAME.seats[0], seed=1)
    table = match.table
    for seat in table.all_seats():
        assert isinstance(match.asked[seat][0], Rest)
        match.answer({seat: 0})
    highest = {seat: len(options) - 1 for seat, options in match.asked.items()}
    cards = [option.card for seat, at in highest.items() if isinstance(option := match.asked[seat][at], Play)]
    match.answer(highest)
    points = match.view(None).seats
    unique = cards.count(max(cards)) == 1
    assert [seat.points > 0 for seat in points] == [unique and card == max(cards) for card in cards]


def test_the_messages_are_written() -> None:
    """If not: `referee game proto lanterns --out src/lanterns/protos`, and see what it changes for bots."""
    file = files("lanterns") / "protos/referee/games/lanterns/v1/lanterns.proto"
    assert file.read_text(encoding="utf-8") == GAME.proto
