"""The card set: complete, refused with the card's name when something in it is wrong, and shown as it is."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

import referee
from referee.games.inventory import kinds
from referee.games.inventory.loading import load_cards
from tests.games.inventory.tables import drawn, house_set
from tests.support.card_sets import check_refused

TOML = referee.all_games()["inventory"].cards_toml
PACKAGE = Path(referee.__file__).parent / "games" / "inventory"
POTATO = 'id = "potato"\n'


def test_house_set() -> None:
    counts: Counter[str] = Counter()
    for card in house_set().by_id.values():
        counts[card.deck] += card.count
    assert counts == {"starter": 20, "common": 24, "premium": 42, "loot": 28, "pesky": 12}
    assert len(house_set().by_id) == 39
    assert house_set().loot == ("uncommon_loot", "rare_loot", "epic_loot")


def test_every_kind_is_on_a_card() -> None:
    used = {type(effect) for card in house_set().by_id.values() for effect in card.effects}
    assert used == set(get_args(kinds.Effect)) == set(kinds.CARRIERS)


def test_no_rule_knows_a_card() -> None:
    names = set(house_set().by_id) - {card.subtype for card in house_set().by_id.values()}
    for file in PACKAGE.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert [card for card in names if f'"{card}"' in text] == [], file.name


NEST = 'effects = [{ kind = "nest" }]'
TWO_HANDS = 'effects = [{ kind = "two_hands" }]'
MULTIPLY = '{ kind = "multiply", factor = 2 }'
FEE = '{ kind = "fee", amount = 1, unless_has = "alcohol", reduced = 0 }'
EXTRA_3 = "[extra.3]\nstarter = 10\ncommon = 12"
WRONG = [
    pytest.param('kind = "nest"', 'kind = "rest"', "'sack': .*'rest'.*nest", id="kind"),
    pytest.param(MULTIPLY, '{ kind = "multiply" }', "'cape'.*factor", id="missing parameter"),
    pytest.param(MULTIPLY, '{ kind = "multiply", factor = 0 }', "'cape'.*factor", id="parameter too small"),
    pytest.param(MULTIPLY, '{ kind = "multiply", factor = 2, of = 1 }', "'cape'.*`of`.*factor", id="unknown parameter"),
    pytest.param('stat = "gold"', 'stat = "luck"', "'fedora_of_leadership'.*'luck'.*power", id="stat"),
    pytest.param('has = "food"', 'has = "feed"', "'dog'.*'feed'.*food", id="what is stored"),
    pytest.param('unless_has = "attacked"', 'unless_has = "time"', "'mercenary'.*'time'.*alcohol", id="condition"),
    pytest.param(FEE, f"{FEE}, {FEE}", "'guard': effects has 'fee' twice", id="twice"),
    pytest.param(NEST, 'effects = [{ kind = "slots" }]', "'sack': the effect 'slots' is for.*companion", id="carrier"),
    pytest.param(NEST, NEST[:-1] + ', { kind = "no_occupy" }]', "'sack': only one of", id="two ways to lie"),
    pytest.param(
        'slots = ["hand"]\npower = 5', 'slots = ["back"]\npower = 5', "'claymore': slots is .*just 'hand'", id="hands"
    ),
    pytest.param(
        'slots = ["back", "hand"]\ncarry = 1', 'slots = ["head"]\ncarry = 1', "'sack': slots is .*back, hand", id="nest"
    ),
    pytest.param(
        'weight = 1\neffects = [{ kind = "multiply"', 'gold = 1\neffects = [{ kind = "multiply"', "'cape': a card with",
        id="a cape with gold",
    ),
    pytest.param('type = "goods"', 'type = "loot"', "'potato': type is 'loot'; deck 'starter' allows equip", id="type"),
    pytest.param('type = "goods"', 'type = "good"', "'potato'.*'good'.*equipment", id="unknown type"),
    pytest.param('subtype = "food"', 'subtype = "armor"', "'potato': subtype is 'armor'.*food, alcohol", id="subtype"),
    pytest.param('slots = ["back", "hand"]\n', "", "'sack': slots is .*equipment must have some", id="no slots"),
    pytest.param('slots = ["back", "hand"]', 'slots = ["tail"]', "'sack'.*'tail'.*head", id="unknown slot"),
    pytest.param("weight = 1", "carry = 1", "'potato': carry is 1; a card of type 'goods' has none", id="carry"),
    pytest.param("carry = 1", "store_gold = 1", "'sack': store_gold is 1", id="gold of a sack"),
    pytest.param("price = 0", "price = -1", "'potato'.*price", id="price"),
    pytest.param("count = 10", "count = 9", "deck = 'starter' .*: the card set has 19, but must have 20", id="count"),
    pytest.param("count = 10", "count = 0", "'potato'.*count", id="no copies"),
    pytest.param('id = "sack"', 'id = "potato"', "card 'potato': the card set uses this id twice", id="id twice"),
    pytest.param("[counts]", "[more]\n[counts]", "unknown part 'more': the known parts are card, counts", id="part"),
    pytest.param('game = "inventory"', 'game = "keepers"', "game: .* for 'keepers', not for 'inventory'", id="game"),
    pytest.param("copies_total = 126", "copies_total = 125", "must have 125", id="total"),
    pytest.param("pesky = 12", "peskies = 12", "counts.*pesk", id="counts"),
    pytest.param("loot = 28\n", "", r"\[counts\] must name starter, common", id="a count is missing"),
    pytest.param("pointy_stick = 1", "club = 1", r"\[starter_deck\]: 'club' is no card", id="starter deck"),
    pytest.param("pointy_stick = 1", "sword = 1", r"\[starter_deck\]: 'sword' is no card", id="another deck's card"),
    pytest.param("potato = 5", "potato = 4", "potato, for two players .*has 8, but must have 10", id="potatoes"),
    pytest.param("body = 1, hand = 2 }", "body = 1, hand = 3 }", "capacity of hand", id="three hands"),
    pytest.param("carry = { head = 0, back", "carry = { back = 1, head = 0, hat", r"\[mat\].*hat", id="unknown place"),
    pytest.param("{ head = 0, back = 1,", "{ back = 1, head = 0,", r"\[mat\]: carry must name", id="mat"),
    pytest.param("[extra.4]", "[extra.5]", r"must have \[extra.3\] and \[extra.4\]", id="extra"),
    pytest.param(EXTRA_3, EXTRA_3.replace("12", "25"), r"\[extra.3\]: common is 25; a copy .* 24", id="too many"),
    pytest.param(EXTRA_3, EXTRA_3.replace("10", "9"), r"starter in \[extra.3\].*9.*10", id="extra starters"),
    pytest.param('subtype = "rare"', 'subtype = "epic"', "subtype = 'rare': .* 0", id="no rare loot"),
    pytest.param(
        POTATO, POTATO + 'effects = [{ kind = "draw", amount = 1 }]\n', r"\[starter_deck\]: 'potato' has the effect",
        id="drawing at set-up",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "message"), WRONG)
def test_a_wrong_set_is_refused(right: str, wrong: str, message: str) -> None:
    assert right in TOML
    check_refused(load_cards, TOML, TOML.replace(right, wrong, 1), message)


def test_a_changed_price_is_told_and_asked_for() -> None:
    """Texts and rules take what cards are from the set of the match."""
    dear = re.sub(r"price = \d+", "price = 99", TOML)
    match = referee.start("inventory", seats=2, seed=1, cards=dear)
    told = match.view_text(match.view(None))
    assert "price 99" in told
    assert not re.search(r"price (?!99)\d+", told)
    bought = 0
    while match.asked:
        match.answer({seat: len(options) - 1 for seat, options in match.asked.items()})
        bought += sum(type(event).__name__ == "Bought" for event in match.events(None)[-3:])
    assert not bought


@pytest.mark.parametrize("deck", ["common", "premium"])
def test_a_second_copy_may_leave_a_deck_out(deck: str) -> None:
    extra_4 = TOML.index("[extra.4]")
    wanted = TOML[:extra_4] + re.sub(rf"^{deck} = \d+", f"{deck} = 0", TOML[extra_4:], count=1, flags=re.MULTILINE)
    match = referee.start("inventory", seats=4, seed=1, cards=wanted)
    match.game.invariants(match.table)


def test_the_legend_says_that_a_fee_by_load_is_rounded_up() -> None:
    match = drawn("placing", "porter@follow", hand="potato")
    assert "fee 1 for each 3 that it carries, rounded up, at least 1" in match.view_text(match.view(None))
