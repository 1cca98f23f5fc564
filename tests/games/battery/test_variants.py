"""Which options are played: each pair of values that can be, in few matches."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.battery.pairs import RowOfPairs, in_pairs
from referee.battery.variants import Variant, levels, variants_in_pairs
from referee.kernel.game import Game
from referee.kernel.options import CUSTOM, Flag, GameOptions, OneOf, Whole, declared, not_allowed
from referee.starters.skeleton.src.skeleton.game import GAME as SKELETON

GAMES = list(referee.all_games().values())


def pairs(rows: Sequence[RowOfPairs]) -> set[Hashable]:
    return {pair for row in rows for pair in combinations(enumerate(row), 2)}


@given(st.lists(st.integers(1, 6), min_size=2, max_size=6), st.integers())
def test_every_pair_stands_in_a_row_and_the_rows_are_few(sizes: list[int], seed: int) -> None:
    columns = [range(size) for size in sizes]
    rows = list(in_pairs(columns, lambda row: row, Random(seed)))
    assert pairs(rows) == pairs(list(product(*columns)))
    first, second, *_ = sorted(sizes, reverse=True)
    assert len(rows) <= 2 * first * second


def test_rows_that_can_not_be_are_replaced() -> None:
    columns = [range(4)] * 4
    fits = [row for row in product(*columns) if row[0] + row[1] < 5 and row[3] != 2 - row[2]]
    rows = list(in_pairs(columns, lambda row: row if row in fits else None, Random(1)))
    assert pairs(rows) == pairs(fits)


class Options(GameOptions, frozen=True):
    """One of each kind."""

    penalty: Annotated[int | str, Whole(0, 10, "a number", words=("none", "all"))] = 3
    seat: Annotated[int, Whole(1, 2, "a number")] = 1
    card_set: Annotated[str, OneOf(("own", CUSTOM), "the cards")] = "own"
    tie: Annotated[str, OneOf(("shared", "hand"), "a word")] = "hand"
    quick: Annotated[bool, Flag("yes or no")] = False


def test_the_ends_the_words_the_default_and_others_are_played() -> None:
    played = {option.name: levels(option) for option in declared(Options)}
    assert played == {
        "penalty": [0, 10, "none", "all", 3, range(1, 10)],
        "seat": [1, 2],
        "card_set": ["own"],
        "tie": ["shared", "hand"],
        "quick": [False, True],
    }


@pytest.mark.parametrize("game", [game for game in GAMES if game.options], ids=lambda game: game.id)
def test_every_value_of_our_games_is_played_and_only_what_fits(game: Game[Any]) -> None:
    """A first seat that the match does not have, for example, is no variant."""
    variants = list(variants_in_pairs(game, None, Random(3)))
    assert all(variant.start(game).asked for variant in variants)
    for option in game.options:
        values = {variant.options.get(option.name, option.default) for variant in variants}
        several = len(levels(option)) > 1
        for level in levels(option) if several else ():
            assert values & {*level} if isinstance(level, range) else level in values, (option.name, level)


def test_a_game_with_nothing_to_set_has_no_variants() -> None:
    assert not [*variants_in_pairs(SKELETON, None, Random(1))]
    cards = [variant.cards for variant in variants_in_pairs(SKELETON, lambda _: {"game": "skeleton"}, Random(1))]
    assert len(cards) == 6, "two to four seats, with its own cards and with others"
    assert cards.count(None) == 3


def test_a_variant_is_said_as_it_is_typed() -> None:
    cards = {**SKELETON.card_data, "die": 1, "hand": 2}
    variant = Variant(3, 17, {"penalty": 0, "quick": True}, cards)
    assert variant.words(SKELETON) == (
        "--seats 3 --option penalty=0 --option quick=true, seed 17, a card set with hand = 2, die = 1"
    )
    assert Variant(2, 1).words(SKELETON) == "--seats 2, seed 1"


class Together(GameOptions, frozen=True):
    """Neither of these can be set alone."""

    high: Annotated[bool, Flag("yes or no")] = False
    fast: Annotated[bool, Flag("yes or no")] = False

    def check(self, seats: int) -> None:
        if self.high != self.fast:
            raise not_allowed("high", self.high, "as fast")


def test_what_makes_a_variant_simpler_leaves_one_that_can_be_played() -> None:
    game = replace(SKELETON, option_type=Together)
    cards = {**SKELETON.card_data, "copies": 7, "hand": 11}
    variant = Variant(2, 1, {"high": True, "fast": True}, cards)
    simpler = {part: variant.without(part, game) for part in variant.parts(game)}
    assert simpler == {
        "high": None,
        "fast": None,
        (): Variant(2, 1, variant.options),
        ("copies",): None,  # too few cards for hands of 11
        ("hand",): Variant(2, 1, variant.options, {**cards, "hand": 3}),
    }
