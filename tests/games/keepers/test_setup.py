"""Cases K01 to K04."""

from __future__ import annotations

import pytest

import referee
from referee.errors import UsageError
from referee.games.keepers.state import invariants
from referee.games.keepers.view import view
from referee.kernel.seats import Seat
from tests.games.keepers.drawn import asked, table_of


@pytest.mark.parametrize(
    ("seats", "tavern", "deck", "removed"),
    [
        pytest.param(2, 10, 32, 0, id="K01"),
        pytest.param(3, 6, 27, 2, id="K02"),
        pytest.param(4, 5, 22, 0, id="K03"),
    ],
)
def test_what_is_dealt(seats: int, tavern: int, deck: int, removed: int) -> None:
    t = table_of(referee.start("keepers", seats=seats, seed=1))
    assert [sum(keeper.unprepared) for keeper in t.keepers] == [tavern] * seats
    assert [sum(keeper.prepared) for keeper in t.keepers] == [0] * seats
    assert [sum(keeper.hand) for keeper in t.keepers] == [5] * seats
    assert len(t.deck) == deck
    assert [len(space.quest) for space in t.spaces] == [1, 1, 1]
    assert all(space.rumour is not None for space in t.spaces)
    assert (sum(t.discard), sum(t.removed), t.round) == (0, removed, 1)
    invariants(t)


def test_k02_removed_adventurers_are_public() -> None:
    match = referee.start("keepers", seats=3, seed=1)
    for seat in [*match.table.all_seats(), None]:
        removed = view(table_of(match), seat).removed
        assert sum(removed) == 2


def test_k04_first_seat() -> None:
    match = referee.start("keepers", seats=3, seed=1, options={"first_seat": 2})
    assert table_of(match).current == 2
    assert asked(match) == (2, ["quest 1", "quest 2", "quest 3"])
    assert match.default(Seat(2)) == 0


def test_first_seat_is_drawn_evenly() -> None:
    first = [table_of(referee.start("keepers", seats=4, seed=seed)).current for seed in range(400)]
    assert all(70 <= first.count(Seat(seat)) <= 130 for seat in range(4))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param({"first_seat": 3}, "first_seat = 3 is not allowed: the seats are 0 to 2", id="seat"),
        pytest.param({"first_seat": "last"}, "first_seat = 'last' is not allowed: 0 to 3 or random", id="word"),
        pytest.param({"max_rounds": 201}, "max_rounds = '201' is not allowed: 1 to 200", id="high"),
        pytest.param({"max_rounds": "0"}, "max_rounds = '0' is not allowed: 1 to 200", id="low"),
        pytest.param({"max_rounds": "many"}, "max_rounds = 'many' is not allowed: 1 to 200", id="no number"),
        pytest.param({"tie_break": "dice"}, "tie_break = 'dice' is not allowed: shared or hand", id="tie-break"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, int | str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        referee.start("keepers", seats=3, seed=1, options=options)
