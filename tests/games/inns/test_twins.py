"""The twin test of the battery with some options together, and with a card that brings less than all of ours."""

from __future__ import annotations

import copy

import pytest

import referee
from referee.battery.searching import look_for_leaks
from referee.battery.trying import try_variants
from referee.battery.variants import Variant
from referee.kernel.options import OptionValue
from tests.games.inns.facts import FACTS

pytestmark = pytest.mark.no_cover

POSITIONS = 60
INNS = referee.all_games()["inns"]


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        pytest.param(3, {"quick_auction": True, "own_card_in_range": True}, id="own card in Range"),
        pytest.param(4, {"quick_auction": True, "round_length": 2}, id="short rounds"),
        pytest.param(5, {"round_length": 1, "hoard_goal": 20}, id="every Turn a Round"),
        pytest.param(7, {"quick_auction": True}, id="Quick Auction"),
    ],
)
def test_no_seat_can_tell_two_worlds_apart(seats: int, options: dict[str, OptionValue]) -> None:
    tally = look_for_leaks(INNS, seats, FACTS, POSITIONS, options)
    assert tally.positions == POSITIONS
    assert tally.tables_differ > 0.3 * tally.worlds


def test_of_two_worlds_one_may_have_nothing_more_to_reveal() -> None:
    """A card without Starting Loot is revealed, and nothing follows; in another world a second seat has it as well."""
    cards = copy.deepcopy(dict(INNS.card_data))
    (monk,) = [card for card in cards["card"] if card["id"] == "monk"]
    monk["starting_loot"] = 0
    assert try_variants(INNS, FACTS, [Variant(7, seed, cards=cards) for seed in range(1, 4)], positions=20) == 3
