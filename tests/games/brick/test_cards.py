"""The card set: complete, refused with card, field and allowed values when something in it is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import referee
from referee.errors import CardSetError
from referee.games.brick.kinds import TYPES
from referee.games.brick.loading import load_cards
from referee.kernel.cards import parse
from tests.games.brick.tables import A, drawn, house_set, player
from tests.support.card_sets import check_refused

TOML = referee.all_games()["brick"].cards_toml
PACKAGE = Path(referee.__file__).parent / "games" / "brick"


def test_house_set() -> None:
    cards = house_set()
    assert (len(cards.stores), len(cards.starting_stores), len(cards.market_cards())) == (65, 6, 84)
    assert cards.market_cards().count("m21") == 4
    assert cards.prices.minimum == dict(zip(TYPES, (1, 2, 4, 7, 10), strict=True))
    assert cards.prices.maximum == dict(zip(TYPES, (6, 8, 11, 15, 20), strict=True))
    assert cards.investment.buy_cost == (3, 6, 10, 14, 18, 23, 28, 34, 40, 47)


def test_no_rule_knows_a_card() -> None:
    for file in PACKAGE.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert [card for card in house_set().by_store if f'"{card}"' in text] == [], file.name
        assert not re.search(r'"m\d\d"', text), file.name


BOUTIQUE = 'effects = [\n  {kind = "sell_bonus", phase = "sale", types = ["clothing"], amount = 6},\n]'
BANK = '{kind = "split_purchase", phase = "investment", purchases = 2, each = 5}'
DISTRIBUTOR = '{kind = "points_choice", phase = "sale", per = 2, points = 2}'
DOCK = '{kind = "bulk_discount", phase = "supply", threshold = 5, amount = 3}'
INSTEAD = '{kind = "points_instead", phase = "sale", points = {food = 1}}'
PURVEYOR = '{kind = "sell_into", phase = "sale", type = "art", boxes = "jewelry"}'
WRONG = [
    pytest.param(DOCK, DOCK.replace("bulk", "hulk"), "'large_loading_dock'.*'hulk_discount'.*bulk_discount", id="kind"),
    pytest.param(DOCK, DOCK.replace(", amount = 3", ""), "'large_loading_dock'.*`amount`", id="missing parameter"),
    pytest.param(DOCK, DOCK.replace("3}", "0}"), "'large_loading_dock': .*>= 1.*amount", id="parameter too small"),
    pytest.param(DOCK, DOCK[:-1] + ", of = 1}", "'large_loading_dock'.*`of`.*threshold", id="unknown parameter"),
    pytest.param(DOCK, DOCK.replace('"supply"', '"sale"'), "'large_loading_dock'.*'sale'.*supply", id="phase"),
    pytest.param(PURVEYOR, PURVEYOR.replace('"jewelry"', '"food"'), "'art_purveyor'.*'food'.*jewelry", id="boxes"),
    pytest.param(
        BOUTIQUE, BOUTIQUE.replace('["clothing"]', '["cloth"]'), "'designer_boutique'.*'cloth'.*clothing", id="type"
    ),
    pytest.param(
        BOUTIQUE,
        BOUTIQUE.replace('["clothing"]', '["food"]'),
        "'designer_boutique': types of the effect 'sell_bonus' names 'food'; types with shelves: clothing",
        id="no shelves for the type",
    ),
    pytest.param(
        INSTEAD,
        INSTEAD.replace("food", "art"),
        "'freezer': points of the effect 'points_instead' names 'art'; types with shelves: food",
        id="no shelves for the type of points",
    ),
    pytest.param(
        DOCK,
        '{kind = "self_supply", phase = "before_supply", type = "food", amount = 3}',
        "'large_loading_dock': type of the effect 'self_supply' names 'food'; types with shelves: none",
        id="no shelves at all",
    ),
    pytest.param(DOCK, f"{DOCK}, {DOCK}", "'large_loading_dock': effects has 'bulk_discount' twice", id="twice"),
    pytest.param(
        INSTEAD, f"{INSTEAD}, {DISTRIBUTOR}", "'freezer': only one of the effects 'points_instead'", id="two choices"
    ),
    pytest.param(BANK, BANK.replace("each = 5", "each = 6"), "'bank': .*2 times 6 points.*10 or less", id="bank"),
    pytest.param('id = "bakery"', 'id = "bank"', "store 'bank': the card set uses this id twice", id="id"),
    pytest.param('id = "m20"', 'id = "m21"', "market card 'm21': the card set uses this id twice", id="market id"),
    pytest.param('cost = 8', 'cost = "much"', "store 'bakery': .*cost", id="cost"),
    pytest.param('cost = 8', 'cost = 8\nweight = 1', "store 'bakery': .*weight", id="unknown field"),
    pytest.param("{capacity = 6, shelves = 1}", "{capacity = 0, shelves = 1}", "'bakery': .*capacity", id="capacity"),
    pytest.param("players = 4", "players = 5", "'mios_corner_store': .*<= 4.*players", id="players"),
    pytest.param("stores = 65", "stores = 64", "number of .*store.* stores.* 65, but must have 64", id="stores"),
    pytest.param("market_cards = 84", "market_cards = 80", "copies of all .*market.* 84, but", id="market cards"),
    pytest.param("debt_tokens = 16 ", "tokens = 16 ", r"\[counts\] must name stores", id="counts"),
    pytest.param('game = "brick"', 'game = "keepers"', "game: .* for 'keepers', not for 'brick'", id="game"),
    pytest.param("[cubes]", "[balls]", "unknown part 'balls': the known parts are building", id="part"),
    pytest.param('types = ["food", "clothing"', 'types = ["clothing", "food"', "types is .*must be", id="types"),
    pytest.param("food = 1\nclothing = 2", "clothing = 2", r"\[prices.minimum\] must name food", id="price missing"),
    pytest.param("art = 20", "art = 21", r"\[prices.maximum\]: art is 21; the dial has 0 to 20", id="price too high"),
    pytest.param("slots = 4", "slots = 5", r"slots in \[building\]: .* 5, but must have 4", id="slots"),
    pytest.param("[0, 1, 2, 3]", "[0, 1, 2]", "slot_utilities in .* 3, but must have 4", id="slot utilities"),
    pytest.param("[4, 3, 2, 1]", "[4, 3, 2]", "empty_slot_penalty in .* 3, but must have 4", id="penalties"),
    pytest.param("40, 47]", "47]", "buy_cost in .* 9, but must have 10", id="costs"),
    pytest.param("40, 47]", "40, 40]", "buy_cost is .*more points must cost more", id="costs the same"),
    pytest.param("[ending.4]", "[ending.5]", r"must have \[ending.2\]", id="ending"),
    pytest.param("store_hand_drafted = 3", "store_hand_drafted = 4", "store_hand_drafted is 4; .* 4", id="draft"),
    pytest.param("row = 4", "row = 49", "number of .*store.* 65; 4 players need 66", id="too few stores"),
    pytest.param("market_hand = 5", "market_hand = 19", "all .*market.* 84; 4 players need 88", id="too few cards"),
    pytest.param(
        'id = "newts_clothing"\nname = "Newt\'s Clothing"\nplayers = 2',
        'id = "newts_clothing"\nname = "Newt\'s Clothing"\nplayers = 4',
        "triangle.*starting_store 'newts_clothing' is not for 2 players",
        id="start for more",
    ),
    pytest.param("players = 2\n", "players = 4\n", "starting_store.*: 0 have players = 2 or less", id="too few starts"),
    pytest.param('2 = ["circle", "triangle"]\n', "", r"\[first_game.order\] must name 2, 3, 4", id="order"),
    pytest.param('["circle", "triangle"]', '["circle", "circle"]', "symbols in .* 2 players: .* 1", id="symbols"),
    pytest.param('["circle", "triangle"]', '["circle", "square"]', "first_game.order.*'square'.*star", id="symbol"),
    pytest.param(
        '"herrons_market"\n\n[first_game.triangle]', '"herrons"\n\n[first_game.triangle]',
        "first_game.circle.*starting_store is 'herrons'; the known ones are herrons_market", id="unknown start",
    ),
    pytest.param('"food_bank"]', '"food_bonk"]', "first_game.triangle.*'food_bonk'", id="hand"),
    pytest.param('"consignment_store", "food_bank"]', '"food_bank"]', "stores in hand .* 2, but", id="small hand"),
    pytest.param('"consignment_store", ', '"flea_market", ', "'flea_market': .* uses this id twice", id="hands"),
    pytest.param('symbol = "star"', 'symbol = "circle"', "symbol = 'star' .* 4, but must have 5", id="market symbols"),
]  # fmt: skip


def test_a_symbol_without_a_hand_is_refused() -> None:
    start = TOML.index("[first_game.star]")
    broken = TOML[:start] + TOML[TOML.index("[first_game.diamond]") :]
    with pytest.raises(CardSetError, match=r"there is no \[first_game.star\]"):
        load_cards(parse(broken))


@pytest.mark.parametrize(("old", "new", "message"), WRONG)
def test_a_wrong_set_is_refused_by_name(old: str, new: str, message: str) -> None:
    assert old in TOML, "the fault is not planted"
    times = TOML.count(old) if old == "players = 2\n" else 1
    check_refused(load_cards, TOML, TOML.replace(old, new, times), message)


def test_a_changed_price_shows_and_counts() -> None:
    changed = TOML.replace('name = "Bakery"\ncost = 8', 'name = "Bakery"\ncost = 13')
    match = drawn("buying", player(cash=20), player(), month=2, waiting=[A], row="bakery", cards=changed)
    assert "bakery: cost $13;" in match.view_text(match.view(A))
    match.answer({A: 1})
    assert match.game.option_text(match.asked[A][0]) == "bid $13"


def test_the_order_of_tables_does_not_matter() -> None:
    """A record holds what a set says, and may hold it in another order."""
    sorted_set = json.loads(json.dumps(parse(TOML), sort_keys=True))
    one, other = house_set(), load_cards(sorted_set)
    assert one.by_store["farmers_market"].types == other.by_store["farmers_market"].types
    for options in ({}, {"preset_hands": True}):
        matches = [
            referee.start("brick", seats=2, seed=3, options=options, cards=cards) for cards in (None, sorted_set)
        ]
        assert matches[0].position_bytes(A, 0) == matches[1].position_bytes(A, 0)
