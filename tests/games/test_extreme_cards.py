"""Card sets at the ends of all ranges: what loads is played to its end, in all games."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.battery.changed_cards import Raw
from referee.errors import CardSetError
from referee.games.brick import loading as brick
from referee.games.brick.choices import SellPoints
from referee.games.brick.state import BrickTable, Player
from referee.games.inventory import loading as inventory
from referee.games.inventory.longest import longest, most_kinds
from referee.games.lootroll import cards as lootroll
from referee.games.lootroll.longest import longest as longest_in_window
from referee.kernel.asking import MAX_OPTIONS
from referee.kernel.card_set import CardSet
from referee.kernel.cards import parse
from referee.kernel.game import Game, all_games, find_game
from referee.kernel.match import Match, start
from referee.kernel.seats import Seat
from tests.games.extreme_cards import extreme_set

MOST_STEPS = 2_000
"""After so many a match is left: some sets make it very long, and it has been asked everything by then."""
LOOKS = 50
"""Steps between two looks at everything that is shown."""

ME = Seat(0)
GAMES = sorted(all_games())
WAYS = ("random", "first", "last", "default")


@pytest.mark.no_cover
@pytest.mark.parametrize("game_id", GAMES)
@given(seed=st.integers(0, 2**32), changes=st.integers(1, 25), way=st.sampled_from(WAYS))
@settings(max_examples=6, deadline=None)
def test_a_set_that_loads_is_played_to_its_end(game_id: str, seed: int, changes: int, way: str) -> None:
    play_extreme(find_game(game_id), seed, changes, way)


@pytest.mark.no_cover
@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
@given(seed=st.integers(0, 2**32), changes=st.integers(1, 200), way=st.sampled_from(WAYS))
@settings(max_examples=1_000, deadline=None)
def test_many_sets_that_load_are_played_to_their_ends(game_id: str, seed: int, changes: int, way: str) -> None:
    play_extreme(find_game(game_id), seed, changes, way)


def play_extreme(game: Game[Any], seed: int, changes: int, way: str) -> None:
    randomly = Random(seed)
    cards = extreme_set(game, randomly, changes)
    match = start(game, seats=randomly.randint(*game.seats), seed=seed, cards=cards)
    play(match, randomly, way)


def play(match: Match, randomly: Random, way: str) -> int:
    """Plays in that way, and returns how long the longest list was."""
    most = steps = 0
    while match.asked and steps < MOST_STEPS:
        if steps % LOOKS == 0:
            look(match)
        most = max(most, *map(len, match.asked.values()))
        answers = {
            seat: {
                "random": randomly.randrange(len(options)),
                "first": 0,
                "last": len(options) - 1,
                "default": match.default(seat),
            }[way]
            for seat, options in match.asked.items()
        }
        match.answer(answers)
        steps += 1
    look(match)
    assert match.result is not None or steps == MOST_STEPS
    return most


def look(match: Match) -> None:
    match.game.invariants(match.table)
    for seat in [None, *match.table.all_seats()]:
        assert match.view_text(match.view(seat))
        match.position_bytes(seat, match.event_count)
        match.board(seat)
        [match.option_text(option) for option in match.asked.get(seat, ())] if seat is not None else None


def own(game_id: str) -> Raw:
    return dict(parse(find_game(game_id).cards_toml))


def with_many_drawing_cards(count: int, amount: int) -> Raw:
    """So many different Premium cards beside the others, each with room in all slots, that let cards be drawn."""
    raw = own("inventory")
    for number in range(count):
        raw["card"].append(
            {
                "id": f"bag{number}",
                "name": f"Bag {number}",
                "deck": "premium",
                "count": 1,
                "type": "equipment",
                "subtype": "storage",
                "price": 0,
                "carry": 9,
                "slots": ["back", "hand"],
                "effects": [{"kind": "draw", "amount": amount}],
                "source": "house",
            }
        )
    raw["counts"]["premium"] += count
    raw["set"]["copies_total"] += count
    return raw


def test_inventory_refuses_draws_that_bring_too_many_options() -> None:
    with pytest.raises(CardSetError) as refused:
        CardSet.of(find_game("inventory"), with_many_drawing_cards(60, 40))
    wanted = (
        r"card 'bag0': amount of the effect 'draw' is 40, .*hold 99 different cards.*and have \d+ options.*; 255 are"
    )
    assert re.search(wanted, str(refused.value))


@pytest.mark.no_cover
def test_inventory_plays_the_most_that_it_takes() -> None:
    count = 1
    while longest(cards := inventory.load_cards(with_many_drawing_cards(count + 1, 40)), most_kinds(cards)) < 250:
        count += 1
    match = start("inventory", seats=2, seed=1, cards=with_many_drawing_cards(count, 40))
    assert 10 < play(match, Random(1), "random") <= MAX_OPTIONS


@pytest.mark.parametrize(("points", "sold"), [(10, 200), (54, 200), (55, 199), (100, 154)])
def test_brick_takes_very_many_points_and_shortens_the_list(points: int, sold: int) -> None:
    raw = own("brick")
    raw["investment"] |= {"max_points_per_phase": points, "buy_cost": [*range(1, points + 1)]}
    seat = Player(cash=100, points=300)
    table = BrickTable(seat_count=2, seed=bytes(32), players=[seat, seat], order=[ME, Seat(1)], month=2)
    match = Match.from_table("brick", table=table, phase="investing", cards=raw)
    assert [option for option in match.asked[ME] if isinstance(option, SellPoints)][-1] == SellPoints(sold)
    assert len(match.asked[ME]) == 1 + points + sold


def test_brick_refuses_starting_stores_that_no_list_can_hold() -> None:
    raw = own("brick")
    first = raw["starting_store"][0]
    raw["starting_store"] += [first | {"id": f"stall{number}"} for number in range(MAX_OPTIONS)]
    raw["counts"]["starting_stores"] += MAX_OPTIONS
    with pytest.raises(
        CardSetError, match=r"\[\[starting_store\]\]: \d+ have players = 2 or less.*255 options at most"
    ):
        brick.load_cards(raw)


def test_lootroll_refuses_a_window_in_which_too_much_can_be_played() -> None:
    raw = own("lootroll")
    raw["rules"]["bag_limit"] = 100
    for card in raw["ability"]:
        card |= {"windows": ["fight"], "effect": {"kind": "surv", "target": "any", "amount": 1}}
    for card in raw["loot"]:
        if "slot" not in card:
            card["use"] = {
                "windows": ["fight"],
                "cost": "discard",
                "effect": {"kind": "surv", "target": "any", "amount": 1},
            }
    with pytest.raises(CardSetError, match=r"windows of \[\[ability\]\] and \[\[loot\]\]: .*'fight'.*255 are allowed"):
        lootroll.load_cards(raw)


@pytest.mark.no_cover
@pytest.mark.parametrize("game_id", ["inventory", "lootroll"])
def test_no_list_is_longer_than_was_worked_out(game_id: str) -> None:
    game = find_game(game_id)
    for seed in range(4):
        randomly = Random(seed)
        cards = extreme_set(game, randomly, 30)
        typed = CardSet.of(game, cards).cards
        if game_id == "inventory":
            most = longest(typed, most_kinds(typed))
        else:
            most = max(longest_in_window(typed, window) for window in ("turn", "prep", "fight", "roll", "town"))
            most = max(most, len(typed.loot), len(typed.monsters))
        match = start(game, seats=game.seats[1], seed=seed, cards=cards)
        assert play(match, randomly, "random") <= most
