"""Every kind of effect with a case of its own: what the same moment brings with the effect and without it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import pytest

from referee.games.brick import kinds, modifiers
from referee.games.brick.item_events import Stocked
from referee.games.brick.modifiers import WHEN
from referee.kernel.match import Match
from tests.games.brick.effect_cases import CASES, Case, money, points, sell, stock
from tests.games.brick.tables import (
    A,
    B,
    C,
    answer_all,
    bystander,
    drawn,
    house_set,
    player,
    table_of,
    told,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.kind.__name__)
def test_a_kind_of_effect(case: Case) -> None:
    assert house_set().by_store[case.store].effect(case.kind) is not None, "the store has another effect"
    assert case.seen(case.play()) == case.expected


def test_every_kind_has_its_case_its_moment_and_a_store() -> None:
    every = set(get_args(kinds.Effect))
    assert {case.kind for case in CASES} == every
    assert {kind for moment in WHEN.values() for kind in moment} == every
    assert {type(effect) for card in house_set().stores.values() for effect in card.effects} == every


def test_what_is_said_of_the_moments_names_functions_that_there_are() -> None:
    said = [where.rpartition(": ")[2] for listed in WHEN.values() for where in listed.values() if ": " in where]
    assert len(said) >= 12
    assert [name for name in said if not callable(getattr(modifiers, name, None))] == []


def test_the_moments_are_those_that_the_kinds_allow() -> None:
    allowed = {(kind, phase) for kind in get_args(kinds.Effect) for phase in get_args(allowed_moments(kind))}
    assert {(kind, moment) for moment, listed in WHEN.items() for kind in listed} == allowed


def allowed_moments(kind: type[kinds.Kind]) -> Any:
    return get_type_hints(kind)["phase"]


WITHOUT = [
    pytest.param(lambda: stock("jewelry", "mall_gallery", count=2), lambda match: told(match, Stocked)[0].cost, 14),
    pytest.param(
        lambda: stock("clothing", "small_loading_dock", "thrift_store", count=2),
        lambda match: told(match, Stocked)[0].cost,
        4,
    ),
    pytest.param(lambda: stock("jewelry", "jewelry_importer", count=2), points, 10),
    pytest.param(lambda: sell("art", "art_gallery art 2,0,0", count=1), money, [20]),
    pytest.param(lambda: sell("jewelry", "antique_store jewelry 2,0", count=2), points, 10),
    pytest.param(
        lambda: sell("electronics", "electronics_surplus electronics 2,0", count=2, market={"electronics": 1}),
        money,
        [22],
    ),
    pytest.param(lambda: sell("food", "food_distributor food 1,0", count=1), points, 10),
    pytest.param(
        lambda: sell("food", "bakery food 5", count=5), lambda match: (money(match), points(match)), ([20], 11)
    ),
]


@pytest.mark.parametrize(("play", "seen", "expected"), WITHOUT)
def test_a_condition_that_is_not_met(play: Callable[[], Match], seen: Callable[[Match], Any], expected: Any) -> None:
    assert seen(play()) == expected


def test_a_worth_is_never_less_than_nothing() -> None:
    match = drawn(
        "offering",
        player("pawn_shop electronics 2,0"),
        player("electronics_exporter electronics 2,0"),
        bystander(),
        item="electronics",
        boxes={"electronics": 3, "art": 1},
    )
    answer_all(match, {A: 2, B: 1})
    answer_all(match, {A: 4, B: 5})
    assert money(match) == [0]


def test_simultaneous_gains_follow_the_turn_order_of_the_moment() -> None:
    """B stands first; C gains before A, and a seat that passes another stands earlier at once."""
    match = drawn(
        "sold",
        player("flea_market", points=9, sold_types=["food", "clothing"]),
        player("flea_market", points=12, sold_types=["food", "clothing"]),
        player("bazaar", points=10, sold_types=["food", "clothing", "art"]),
        order=[1, 2, 0],
        item="art",
    )
    assert table_of(match).order == [B, C, A]
    assert [player.points for player in table_of(match).players] == [10, 13, 12]
