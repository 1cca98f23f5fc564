"""Rulebook: "Cleanup phase" and "Ending the game". Cases C04 to C06 and C40."""

from __future__ import annotations

import pytest

from referee.games.inventory.events import Cycled, EndTriggered, GameOver, MarketDealt, Rebate, RowMoved, TurnBegins
from referee.games.inventory.markets import cycle_common, cycle_premium
from referee.games.inventory.scoring import result
from referee.games.inventory.state import InventoryTable
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from tests.games.inventory.tables import drawn, of, placed, table_of, told

A, B, C, D, X, Y = "backpack", "cape", "squire", "claymore", "porter", "wine"


def market_after(row: str, deck: str, *, sold: bool) -> InventoryTable:
    """The table after the Premium Market was cycled, in the middle of a phase that waits."""
    match = drawn("placing", hand="potato", row=row, premium_deck=deck)
    table = table_of(match)
    table.market.premium_sold = sold
    cycle_premium(table)
    return table


def test_c04_two_cards_were_bought() -> None:
    table = market_after(f"{A} - {C} -", f"{X} {Y}", sold=True)
    assert table.market.row == [Y, X, A, C]
    assert table.trash == []
    assert _events(table)[-3:] == [RowMoved(("", "", A, C)), MarketDealt(2, X), MarketDealt(1, Y)]


def test_c05_no_card_was_bought() -> None:
    table = market_after(f"{A} {B} {C} {D}", X, sold=False)
    assert table.market.row == [X, A, B, C]
    assert table.trash == [D]
    assert _events(table)[-3:] == [Cycled(D), RowMoved(("", A, B, C)), MarketDealt(1, X)]


def test_alike_cards_move_too() -> None:
    table = market_after(f"{A} {A} {A} {A}", "", sold=False)
    assert _events(table)[-3:] == [Cycled(A), RowMoved(("", A, A, A)), EndTriggered("premium")]


def test_only_the_newest_was_bought_and_nothing_moves() -> None:
    table = market_after(f"- {B} {C} {D}", X, sold=True)
    assert table.market.row == [X, B, C, D]
    assert not any(isinstance(event, RowMoved) for event in _events(table))


def test_r26_with_fewer_than_four_cards_nothing_is_trashed() -> None:
    table = market_after(f"- {B} {C} {D}", "", sold=False)
    assert table.market.row == [None, B, C, D]
    assert table.trash == []
    assert _events(table)[-1] == EndTriggered("premium")


@pytest.mark.parametrize(
    ("common", "rebate", "after", "told_rebate"), [(A, 0, 1, True), (A, 5, 6, True), (A, 6, 6, False)]
)
def test_c06_an_unsold_common_card_gets_a_rebate(common: str, rebate: int, after: int, told_rebate: bool) -> None:
    table = table_of(drawn("placing", hand="potato", common=common, rebate=rebate, common_deck=B))
    cycle_common(table)
    assert (table.market.common, table.market.rebate) == (common, after)
    assert (Rebate(after) in _events(table)) is told_rebate


def test_c06_a_sold_common_card_is_replaced() -> None:
    table = table_of(drawn("placing", hand="potato", common_deck=B))
    cycle_common(table)
    assert (table.market.common, table.market.rebate) == (B, 0)
    assert _events(table)[-1] == MarketDealt(0, B)


def _events(table: InventoryTable) -> list[object]:
    return [happening.public for happening in table.happenings]


def _ending(active: int, first: int, **rest: object) -> Match:
    """A match in which the active seat has nothing to attack with, so that Cleanup comes at once."""
    settings: dict[str, object] = {"row": f"{A} {B} {C} {D}", "common": "sword", "premium_deck": X}
    return drawn("attacking", active=active, seats=3, first=first, **{**settings, **rest})  # type: ignore[arg-type]


def test_c40_a_deck_that_becomes_empty_is_no_end() -> None:
    match = _ending(0, 0, others="claymore")
    assert told(match, EndTriggered) == []
    assert table_of(match).market.premium_deck == []
    assert told(match, TurnBegins) == [TurnBegins(1, Seat(1))]


def test_c40_a_card_that_is_missing_is_the_end_of_the_round() -> None:
    """Nobody has anything to decide, so that the turns of seats 1 and 2 go by."""
    match = _ending(0, 0, premium_deck="")
    assert told(match, EndTriggered) == [EndTriggered("premium")]
    assert [event.seat for event in told(match, TurnBegins)] == [1, 2]
    assert match.over
    assert told(match, GameOver)[0].scores == (0, 0, 0)


def test_c40_in_the_last_turn_of_a_round_the_game_is_over_at_once() -> None:
    match = _ending(2, 0, common="", common_deck="")
    assert told(match, EndTriggered) == [EndTriggered("common")]
    assert told(match, TurnBegins) == []
    assert match.over


@pytest.mark.parametrize(
    ("first", "second", "places"),
    [
        pytest.param("epic_loot", "rare_loot", [1, 2], id="more points"),
        pytest.param("epic_loot uncommon_loot pesky_quest_item", "epic_loot", None, id="as they are"),
        pytest.param("potato*3", "potato*2", [1, 2], id="more potatoes"),
        pytest.param("potato*2", "potato*2", [1, 1], id="all equal"),
    ],
)
def test_c40_ranks(first: str, second: str, places: list[int] | None) -> None:
    match = drawn("placing", hand="sword")
    table = table_of(match)
    table.adventurers[0].hand = []
    table.end = "premium"
    for seat, text in enumerate((first, second)):
        cards = [f"{word.partition('*')[0]}@stored*{word.partition('*')[2] or 1}" for word in text.split()]
        of(match, seat).discard = [one.card for one in placed(" ".join(cards))]
    found = result(table)
    if places is not None:
        assert found.places == places
    assert found.reason == "premium"


def test_c40_fewer_pesky_quest_items_rank_first() -> None:
    match = drawn("placing", hand="sword")
    table = table_of(match)
    table.end = "premium"
    points = {card.id: card.points for card in table.cards.by_id.values()}
    worth = points["pesky_quest_item"]
    assert worth < 0
    of(match, 0).discard = ["uncommon_loot"] * -worth + ["pesky_quest_item"] * points["uncommon_loot"]
    of(match, 1).discard = ["sword"]
    found = result(table)
    assert found.scores == [0, 0]
    assert found.places == [2, 1]
