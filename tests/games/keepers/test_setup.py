"""Cases K01 to K04, and the card set."""

from __future__ import annotations

import pytest

import referee
from referee.errors import CardSetError, UsageError
from referee.games.keepers.cards import load_cards
from referee.games.keepers.state import invariants
from referee.games.keepers.view import view
from referee.kernel.cards import parse
from referee.kernel.seats import Seat
from tests.games.keepers.drawn import asked, table_of
from tests.support.card_sets import names_a_key

TOML = referee.all_games()["keepers"].cards_toml


@pytest.mark.parametrize(
    ("seats", "tavern", "deck", "removed"),
    [
        pytest.param(2, 10, 32, 0, id="K01"),
        pytest.param(3, 6, 27, 2, id="K02"),
        pytest.param(4, 5, 22, 0, id="K03"),
    ],
)
def test_what_is_dealt(seats: int, tavern: int, deck: int, removed: int) -> None:
    t = table_of(referee.start("keepers", seats=seats, seed=1))
    assert [sum(keeper.unprepared) for keeper in t.keepers] == [tavern] * seats
    assert [sum(keeper.prepared) for keeper in t.keepers] == [0] * seats
    assert [sum(keeper.hand) for keeper in t.keepers] == [5] * seats
    assert len(t.deck) == deck
    assert [len(space.quest) for space in t.spaces] == [1, 1, 1]
    assert all(space.rumour is not None for space in t.spaces)
    assert (sum(t.discard), sum(t.removed), t.round) == (0, removed, 1)
    invariants(t)


def test_k02_removed_adventurers_are_public() -> None:
    match = referee.start("keepers", seats=3, seed=1)
    for seat in [*match.table.all_seats(), None]:
        removed = view(table_of(match), seat).removed
        assert sum(removed) == 2


def test_k04_first_seat() -> None:
    match = referee.start("keepers", seats=3, seed=1, options={"first_seat": 2})
    assert table_of(match).current == 2
    assert asked(match) == (2, ["quest 1", "quest 2", "quest 3"])
    assert match.default(Seat(2)) == 0


def test_first_seat_is_drawn_evenly() -> None:
    first = [table_of(referee.start("keepers", seats=4, seed=seed)).current for seed in range(400)]
    assert all(70 <= first.count(Seat(seat)) <= 130 for seat in range(4))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param({"first_seat": 3}, "first_seat = 3 is not allowed: the seats are 0 to 2", id="seat"),
        pytest.param({"first_seat": "last"}, "first_seat = 'last' is not allowed: 0 to 3 or random", id="word"),
        pytest.param({"max_rounds": 201}, "max_rounds = '201' is not allowed: 1 to 200", id="high"),
        pytest.param({"max_rounds": "0"}, "max_rounds = '0' is not allowed: 1 to 200", id="low"),
        pytest.param({"max_rounds": "many"}, "max_rounds = 'many' is not allowed: 1 to 200", id="no number"),
        pytest.param({"tie_break": "dice"}, "tie_break = 'dice' is not allowed: shared or hand", id="tie-break"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, int | str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        referee.start("keepers", seats=3, seed=1, options=options)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        pytest.param("quest = 12", "quest = 11", "total_cards is 68, but .* add up to 67", id="count"),
        pytest.param("total_cards = 68", "", "total_cards is None", id="no total"),
        pytest.param('game = "keepers"', 'game = "inns"', "game: .* for 'inns', not for 'keepers'", id="game"),
        pytest.param('id = "rogue"', 'id = "clerk"', "must be warrior, wizard, rogue, ranger", id="colour"),
        pytest.param("adventurer = 5", "adventurers = 5", "colour 'warrior': .*adventurers", id="field"),
        pytest.param("cost = 2", 'cost = "two"', r"\[sabotage\]: Expected `int`", id="type"),
        pytest.param(
            "[draw]\ncards = 1", "[draw]\ncards = 101", r"\[draw\]: Expected `int` <= 100", id="too many to draw"
        ),
        pytest.param("rumour_spaces = 3", "rumour_spaces = 2", "rumour_spaces .*: the card set has 2", id="spaces"),
        pytest.param(
            "2 = 10", "2 = 9", r"2 \* adventurers_each.2 .*the card set has 18, but must have 20", id="taverns"
        ),
        pytest.param("hand = 5", "hand = 12", "add up to 48; 4 seats need 54", id="hands"),
        pytest.param("[draw]", "[luck]", "unknown part 'luck'", id="section"),
        pytest.param("[bid]", "[bid", "not valid TOML", id="TOML"),
        pytest.param("[[colour]]", "[[colours]]", "unknown part 'colours'", id="rows"),
    ],
)
def test_wrong_card_sets_are_refused(old: str, new: str, message: str) -> None:
    assert old in TOML
    with pytest.raises(CardSetError, match=message) as raised:
        load_cards(parse(TOML.replace(old, new, 1)))
    assert "not valid TOML" in str(raised.value) or names_a_key(str(raised.value), parse(TOML))


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
