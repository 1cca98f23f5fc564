"""Zones: what is hidden from whom, dealt again or in small steps, with counts and whatever fits kept."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec import Struct, field

from referee.errors import DeclarationError
from referee.kernel.chance import Chance
from referee.kernel.seats import Seat
from referee.kernel.table import Table
from referee.kernel.zones import Zone, all_cards, deal_anew, hidden_from, nobody, owner, places, swap_some


class TrialTable(Table[None]):
    deck: list[int] = field(default_factory=lambda: [9, 8, 7, 6])
    evens: list[int] = field(default_factory=lambda: [2, 4])
    hands: list[list[int]] = field(default_factory=lambda: [[1, 3, 5], [10]])
    shown: list[int] = field(default_factory=lambda: [11, 12])


def lay_deck(t: TrialTable, _seat: Seat, cards: list[int]) -> None:
    t.deck = cards


def lay_evens(t: TrialTable, _seat: Seat, cards: list[int]) -> None:
    t.evens = cards


def lay_hand(t: TrialTable, seat: Seat, cards: list[int]) -> None:
    t.hands[seat] = cards


ZONES: list[Zone[TrialTable]] = [
    Zone("deck", lambda t, _: t.deck, lay_deck, nobody, ordered=True),
    Zone("evens", lambda t, _: t.evens, lay_evens, nobody, fits=lambda t, card: card % 2 == 0),
    Zone("hand", lambda t, seat: t.hands[seat], lay_hand, owner, each=True),
    Zone("table", lambda t, _: t.shown),
]


def trial() -> TrialTable:
    return TrialTable(seat_count=2, seed=bytes(32))


def chance(seed: int) -> Chance:
    return Chance(seed.to_bytes(32, "little"), "zones", {})


@pytest.mark.parametrize(
    ("seat", "hidden"),
    [
        (Seat(0), [("deck", None), ("evens", None), ("hand", 1)]),
        (Seat(1), [("deck", None), ("evens", None), ("hand", 0)]),
        (None, [("deck", None), ("evens", None), ("hand", 0), ("hand", 1)]),
    ],
)
def test_who_does_not_see_what(seat: Seat | None, hidden: list[tuple[str, int | None]]) -> None:
    (pool,) = hidden_from(ZONES, trial(), seat).values()
    assert [(place.zone.name, place.owner) for place in pool] == hidden


def test_dealt_anew_counts_and_what_fits_stay() -> None:
    before, decks = trial(), set()
    for seed in range(60):
        t = trial()
        deal_anew(ZONES, t, Seat(0), chance(seed))
        assert all_cards(ZONES, t) == all_cards(ZONES, before) == Counter([*range(1, 13)])
        assert [len(place.cards(t)) for place in places(ZONES, t)] == [4, 2, 3, 1, 2]
        assert all(card % 2 == 0 for card in t.evens)
        assert (t.hands[0], t.shown) == ([1, 3, 5], [11, 12])
        decks.add(tuple(t.deck))
    assert len(decks) > 30


def test_small_changes_are_of_hidden_cards_alone() -> None:
    changed = Counter[str]()
    for seed in range(300):
        t, before = trial(), trial()
        did = swap_some(ZONES, t, Seat(1), chance(seed), 1)
        differ = [place for place in places(ZONES, t) if place.cards(t) != place.cards(before)]
        assert did == bool(differ)
        assert all_cards(ZONES, t) == all_cards(ZONES, before)
        assert all(card % 2 == 0 for card in t.evens)
        assert not any(place.is_seen_by(t, Seat(1)) for place in differ)
        changed.update(place.zone.name for place in differ)
    assert changed.keys() == {"deck", "evens", "hand"}


def test_where_nothing_is_hidden_nothing_changes() -> None:
    t = trial()
    assert not swap_some(ZONES[3:], t, None, chance(1), 5)
    deal_anew(ZONES[3:], t, None, chance(1))
    assert t == trial()


def test_alike_cards_are_alike_in_any_order_unless_it_means_something() -> None:
    t = trial()
    t.hands[0].reverse()
    shown = {place.zone.name: place.shown(t) for place in places(ZONES, t) if place.owner in {None, 0}}
    assert (shown["hand"], shown["deck"]) == ([1, 3, 5], [9, 8, 7, 6])


def test_a_hidden_zone_that_can_not_be_dealt_is_a_defect() -> None:
    zone: Zone[TrialTable] = Zone("deck", lambda t, _: t.deck, seen=nobody)
    with pytest.raises(AssertionError, match="zone 'deck' is hidden from someone, but has no `lay`"):
        deal_anew([zone], trial(), None, chance(1))


@pytest.mark.parametrize(
    ("counted", "hands", "seat", "differs"),
    [
        pytest.param(True, [[1, 3, 5], [11]], Seat(0), False, id="other cards of another seat"),
        pytest.param(True, [[1, 3, 5], [11]], Seat(1), True, id="other own cards"),
        pytest.param(True, [[5, 3, 1], [10]], Seat(0), False, id="another order, which means nothing"),
        pytest.param(True, [[1, 3], [10, 5]], None, True, id="another number, which is known"),
        pytest.param(False, [[1, 3], [10, 5]], None, False, id="another number, which nobody knows"),
        pytest.param(False, [[1, 3], [10, 5]], Seat(0), True, id="another number of own cards"),
    ],
)
def test_by_what_a_seat_can_tell_tables_apart(
    counted: bool, hands: list[list[int]], seat: Seat | None, differs: bool
) -> None:
    one, other = trial(), trial()
    other.hands = hands
    hand = Zone("hand", lambda t, seat: t.hands[seat], lay_hand, owner, each=True, counted=counted)
    assert any(place.differs_for(seat, one, other) for place in places([hand], one)) is differs


class Player(Struct):
    hand: list[int] = field(default_factory=list)


class FieldTable(Table[None]):
    deck: list[int] = field(default_factory=lambda: [3, 1, 2])
    hands: list[list[int]] = field(default_factory=lambda: [[5, 4], [6]])
    players: list[Player] = field(default_factory=lambda: [Player([8, 7]), Player()])
    bank: Player = field(default_factory=lambda: Player([9]))


@pytest.mark.parametrize(
    ("path", "cards"),
    [
        pytest.param("deck", [[3, 1, 2]], id="a field"),
        pytest.param("bank.hand", [[9]], id="a field of a part"),
        pytest.param("hands[seat]", [[5, 4], [6]], id="a list for each seat"),
        pytest.param("players[seat].hand", [[8, 7], []], id="a field of each seat's part"),
    ],
)
@pytest.mark.parametrize("sort", [False, True])
def test_a_zone_in_a_field_is_read_and_laid_there(path: str, cards: list[list[int]], sort: bool) -> None:
    zone: Zone[FieldTable] = Zone.in_field("zone", path, nobody, ordered=True, pool="p", counted=False, sort=sort)
    table = FieldTable(seat_count=2, seed=bytes(32))
    assert (zone.each, zone.ordered, zone.pool, zone.counted) == ("[seat]" in path, True, "p", False)
    assert [place.cards(table) for place in places([zone], table)] == cards
    for place in places([zone], table):
        place.lay(table, [30, 10, 20])
    laid = [10, 20, 30] if sort else [30, 10, 20]
    assert [place.cards(table) for place in places([zone], table)] == [laid for _ in cards]


@pytest.mark.parametrize("path", ["", "hands[0]", "players[seat]hand", "seats[seat].hands[seat]", "deck()"])
def test_what_names_no_field_is_refused(path: str) -> None:
    with pytest.raises(DeclarationError, match=r"zone 'hand': .* is not a field of a table; use e.g. "):
        Zone.in_field("hand", path)
