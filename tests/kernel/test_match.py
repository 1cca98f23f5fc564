"""The match: answers are taken whole or not at all, sealed rounds stay sealed, broken rules are refused."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, cast

import pytest

import referee
from referee.errors import IllegalChoice, NoOtherWorld, RulesError, UsageError
from referee.games.keepers.state import KeepersTable
from referee.kernel.asking import MAX_OPTIONS, Option, Window, ask, ask_all
from referee.kernel.chance import Chance
from referee.kernel.ranking import Result, places, places_with_forfeits
from referee.kernel.redealing import other_world
from referee.kernel.seats import Seat, clockwise, next_seat
from referee.kernel.table import Table
from tests.support.sealed_game import Number, SealedTable, sealed_match

SEATS = [Seat(0), Seat(1), Seat(2)]


def begin(asking: Awaitable[object]) -> None:
    """Runs rules up to their first asking."""

    async def rules() -> object:
        return await asking

    rules().send(None)


def test_an_illegal_answer_changes_nothing() -> None:
    match = referee.start("keepers", seats=3, seed=1, options={"first_seat": 0})
    before = match.to_bytes()
    for answers, message in [
        ({Seat(0): 3}, "seat 0 chose 3; its options are 0 to 2"),
        ({Seat(0): -1}, "seat 0 chose -1"),
        ({Seat(1): 0}, r"seat 1 is not asked; the asked seats are \[0\]"),
        ({Seat(0): 0, Seat(9): 0}, "seat 9 is not asked"),
    ]:
        with pytest.raises(IllegalChoice, match=message):
            match.answer(answers)
        assert match.to_bytes() == before
    with pytest.raises(IllegalChoice, match="seat 1 is not asked"):
        match.default(Seat(1))


def test_after_the_end_nothing_is_asked() -> None:
    match = sealed_match()
    match.answer(dict.fromkeys(SEATS, 0))
    assert match.over
    assert match.asked == match.asked_in_all == {}
    with pytest.raises(IllegalChoice, match="the match is over"):
        match.answer({Seat(0): 0})
    match.answer({})


def test_a_sealed_round_opens_when_all_have_answered() -> None:
    match = sealed_match()
    match.answer({Seat(2): 1})
    assert match.sealed == {2: 1}
    assert list(match.asked) == [0, 1]
    assert list(match.asked_in_all) == [0, 1, 2]
    assert match.result is None
    match.answer({Seat(1): 0, Seat(0): 2})
    assert match.result == Result([1, 3, 2], [2, 0, 1], "all chose")


def test_a_view_can_show_a_seat_its_own_sealed_choice() -> None:
    match = sealed_match()
    assert match.table.sealed == {}
    match.answer({Seat(1): 2})
    assert match.table.sealed == {Seat(1): Number(2)}
    assert match.clone().table.sealed == {Seat(1): Number(2)}
    match.answer({Seat(0): 0, Seat(2): 0})
    assert match.table.sealed == {}


def test_redealing_keeps_sealed_answers() -> None:
    match = sealed_match()
    match.answer({Seat(2): 1})
    twin = match.redeal(Seat(2), 5)
    assert twin.sealed == {2: 1}
    assert match.redeal(Seat(0), 5).sealed.keys() == {2}


def test_without_another_world_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    match = referee.start("keepers", seats=2, seed=1, options={"first_seat": 0})
    match.answer({Seat(0): 0})
    match.answer({Seat(0): 0})

    def empties_the_first_hand(t: KeepersTable, seat: Seat | None, chance: Chance) -> None:
        t.keepers[0].hand = [0, 0, 0, 0]

    monkeypatch.setitem(vars(match.game), "redeal", empties_the_first_hand)
    monkeypatch.setitem(vars(match.game), "zones", [])
    with pytest.raises(NoOtherWorld, match="400 other deals all differ from what the spectator saw"):
        match.redeal(None, 3)


def test_a_choice_that_is_not_listed_is_carried_over_as_another_one() -> None:
    match = sealed_match(secrets=(4, 4, 4))
    match.answer({Seat(0): 4, Seat(1): 4})
    for seed in range(20):
        twin = match.redeal(Seat(2), seed)
        assert all(index < len(twin.asked_in_all[seat]) for seat, index in twin.sealed.items())


def test_a_world_in_which_the_seat_could_not_have_chosen_so_is_no_other_world() -> None:
    match = sealed_match(secrets=(4, 4, 4))
    match.answer({Seat(2): 4})

    def less(t: Table[Any]) -> bool:
        assert isinstance(t, SealedTable)
        t.secrets = [2, 2, 2]
        return True

    chance = Chance(bytes(32), "other world", {})
    assert other_world(match, Seat(2), chance, less) is None
    assert other_world(match, Seat(0), chance, less) is not None
    assert other_world(match, Seat(0), chance, lambda t: False) is None


def test_sealed_answers_of_others_are_given_anew() -> None:
    match = sealed_match(secrets=(4, 4, 4))
    match.answer({Seat(0): 1, Seat(1): 2})
    twins = [match.redeal(Seat(0), seed) for seed in range(20)]
    assert {twin.sealed[Seat(0)] for twin in twins} == {1}
    assert len({twin.sealed[Seat(1)] for twin in twins}) > 1


def test_unknown_games_and_phases_are_refused() -> None:
    with pytest.raises(UsageError, match=r"unknown game 'chess'; the games are .*keepers"):
        referee.start("chess", seats=2, seed=1)
    with pytest.raises(UsageError, match="has no phase 'lunch'; its phases are bidding, sending_out"):
        referee.Match.from_table("keepers", table={}, phase="lunch")


@pytest.mark.parametrize("count", [0, MAX_OPTIONS + 1])
def test_too_few_or_too_many_options_are_a_defect_of_the_rules(count: int) -> None:
    with pytest.raises(RulesError, match=f"was given {count} options; 1 to 255"):
        begin(ask(Seat(0), [Number(n) for n in range(count)]))


def test_a_default_that_is_not_listed_is_a_defect_of_the_rules() -> None:
    with pytest.raises(RulesError, match=r"default 1 with 1 option$"):
        begin(ask_all({Seat(0): [Number(0)]}, {Seat(0): 1}))


def test_asking_nobody_asks_nothing() -> None:
    nobody: dict[Seat, list[Option]] = {}
    with pytest.raises(StopIteration) as done:
        begin(ask_all(nobody))
    assert done.value.value == {}


@pytest.mark.parametrize(
    ("acts", "order"),
    [
        pytest.param("", [0, 1, 2], id="all pass"),
        pytest.param("-a", [0, 1, 2, 0, 1], id="others pass again"),
        pytest.param("-r", [0, 1, 1, 2, 0], id="the same seat continues"),
        pytest.param("a--a", [0, 1, 2, 0, 1, 2, 0], id="a pass does not bar from acting"),
    ],
)
def test_window(acts: str, order: list[int]) -> None:
    window = Window(SEATS)
    turns: list[Seat] = []
    for seat in window:
        act = acts[len(turns)] if len(turns) < len(acts) else "-"
        turns.append(seat)
        if act != "-":
            window.acted(again=act == "r")
    assert turns == order


def test_places() -> None:
    assert places([5, 9, 5, 1]) == [2, 1, 2, 4]
    result = Result([1, 2, 3], [9, 5, 1], "over")
    assert places_with_forfeits(result, set()) == [1, 2, 3]
    assert places_with_forfeits(result, {Seat(0)}) == [3, 1, 2]
    assert places_with_forfeits(result, {Seat(0), Seat(2)}) == [2, 1, 2]


def test_seats() -> None:
    assert clockwise(4, Seat(2)) == [2, 3, 0, 1]
    assert next_seat(3, Seat(2)) == 0


def test_a_table_has_room_for_nothing_that_is_not_saved() -> None:
    assert not hasattr(sealed_match().table, "__dict__")


class Index:
    """A number of another library, as numpy's are."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __index__(self) -> int:
        return self._number

    def __ge__(self, other: int) -> bool:
        return self._number >= other

    def __lt__(self, other: int) -> bool:
        return self._number < other


def test_a_seat_may_be_a_number_of_another_library() -> None:
    match = referee.start("keepers", seats=2, seed=3)
    seat = cast(Seat, Index(1))
    match._check_seat(seat)
    with pytest.raises(UsageError, match="there is no seat"):
        match.view(cast(Seat, Index(2)))
