"""The values that our games declare for actions and arrays, and the sizes that the manual states."""

from __future__ import annotations

import re

import pytest

import referee
from referee.learning import Space
from referee.manual.contents import text_of

SIZES = re.findall(r"^\| `(\w+)` \| (\d+) to (\d+) \| (\d+) to (\d+) \|$", text_of("howto/learning"), re.MULTILINE)


@pytest.mark.parametrize("row", SIZES, ids=[row[0] for row in SIZES])
def test_a_game_has_as_many_actions_and_numbers_as_the_manual_says(row: tuple[str, ...]) -> None:
    game = referee.all_games()[row[0]]
    spaces = [Space(game, seats) for seats in game.seats]
    assert [len(space.actions) for space in spaces] == [*map(int, row[1:3])]
    assert [len(space.observations) for space in spaces] == [*map(int, row[3:5])]


def test_the_manual_has_all_games() -> None:
    assert {row[0] for row in SIZES} == {*referee.all_games()}


@pytest.mark.parametrize(
    ("game", "kind", "actions"),
    [
        ("brick", "PayStore", 31),  # none, or up to $60 in tokens of $2
        ("brick", "SaleAmount", 25),  # four slots of up to 6 items
        ("brick", "OpenBid", 61),
        ("inns", "Hand", 64),
        ("inns", "TakeGift", 1),
        ("inns", "Target", 21),  # three seats, six initiatives and none
        ("inns", "Transmute", 4),
        ("inventory", "BuyPremium", 4),
        ("keepers", "Quest", 3),
    ],
)
def test_a_class_of_options_has_these_actions(game: str, kind: str, actions: int) -> None:
    (of,) = (choice for choice in referee.all_games()[game].choices if choice.__name__ == kind)
    space = Space(game, referee.all_games()[game].seats[0])
    assert len(space.actions.kind(of)) == actions
