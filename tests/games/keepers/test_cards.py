"""The card set: refused with key and what is allowed when something in it is wrong, and played as it is."""

from __future__ import annotations

import re
from random import Random

import pytest

import referee
from referee.errors import CardSetError
from referee.games.keepers.cards import load_cards
from referee.kernel.cards import parse
from referee.kernel.seats import Seat
from tests.games.keepers.drawn import table_of
from tests.support.card_sets import check_refused

TOML = referee.all_games()["keepers"].cards_toml


def changed(**numbers: int) -> str:
    """The set with other numbers for some keys, wherever they stand."""
    toml = TOML
    for key, number in numbers.items():
        toml = re.sub(rf"^{key} = \d+", f"{key} = {number}", toml, flags=re.MULTILINE)
    return toml


LEAST = {"quest_spaces": 1, "rumour_spaces": 1, "hand": 1, "min_cards": 1, "min_cards_alone": 1, "cost": 1}
MOST = dict.fromkeys(("quest_spaces", "rumour_spaces", "hand", "min_cards", "min_cards_alone", "cost"), 10)
AT_BOUNDS = {
    "least": changed(**LEAST, unprepares=1, cards=0),
    "most": changed(**MOST, unprepares=10, cards=10, quest=100, total_cards=420),
}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        pytest.param("quest = 12", "quest = 11", "total_cards is 68, but .* add up to 67", id="count"),
        pytest.param("total_cards = 68", "", "total_cards is None", id="no total"),
        pytest.param('game = "keepers"', 'game = "inns"', "game: .* for 'inns', not for 'keepers'", id="game"),
        pytest.param('id = "rogue"', 'id = "clerk"', "must be warrior, wizard, rogue, ranger", id="colour"),
        pytest.param("adventurer = 5", "adventurers = 5", "colour 'warrior': .*adventurers", id="field"),
        pytest.param("cost = 2", 'cost = "two"', r"\[sabotage\]: Expected `int`", id="type"),
        pytest.param("rumour_spaces = 3", "rumour_spaces = 2", "rumour_spaces .*: the card set has 2", id="spaces"),
        pytest.param(
            "2 = 10", "2 = 9", r"2 \* adventurers_each.2 .*the card set has 18, but must have 20", id="taverns"
        ),
        pytest.param("quest_spaces = 3", "quest_spaces = 10", "rumour_spaces .*: .* 3, but must have 10", id="board"),
        pytest.param("2 = 10, 3", "3", "adventurers_each has no number for 2 seats, 1 or more", id="no tavern"),
        pytest.param("[draw]", "[luck]", "unknown part 'luck'", id="section"),
        pytest.param("[bid]", "[bid", "not valid TOML", id="TOML"),
        pytest.param("[[colour]]", "[[colours]]", "unknown part 'colours'", id="rows"),
    ],
)
def test_wrong_card_sets_are_refused(old: str, new: str, message: str) -> None:
    assert old in TOML
    check_refused(load_cards, TOML, TOML.replace(old, new, 1), message)


@pytest.mark.parametrize(
    ("key", "number", "message"),
    [
        pytest.param("quest", -1, r"colour 'warrior': .*>= 0 - at `\$.quest`", id="quest"),
        pytest.param("adventurer", 101, r"colour 'warrior': .*<= 100 - at `\$.adventurer`", id="adventurer"),
        pytest.param("quest_spaces", 0, r"\[board\]: .*>= 1 - at `\$.quest_spaces`", id="quest_spaces"),
        pytest.param("rumour_spaces", 11, r"\[board\]: .*<= 10 - at `\$.rumour_spaces`", id="rumour_spaces"),
        pytest.param("hand", 0, r"\[setup\]: .*>= 1 - at `\$.hand`", id="hand"),
        pytest.param(
            "adventurers_each = { 2", 0, r"\[setup\]: .*>= 1 - at `\$.adventurers_each", id="adventurers_each"
        ),
        pytest.param("adventurers_removed = { 2", -1, r"\[setup\]: .*>= 0 - at `\$.adventurers_removed", id="removed"),
        pytest.param("min_cards", 0, r"\[bid\]: .*>= 1 - at `\$.min_cards`", id="min_cards"),
        pytest.param("min_cards_alone", 11, r"\[bid\]: .*<= 10 - at `\$.min_cards_alone`", id="min_cards_alone"),
        pytest.param("cost", 0, r"\[sabotage\]: .*>= 1 - at `\$.cost`", id="cost"),
        pytest.param("unprepares", 0, r"\[sabotage\]: .*>= 1 - at `\$.unprepares`", id="unprepares"),
        pytest.param("cards", 11, r"\[draw\]: .*<= 10 - at `\$.cards`", id="cards"),
    ],
)
def test_numbers_out_of_range_are_refused_with_their_keys_and_what_is_allowed(
    key: str, number: int, message: str
) -> None:
    broken, planted = re.subn(rf"^{re.escape(key)} = \d+", f"{key} = {number}", TOML, count=1, flags=re.MULTILINE)
    assert planted
    with pytest.raises(CardSetError, match=message):
        load_cards(parse(broken))


def test_more_cards_than_there_are_can_not_be_dealt() -> None:
    few = TOML.replace("quest = 12", "quest = 6").replace("total_cards = 68", "total_cards = 44")
    with pytest.raises(CardSetError, match=r"quest of all .* add up to 24; 4 seats need 26: .*quest_spaces"):
        load_cards(parse(few))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("numbers", ["least", "most"])
def test_a_set_at_the_bounds_is_played_to_its_end(numbers: str, seats: int) -> None:
    match = referee.start("keepers", seats=seats, seed=1, cards=AT_BOUNDS[numbers])
    randomly = Random(1)
    while match.asked:
        match.answer({seat: randomly.randrange(len(options)) for seat, options in match.asked.items()})
        assert match.position_bytes(Seat(0), 0)
        assert match.view_text(match.view(Seat(0)))
    assert match.result


def test_a_set_without_a_part_is_refused() -> None:
    with pytest.raises(CardSetError, match=r"has no \[board\]"):
        load_cards(parse(TOML.replace("[board]", "[setup]", 1).replace("[setup]", "[draw]", 2).split("[draw]")[0]))
    with pytest.raises(CardSetError, match=r"has no \[\[colour\]\]"):
        load_cards(parse('game = "keepers"'))


def test_a_card_set_of_ones_own_is_played() -> None:
    own = TOML.replace("hand = 5", "hand = 4")
    match = referee.start("keepers", seats=2, seed=1, cards=own)
    assert sum(table_of(match).keepers[0].hand) == 4
    assert match.card_set.digest != match.game.card_set_digest
    saved = referee.Match.from_bytes(match.to_bytes())
    assert (saved.table, saved.card_set) == (match.table, match.card_set)
