"""Rulebook: "Market phase". Cases C01, C07 and C13 to C23."""

from __future__ import annotations

import re

import pytest

from referee.games.inventory import layout as totals
from referee.games.inventory.choices import (
    DONE,
    PASS,
    BuyCommon,
    BuyLoot,
    BuyPremium,
    DropCard,
    DropDie,
    Trash,
)
from referee.games.inventory.events import Bought, Dropped, EndTriggered, Sold, Trashed
from referee.games.inventory.loading import load_cards
from referee.games.inventory.state import Adventurer, Placed
from referee.kernel.asking import Option
from referee.kernel.cards import parse
from referee.kernel.game import find_game
from referee.kernel.seats import Seat
from tests.games.inventory.tables import answer, drawn, of, options, placed, table_of, told

CHEAP = "sword"


@pytest.mark.parametrize(
    ("layout", "carried", "attacked", "purse"),
    [
        pytest.param(
            "potato@stored bread@stored fedora_of_leadership@head traveling_minstrel@follow", 0, False, 5, id="C01 gold"
        ),
        pytest.param("sack@back marble_bust@stored", 0, False, 5, id="C12 the pictured goods"),
        pytest.param("guard@follow potato@stored", 0, False, 0, id="C17 the guard"),
        pytest.param("guard@follow potato@stored beer@stored", 0, False, 2, id="C17 the guard, with alcohol"),
        pytest.param("mercenary@follow bread@stored*2", 0, False, 2, id="C18 the mercenary"),
        pytest.param("mercenary@follow bread@stored*2", 0, True, 3, id="C18 the mercenary, after an attack"),
        *(
            pytest.param(f"porter@follow potato@stored*{load}", 0, False, load - fee, id=f"C19 the porter, {load}")
            for load, fee in ((3, 1), (4, 1), (6, 1), (7, 2), (8, 2))
        ),
        pytest.param("porter@follow", 3, False, 2, id="C19 the porter, nothing to carry"),
        pytest.param("mercenary@follow potato@stored", 0, False, 0, id="C20 an unpaid fee"),
        pytest.param("bread@stored", 9, False, 11, id="C21 dice count"),
        pytest.param("", 0, False, 0, id="nothing at all"),
    ],
)  # fmt: skip
def test_what_selling_brings(layout: str, carried: int, attacked: bool, purse: int) -> None:
    match = drawn("selling", layout, carried=[carried], attacked=attacked, hand="claymore")
    if PASS in options(match):
        answer(match, PASS)
    assert told(match, Sold)[0].purse == purse
    adventurer = of(match)
    assert (adventurer.carried, adventurer.layout) == (0, [])
    assert sorted(adventurer.discard) == sorted(one.card for one in placed(layout))


def test_two_porters_are_loaded_one_after_the_other() -> None:
    """Ruling R37: 14 weigh 11 more than the free places carry; the first porter takes 5, the second one 5."""
    match = drawn("selling", "porter@follow*2 potato@stored*13")
    answer(match, PASS)
    assert told(match, Sold)[0].fees == 4


TWO_KINDS = re.sub(
    r'id = "porter".*?fact = "[^"]*"\n\n',
    lambda porter: (
        porter[0]
        + "[[card]]\n"
        + porter[0]
        .replace('"porter"', '"mule"')
        .replace("Porter", "Mule")
        .replace("count = 2", "count = 1")
        .replace("per_weight = 3", "per_weight = 1")
    ),
    find_game("inventory").cards_toml.replace("premium = 42\nloot", "premium = 43\nloot").replace("126", "127"),
    flags=re.DOTALL,
)


@pytest.mark.parametrize("porters", [["porter", "mule"], ["mule", "porter"]], ids=" ".join)
def test_fees_by_load_do_not_depend_on_who_was_placed_first(porters: list[str]) -> None:
    """9 weigh 6 more than the free places carry: the porter takes 5 of them for 2, the mule 1 for 1."""
    cards = load_cards(parse(TWO_KINDS))
    layout = [*(Placed(porter, "follow") for porter in porters), *placed("potato@stored*9")]
    assert totals.fees(cards, Adventurer(layout=layout)) == 3


@pytest.mark.parametrize(
    ("card", "paid"),
    [("sword", 1), ("chain_mail", 2), ("crossbow", 3), ("epic_loot", 5), ("potato", 1)],
)
def test_c13_trashing_pays_half_the_price(card: str, paid: int) -> None:
    match = answer(drawn("selling", f"backpack@back {card}@stored"), Trash(card, "stored"))
    assert told(match, Trashed)[0].gold == told(match, Sold)[0].paid == paid
    assert table_of(match).trash == [card]


def test_c14_a_trashed_card_gives_nothing_and_followers_stay() -> None:
    match = drawn("selling", "fedora_of_leadership@head traveling_minstrel@follow")
    assert options(match) == [PASS, Trash("fedora_of_leadership", "head")]
    answer(match, Trash("fedora_of_leadership", "head"))
    sold = told(match, Sold)[0]
    assert (sold.gross, sold.paid, sold.purse) == (1, 2, 3)


@pytest.mark.parametrize(
    ("layout", "carried", "listed", "purse"),
    [
        pytest.param("junk@stored potato@stored", 0, True, 0, id="C15 junk beside a potato"),
        pytest.param("junk@stored", 1, True, 0, id="C15 junk and a coin"),
        pytest.param("pesky_quest_item@stored bread@stored", 0, True, 0, id="C16 two gold"),
        pytest.param("pesky_quest_item@stored potato@stored", 0, False, 0, id="C16 one gold"),
    ],
)
def test_what_costs_gold_to_be_trashed(layout: str, carried: int, listed: bool, purse: int) -> None:
    match = drawn("selling", layout, carried=[carried])
    costly = Trash(layout.partition("@")[0], "stored")
    assert (costly in options(match)) is listed
    if listed:
        answer(match, costly)
        assert told(match, Sold)[0].purse == purse
        assert table_of(match).trash == [costly.card]
        assert table_of(match).piles["pesky_quest_item"] == 12


def test_c15_who_can_not_trash_anything_is_not_asked() -> None:
    match = drawn("selling", "junk@stored")
    assert told(match, Sold)[0].purse == 0


def test_c17_a_guard_whose_beer_was_trashed_is_paid() -> None:
    match = answer(drawn("selling", "guard@follow potato@stored beer@stored"), Trash("beer", "stored"))
    sold = told(match, Sold)[0]
    assert (sold.paid, sold.fees, sold.purse) == (1, 1, 1)


def test_c22_what_can_not_be_carried_any_more_is_dropped() -> None:
    match = answer(drawn("selling", "sack@back potato@stored*4"), Trash("sack", "back"))
    assert told(match, Dropped) == [Dropped(Seat(0), "potato")]
    assert told(match, Sold)[0].purse == 4
    assert of(match).discard == ["potato"] * 4


def test_a_card_or_a_die_can_be_dropped() -> None:
    match = answer(drawn("selling", "sack@back potato@stored*2", carried=[8]), Trash("sack", "back"))
    assert options(match) == [DropDie(), DropCard("potato")]
    answer(match, DropDie())
    assert told(match, Dropped) == [Dropped(Seat(0), gold=2)]
    assert told(match, Sold)[0].gross == 8


def test_a_die_in_a_pocket_relieves_nothing() -> None:
    match = answer(
        drawn("selling", "wallet_chain@body sack@back potato@stored*3 bread@stored", carried=[6]), Trash("sack", "back")
    )
    assert options(match) == [DropCard("potato"), DropCard("bread")]


MARKET = "sword crossbow - claymore"


def test_what_is_on_offer_is_listed_in_order() -> None:
    match = drawn("buying", purse=30, row="backpack chain_mail cape squire", common="sword")
    loot = [BuyLoot(card) for card in ("uncommon_loot", "rare_loot", "epic_loot")]
    assert options(match) == [DONE, *(BuyPremium(place) for place in (1, 2, 3, 4)), BuyCommon(), *loot]


def test_a_bought_card_leaves_its_place_empty() -> None:
    match = answer(drawn("buying", purse=30, row="backpack chain_mail cape squire"), BuyPremium(2))
    assert table_of(match).market.row == ["backpack", None, "cape", "squire"]
    assert of(match).discard == ["chain_mail"]
    assert of(match).purse == 25
    assert told(match, Bought) == [Bought(Seat(0), "chain_mail", "premium", place=2)]
    assert BuyPremium(2) not in options(match)


def test_c07_a_rebate_is_no_discount() -> None:
    assert BuyCommon() not in options(drawn("buying", purse=2, common="sword", rebate=4, hand="claymore"))
    match = answer(drawn("buying", purse=3, common="sword", rebate=4), BuyCommon())
    assert of(match).purse == 4
    market = table_of(match).market
    assert (market.common, market.rebate) == (None, 0)
    assert told(match, Bought) == [Bought(Seat(0), "sword", "common", rebate=4)]


def test_c23_who_can_not_afford_anything_is_not_asked_and_keeps_the_gold() -> None:
    match = drawn("buying", purse=1, common="bread", hand="potato")
    assert table_of(match).part == "equip"
    assert of(match).purse == 1


def test_c40_the_last_epic_loot_brings_the_end() -> None:
    match = drawn("buying", purse=30, piles={"epic_loot": 2})
    answer(match, BuyLoot("epic_loot"))
    assert told(match, EndTriggered) == []
    answer(match, BuyLoot("epic_loot"))
    assert told(match, EndTriggered) == [EndTriggered("epic")]
    assert BuyLoot("epic_loot") not in options(match)


def test_done_is_the_default() -> None:
    match = drawn("buying", purse=30, common="sword")
    default: Option = options(match)[match.default(Seat(0))]
    assert default == DONE
