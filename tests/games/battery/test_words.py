"""What the battery says when it fails: the limit and its setting, the field, the card, the phase."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from referee.battery.counting import lost_or_made
from referee.battery.differing import MOST, first_difference, first_that_differs
from referee.battery.tally import Tally
from referee.kernel.seats import Seat
from referee.kernel.zones import Place, Zone, owner
from referee.starters.skeleton.src.skeleton import rules
from referee.starters.skeleton.src.skeleton.choices import Look, Rest
from referee.starters.skeleton.src.skeleton.facts import FACTS
from referee.starters.skeleton.src.skeleton.game import GAME
from referee.starters.skeleton.src.skeleton.state import SkeletonTable
from referee.starters.skeleton.src.skeleton.view import SeatView, View, view
from tests.games.battery.planting import CARDS, SENT, WORLDS, a_leaky_view, battery_of, found_by, skeleton
from tests.games.battery.test_planted_mistakes import card_lost, card_made, sent_as

pytestmark = pytest.mark.no_cover

ENDS = "test_random_play_ends_within_the_bounds"
OPTIONS = "test_options_are_unique_few_and_have_texts"
PLACES = "test_an_option_that_is_chosen_on_the_board_has_its_place_there"


def tally(**counts: int) -> Tally:
    numbers = {"worlds": 538, "tables_differ": 500, "others_asked": 538, "other_lists_differ": 400, **counts}
    return Tally(**numbers)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        pytest.param(
            {"other_lists_differ": 93},
            "only 93 of 538 twins differ in the options of others; lists_differ = 0.2 requires at least 108 "
            "(set it in your Facts)",
            id="lists",
        ),
        pytest.param(
            {"tables_differ": 430},
            "only 430 of 538 twins differ in the table; "
            "tables_differ = 0.8 requires at least 431 (set it in your Facts)",
            id="tables",
        ),
        pytest.param(
            {"without_other_world": 462},
            "no other world was found for 462 of 1000 positions; fewer than 20% are allowed: "
            "does a phase draw before it asks?",
            id="no other world",
        ),
    ],
)
def test_a_complaint_names_the_limit_and_its_setting(counts: dict[str, int], said: str) -> None:
    assert [*tally(**counts).complaints(FACTS)] == [said]


@pytest.mark.parametrize("enough", [{"other_lists_differ": 108}, {"tables_differ": 431}], ids=["lists", "tables"])
def test_the_number_that_is_wanted_is_enough(enough: dict[str, int]) -> None:
    assert [*tally(**enough).complaints(FACTS)] == []


def test_too_many_decisions_name_their_setting() -> None:
    battery = battery_of(skeleton())
    battery.facts = replace(FACTS, most_decisions={3: 7})  # type: ignore[misc]
    found = found_by(battery, ENDS)
    assert found
    assert "seed 0: 36 decisions with 3 seats, but most_decisions[3] = 7 (set it in your Facts)" in found


def test_the_field_of_a_view_that_differs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = skeleton()
    a_leaky_view(seats=lambda t, _: tuple(SeatView(hand[0], 0) for hand in t.hands))(monkeypatch, game)
    found = found_by(battery_of(game), WORLDS)
    assert found
    assert re.search(r"seat \d can tell by the view: seats\[\d\]\.hand is \d or \d$", found), found


VIEW = view(SkeletonTable(seat_count=2, seed=bytes(32), hands=[[1], [2]], points=[0, 0]), None)


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        pytest.param(VIEW, VIEW, "", id="nothing"),
        pytest.param(VIEW, msgspec.structs.replace(VIEW, deck=4), "deck is 0 or 4", id="a number"),
        pytest.param(
            VIEW, msgspec.structs.replace(VIEW, seats=VIEW.seats[:1]),
            "seats is (SeatView(hand=1, points=0), SeatView(hand=1, points=0)) or (SeatView(hand=1, points=0),)",
            id="another length",
        ),
        pytest.param({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, "a[1].b is 2 or 3", id="plain data"),
        pytest.param(Rest(), Look(), "Rest() or Look()", id="another kind"),
    ],
)  # fmt: skip
def test_the_first_difference(one: Any, other: Any, said: str) -> None:
    assert first_difference(one, other) == said


def test_a_long_value_is_cut() -> None:
    said = first_difference([*range(1000)], [*range(999)])
    assert len(said) < 2 * MOST + 30
    assert said.startswith("[0, 1, 2, ")
    assert said.endswith(" 997, 998]")


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        pytest.param([Rest()], [Rest()], "", id="nothing"),
        pytest.param([Rest(), Look()], [Rest(), Rest()], "number 2 of 2 is Look() or Rest()", id="another one"),
        pytest.param([Rest()], [Rest(), Look()], "number 2 of 2 is nothing or Look()", id="one more"),
    ],
)
def test_the_first_item_that_differs(one: list[Any], other: list[Any], said: str) -> None:
    assert first_that_differs(one, other) == said


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        pytest.param(
            card_lost,
            r"seed 0, after \d+ events, in phase 'looking': cards were lost or created: "
            r"card \d: 2 before \(.* in hand of seat \d.*\), 1 after \(1 in [\w ]+\)$",
            id="lost",
        ),
        pytest.param(
            card_made,
            r"cards were lost or created: card \d: 2 before \(.*\), 3 after \(.*; and 1 other card$",
            id="made",
        ),
    ],
)
def test_a_card_that_is_lost_or_made_is_named_with_its_zones(
    plant: Callable[..., None], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = skeleton()
    plant(monkeypatch, game)
    found = found_by(battery_of(game), CARDS)
    assert found
    assert re.search(said, found), found


def test_of_many_cards_some_are_named() -> None:
    box: Place[Any] = Place(Zone("box", lambda t, _: []), None)
    hand: Place[Any] = Place(Zone("hand", lambda t, _: [], seen=owner, each=True), Seat(1))
    said = lost_or_made([(box, [1, 2, 3, 4, 5]), (hand, [6])], [(box, []), (hand, [6, 6])])
    assert said == (
        "card 1: 1 before (1 in box), 0 after (in no zone); card 2: 1 before (1 in box), 0 after (in no zone); "
        "card 3: 1 before (1 in box), 0 after (in no zone); and 3 other cards"
    )


def test_options_that_are_alike_are_named() -> None:
    game = replace(skeleton(), option_text=lambda _: "do it")
    found = found_by(battery_of(game), OPTIONS)
    assert found
    assert "texts shared by several options: ['do it']" in found


def test_a_place_that_the_board_lacks_is_named() -> None:
    found = found_by(battery_of(replace(skeleton(), place_of=lambda _: "nowhere")), PLACES)
    assert found
    assert "options refer to places that the board of seat 0 does not have: {'nowhere'}" in found


def test_a_phase_that_is_not_listed_is_named() -> None:
    found = found_by(battery_of(replace(skeleton(), phases=(rules.looking,))), ENDS)
    assert found
    assert "phase 'looking' returned phase 'playing', which is not in Game.phases of skeleton" in found


def test_what_is_sent_wrongly_names_the_field_first(monkeypatch: pytest.MonkeyPatch) -> None:
    game = skeleton()
    sent_as("view", View, lambda shown: msgspec.structs.replace(shown, deck=shown.deck + 1))(monkeypatch, game)
    found = found_by(battery_of(game), SENT)
    assert found
    assert re.match(r"deck is \d+ or \d+: ", found), found


def test_a_twin_with_other_cards_names_them() -> None:
    def invents(t: SkeletonTable, _seat: Seat | None, _chance: Any) -> None:
        t.deck[0] = 1 + t.deck[0] % 8

    found = found_by(battery_of(replace(GAME, redeal=invents)), WORLDS)
    assert found
    assert re.search(r"cards, which differ in a twin: card \d: 2 before \(.*in deck.*\), ", found), found
