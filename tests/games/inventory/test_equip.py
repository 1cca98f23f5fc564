"""Rulebook: "Equip phase". Cases C03, C08 to C12 and C24 to C33."""

from __future__ import annotations

import pytest

from referee.games.inventory import layout as totals
from referee.games.inventory.choices import DONE, DRAW, SKIP, STORE_DIE, Attack, Put
from referee.games.inventory.events import DoneEquipping, Drew, GoldLost, PutCard, Reshuffled
from referee.games.inventory.slots import Room
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from tests.games.inventory.tables import answer, drawn, house_set, of, options, placed, places, table_of, told


def carry_of(match: Match) -> int:
    return totals.carry(house_set(), of(match).layout)


def weight_of(match: Match) -> int:
    return totals.weight(house_set(), of(match).layout, of(match).carried)


def test_c03_the_turn_of_the_overview() -> None:
    match = drawn("placing", hand="sack beer chain_mail potato pointy_stick", deck="fanny_pack")
    answer(match, Put("sack", "back"))
    assert carry_of(match) == 4
    answer(match, Put("beer", "stored"))
    assert weight_of(match) == 1
    assert options(match) == [SKIP, DRAW]
    answer(match, DRAW)
    assert "fanny_pack" in of(match).hand
    answer(match, Put("fanny_pack", "body"))
    assert carry_of(match) == 6
    answer(match, Put("chain_mail", "body"), Put("potato", "stored"))
    assert weight_of(match) == 2
    answer(match, Put("pointy_stick", "hand"))
    assert carry_of(match) == 5
    layout = of(match).layout
    assert totals.stat(house_set(), layout, "power") == 1
    assert totals.stat(house_set(), layout, "defense") == 3
    assert Attack(Seat(1)) in options(match)


@pytest.mark.parametrize(
    ("layout", "hand", "card", "wanted"),
    [
        pytest.param("", "crossbow", "crossbow", ["back", "hand", "stored"], id="C08 back or hand"),
        pytest.param("sack@hand sword@hand", "sword", "sword", ["stored"], id="C09 no third item in a hand"),
        pytest.param("", "silver_jewelry", "silver_jewelry", ["stored"], id="C11 three of three"),
        pytest.param("silver_jewelry@stored", "potato", "potato", [], id="C11 full"),
        pytest.param("silver_jewelry@stored sack@back", "potato", "potato", ["stored"], id="C11 a sack helps"),
        pytest.param("", "marble_bust", "marble_bust", [], id="C12 four of three"),
        pytest.param("sack@back", "marble_bust", "marble_bust", ["stored"], id="C12 four of four"),
        pytest.param("", "claymore", "claymore", ["hand"], id="C25 both hands"),
        pytest.param("claymore@hand", "sword", "sword", [], id="C25 no hand is left"),
        pytest.param("claymore@hand", "gauntlet", "gauntlet", ["hand", "stored"], id="C25 an extra fits"),
        pytest.param("sword@hand", "claymore", "claymore", [], id="C25 one hand is not enough"),
        pytest.param("claymore@hand squire@follow", "sword", "sword", ["ally_hand", "stored"], id="C25 an ally"),
        pytest.param("gauntlet@hand*2", "sword", "sword", ["hand", "stored"], id="C26 hands with gauntlets"),
        pytest.param("gauntlet@hand*2", "gauntlet", "gauntlet", ["stored"], id="C26 no third gauntlet"),
        pytest.param("fanny_pack@body", "chain_mail", "chain_mail", ["body", "stored"], id="C27 beside the pack"),
        pytest.param("fanny_pack@body", "fanny_pack", "fanny_pack", ["stored"], id="C27 one pack"),
        pytest.param(
            "fanny_pack@body squire@follow", "fanny_pack", "fanny_pack", ["ally_body", "stored"], id="C27 an ally"
        ),
        pytest.param("iron_helm@head", "sack", "sack", ["back", "hand", "stored"], id="C28 a helm is no storage"),
        pytest.param("plain_clothes@body", "sack", "sack", ["back", "hand", "nested", "stored"], id="C28 in clothes"),
        pytest.param("sack@back", "sack", "sack", ["hand", "nested", "stored"], id="C28 in a sack"),
        pytest.param("backpack@back", "sack", "sack", ["hand", "nested", "stored"], id="C29 in a backpack"),
        pytest.param("wallet_chain@body", "sack", "sack", ["back", "hand", "stored"], id="R15 a pocket is no storage"),
        pytest.param("potato@stored*3", "sword", "sword", [], id="C30 a sword costs Carry"),
        pytest.param("potato@stored*3", "sack", "sack", ["back", "hand"], id="C30 a sack does not"),
        pytest.param("potato@stored*3", "gauntlet", "gauntlet", ["hand"], id="C30 nor does a gauntlet"),
        pytest.param("squire@follow", "sack", "sack", ["back", "hand", "stored"], id="C31 no sack on an ally"),
        pytest.param("squire@follow sword@ally_hand*2", "sword", "sword", ["hand", "stored"], id="R9 an ally is armed"),
        pytest.param(
            "squire@follow guard@follow claymore@ally_hand sword@ally_hand",
            "claymore", "claymore", ["hand", "stored"], id="R9 a claymore needs an ally of its own",
        ),
        pytest.param("", "guard", "guard", ["follow"], id="R17 a companion follows"),
    ],
)  # fmt: skip
def test_where_a_card_may_be_put(layout: str, hand: str, card: str, wanted: list[str]) -> None:
    assert places(drawn("placing", layout, hand=hand), card) == wanted


@pytest.mark.parametrize(
    ("layout", "carry", "power"),
    [
        pytest.param("", 3, 0, id="C08 empty"),
        pytest.param("crossbow@hand", 2, 3, id="C08 in a hand"),
        pytest.param("crossbow@back", 2, 3, id="C08 on the back"),
        pytest.param("sack@hand", 4, 0, id="C09 a sack"),
        pytest.param("sack@back sack@hand", 5, 0, id="C09 two sacks"),
        pytest.param("sack@hand sword@hand", 3, 2, id="C09 a sack and a sword"),
        pytest.param("sword@hand crossbow@stored", 2, 2, id="C10 a stored weapon"),
        pytest.param("claymore@hand", 1, 5, id="C25 a claymore"),
        pytest.param("gauntlet@hand*2", 3, None, id="C26 gauntlets"),
        pytest.param("plain_clothes@body sack@nested", 5, 0, id="C28 nested in clothes"),
        pytest.param("sack@back sack@nested", 5, 0, id="C28 nested in a sack"),
        pytest.param("backpack@back", 6, 0, id="C29 a backpack"),
        pytest.param("backpack@back sack@nested", 7, 0, id="C29 with a sack"),
        pytest.param("sword@hand beer_helmet@head beer@stored cape@back", 1, 6, id="C34 a cape"),
        pytest.param("squire@follow", 5, None, id="C31 a squire"),
        pytest.param(
            "squire@follow iron_helm@ally_head chain_mail@ally_body bow_and_arrow@ally_back sword@ally_hand*2",
            5, None, id="C31 an armed squire",
        ),
    ],
)  # fmt: skip
def test_what_can_be_carried(layout: str, carry: int, power: int | None) -> None:
    laid_out = placed(layout)
    assert totals.carry(house_set(), laid_out) == carry
    if power is not None:
        assert totals.stat(house_set(), laid_out, "power") == power


def test_c10_a_stored_weapon_weighs() -> None:
    assert totals.weight(house_set(), placed("sword@hand crossbow@stored"), 0) == 2


def test_c24_gold_is_stored_die_by_die() -> None:
    match = drawn("placing", purse=14, hand="claymore")
    answer(match, STORE_DIE, STORE_DIE, STORE_DIE)
    assert (of(match).carried, of(match).purse, weight_of(match)) == (14, 0, 3)
    match = drawn("placing", "sword@hand", purse=14, hand="claymore")
    assert match.default(Seat(0)) == 1
    answer(match, STORE_DIE, STORE_DIE)
    assert (of(match).carried, options(match)) == (12, [DONE])
    answer(match, DONE)
    assert told(match, GoldLost) == [GoldLost(Seat(0), 2)]
    assert told(match, DoneEquipping) == [DoneEquipping(Seat(0))]


def test_the_phase_ends_unasked_with_an_empty_hand_and_no_room_for_gold() -> None:
    match = drawn("placing", "potato@stored*3", purse=2)
    assert told(match, GoldLost) == [GoldLost(Seat(0), 2)]
    assert told(match, DoneEquipping) == []


def test_c32_drawing_is_offered_when_there_is_something_to_draw() -> None:
    match = answer(drawn("placing", hand="beer", discard="potato"), Put("beer", "stored"))
    assert options(match) == [SKIP, DRAW]
    answer(match, DRAW)
    assert of(match).hand == ["potato"]
    assert told(match, Reshuffled) == [Reshuffled(Seat(0), 1)]
    assert told(match, Drew) == [Drew(Seat(0), 1)]
    assert [event for event in match.events(Seat(0)) if isinstance(event, Drew)] == [Drew(Seat(0), 1, ("potato",))]
    match = answer(drawn("placing", hand="beer potato"), Put("beer", "stored"))
    assert SKIP not in options(match)


def test_c32_only_a_working_effect_draws() -> None:
    match = answer(drawn("placing", hand="wallet_chain potato", deck="potato"), Put("wallet_chain", "stored"))
    assert SKIP not in options(match)
    match = answer(drawn("placing", hand="wallet_chain potato", deck="potato"), Put("wallet_chain", "body"))
    assert options(match) == [SKIP, DRAW]
    answer(match, SKIP)
    assert of(match).hand == ["potato"]


def test_c33_who_holds_something_is_asked_even_if_only_done_is_left() -> None:
    match = drawn("placing", hand="marble_bust", deck="potato " * 5)
    assert options(match) == [DONE]
    answer(match, DONE)
    assert of(match).discard == ["marble_bust"]
    assert len(of(match).hand) == 5


def test_c38_a_die_fits_into_a_wallet_chain() -> None:
    match = drawn("placing", "wallet_chain@body silver_jewelry@stored", hand="potato", purse=7)
    assert places(match, "potato") == []
    answer(match, STORE_DIE)
    assert STORE_DIE not in options(match)


def test_options_follow_the_order_of_the_cards_and_places() -> None:
    match = drawn("placing", "squire@follow plain_clothes@body", hand="crossbow sack crossbow bread", purse=3)
    assert options(match) == [
        DONE,
        STORE_DIE,
        Put("sack", "back"),
        Put("sack", "hand"),
        Put("sack", "nested"),
        Put("sack", "stored"),
        Put("bread", "stored"),
        Put("crossbow", "back"),
        Put("crossbow", "hand"),
        Put("crossbow", "ally_back"),
        Put("crossbow", "ally_hand"),
        Put("crossbow", "stored"),
    ]


def test_a_placement_is_told() -> None:
    match = answer(drawn("placing", hand="sword potato"), Put("sword", "hand"))
    assert told(match, PutCard) == [PutCard(Seat(0), "sword", "hand")]
    assert table_of(match).part == "equip"


@pytest.mark.parametrize(
    "layout", ["", "sack@back potato@stored*2", "squire@follow claymore@ally_hand wallet_chain@body"]
)
@pytest.mark.parametrize("carried", [0, 5, 7])
def test_what_is_listed_can_be_carried_and_nothing_else(layout: str, carried: int) -> None:
    """The quick look at one more card agrees with the totals of the whole layout."""
    cards, laid_out = house_set(), placed(layout)
    room = Room(cards, laid_out, carried)
    for card in cards.by_id.values():
        for one in placed(" ".join(f"{card.id}@{where}" for where in room.places(card))):
            after = [*laid_out, one]
            assert totals.weight(cards, after, carried) <= totals.carry(cards, after), one
