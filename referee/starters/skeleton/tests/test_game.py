"""The tests of the game: those that every game must pass, and worked cases."""

from __future__ import annotations

from importlib.resources import files

from skeleton.facts import FACTS
from skeleton.game import GAME

from referee.battery import Battery
from referee.kernel.match import Match


class TestBattery(Battery):
    """The tests that every game must pass."""

    game = GAME
    facts = FACTS


def test_the_highest_card_wins_what_the_die_shows() -> None:
    """A worked case: with a given table and given choices, the points are as the rules say."""
    seats = GAME.seats[0]
    hands = [[1, 2, 8], *([1, 2, 3] for _ in range(seats - 1))]
    table = {"seat_count": seats, "seed": bytes(32), "deck": [4] * seats, "hands": hands, "points": [0] * seats}
    match = Match.from_table(GAME, table=table, phase="playing")
    match.answer({seat: len(options) - 1 for seat, options in match.asked.items()})
    assert [seat.points > 0 for seat in match.view(None).seats] == [True] + [False] * (seats - 1)


def test_the_rules_name_every_option() -> None:
    """`rules.md` is the first thing that players and authors of bots read, so it must be complete."""
    options = [GAME.schema.member(kind) for kind in GAME.choices]
    assert [name for name in options if f"`{name}`" not in GAME.rules] == []


def test_the_messages_are_written() -> None:
    """If this fails, run `referee game proto skeleton --out src/skeleton/protos` and check what changes for bots."""
    file = files("skeleton") / "protos/referee/games/skeleton/v1/skeleton.proto"
    assert file.read_text(encoding="utf-8") == GAME.proto
