"""What a seat sees, and what people read. Spec, section 11, "Hidden information"."""

from __future__ import annotations

import pytest

import referee
from referee.games.inventory import choices, events
from referee.games.inventory.choices import DONE, PASS, STORE_DIE, Put
from referee.games.inventory.drawing import draw_cards
from referee.games.inventory.legend import card_text
from referee.games.inventory.view import View
from referee.games.inventory.zones import unknown_hand
from referee.kernel.asking import Option
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from tests.games.inventory.tables import answer, drawn, house_set, of, options, table_of

GAME = referee.all_games()["inventory"]
ME, OTHER = Seat(0), Seat(1)


def seen(match: Match, seat: Seat | None) -> View:
    found = match.view(seat)
    assert isinstance(found, View)
    return found


def test_a_hand_is_its_owners_alone() -> None:
    match = drawn("placing", hand="potato sword", others="claymore", discard="beer beer")
    assert seen(match, ME).seats[0].hand_cards == ("potato", "sword")
    for seat in (OTHER, None):
        assert (seen(match, seat).seats[0].hand, seen(match, seat).seats[0].hand_cards) == (2, ())
    assert seen(match, OTHER).seats[1].hand_cards == ("claymore",)
    assert [(stack.card, stack.count) for stack in seen(match, None).seats[0].discard] == [("beer", 2)]


def test_c33_a_hand_that_fits_nowhere_is_a_number_to_the_others() -> None:
    match = drawn("placing", hand="marble_bust")
    assert [seen(match, seat).seats[0].hand for seat in (OTHER, None)] == [1, 1]
    assert "marble" not in match.view_text(seen(match, None)).split("Piles")[0]


def test_a_sealed_choice_is_seen_by_its_seat_until_all_have_chosen() -> None:
    match = referee.start("inventory", seats=2, seed=4)
    before = {seat: seen(match, seat) for seat in (OTHER, None)}
    first = options(match)[1]
    assert isinstance(first, Put)
    answer(match, first)
    assert seen(match, ME).chosen == first
    assert first.card in seen(match, ME).seats[0].hand_cards
    assert f"You have chosen: {GAME.option_text(first)}." in match.view_text(seen(match, ME))
    assert {seat: seen(match, seat) for seat in (OTHER, None)} == before
    again = Match.from_bytes(match.to_bytes())
    assert seen(again, ME).chosen == first
    answer(match, DONE, seat=1)
    assert seen(match, ME).chosen is None
    assert [placed.card for placed in seen(match, None).seats[0].layout] == [first.card]


def test_a_hand_at_a_reshuffle_can_be_worked_out_and_what_is_drawn_then_can_not() -> None:
    """Everyone knows what a seat owns; what is neither in its new deck nor laid out is in its hand."""
    match = drawn("placing", hand="claymore", discard="potato sword beer")
    draw_cards(table_of(match), ME, 1)
    assert of(match).known == ["claymore"]
    assert unknown_hand(table_of(match), ME) == of(match).hand[1:]


OPTIONS: list[tuple[Option, str]] = [
    (PASS, "pass"),
    (STORE_DIE, "store a gold die"),
    (choices.Trash("iron_helm", "ally_head"), "trash iron helm (on an ally's head)"),
    (choices.DropDie(), "drop the smallest gold die"),
    (choices.DropCard("bread"), "drop bread"),
    (choices.BuyPremium(2), "buy the Premium card at place 2"),
    (choices.BuyCommon(), "buy the Common card"),
    (choices.BuyLoot("epic_loot"), "buy epic loot"),
    (choices.Put("sack", "nested"), "put sack inside other storage"),
    (choices.Attack(OTHER), "attack seat 1"),
    (choices.GiveUp("wine"), "give up wine"),
]


@pytest.mark.parametrize(("option", "text"), OPTIONS, ids=[text for _, text in OPTIONS])
def test_an_option_is_told(option: Option, text: str) -> None:
    assert GAME.option_text(option) == text


EVENTS: list[tuple[Event, str]] = [
    (events.Drew(ME, 2), "seat 0 draws 2 cards"),
    (events.Drew(ME, 1, ("wine",)), "seat 0 draws wine"),
    (events.Dropped(ME, "bread"), "seat 0 drops bread"),
    (events.Dropped(ME, gold=3), "seat 0 drops a die of 3 gold"),
    (events.Bought(ME, "sword", "common", rebate=2), "seat 0 buys sword and gets a rebate of 2"),
    (events.Robbed(ME, OTHER, 4, 1, 2), "seat 0 takes 4 gold of seat 1 and 1 for its goods, but cannot carry 2"),
    (events.RowMoved(("", "cape")), "the Premium row is now: nothing, cape"),
    (events.EndTriggered("epic"), "the game ends with this round: the last Epic Loot was bought"),
]


@pytest.mark.parametrize(("event", "text"), EVENTS, ids=[text for _, text in EVENTS])
def test_an_event_is_told(event: Event, text: str) -> None:
    assert GAME.event_text(event) == text


def test_every_effect_has_words_of_its_own() -> None:
    assert card_text(house_set()["wallet_chain"]) == (
        "clothing (equipment), price 2, worn on body, weight 1, keeps a gold die safe without Carry, "
        "lets its owner draw a card"
    )
    assert card_text(house_set()["mercenary"]).endswith("has places for equipment, fee 2, after an attack 1")
    assert len({card_text(card) for card in house_set().by_id.values()}) == len(house_set().by_id)


def test_the_end_the_attack_and_the_pockets_are_told() -> None:
    match = drawn("placing", "wallet_chain@body", hand="potato", attacked=True, end="common")
    told = match.view_text(seen(match, ME))
    assert "The game ends with this round: a Common card was needed and there was none." in told
    assert "and a gold die safe in pockets" in told
    assert "attacked in its last turn" in told
