"""The battery finds chance that favours a seat, and sources of chance that share a stream: planted one by one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import referee
from referee.battery import Facts
from referee.battery.facts import no_throws
from referee.battery.fairness import Fares, play_deals, uneven_throws
from referee.battery.odds import odds_of
from referee.battery.streams import watched
from referee.kernel.chance import Chance
from referee.kernel.game import Game
from referee.kernel.match import start
from referee.kernel.seats import Seat
from referee.starters.skeleton.src.skeleton import rules
from referee.starters.skeleton.src.skeleton.events import Played, Shuffled, Won
from referee.starters.skeleton.src.skeleton.facts import FACTS
from referee.starters.skeleton.src.skeleton.state import SkeletonTable
from tests.games.battery.planting import DEALT, FAIR, Plant, battery_of, found_by, skeleton
from tests.support.play import play

pytestmark = pytest.mark.no_cover

LIMIT_ALONE = replace(FACTS, throws=no_throws)
NEITHER = replace(LIMIT_ALONE, seat_advantage=None)


def set_up_that(does: Callable[[SkeletonTable], None]) -> Plant:
    """A set-up after which more is done."""

    def plant(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
        def set_up(t: SkeletonTable) -> None:
            rules.set_up(t)
            does(t)

        patch.setitem(vars(game), "set_up", set_up)

    return plant


def best_hand_to_seat_0(t: SkeletonTable) -> None:
    t.hands.sort(key=sum, reverse=True)


def an_eight_to_seat_1(t: SkeletonTable) -> None:
    """If it has none, it takes the first one of the deck."""
    if t.cards.highest not in t.hands[1] and t.cards.highest in t.deck:
        at = t.deck.index(t.cards.highest)
        t.deck[at], t.hands[1][0] = t.hands[1][0], t.deck[at]


def a_card_more_to_the_last_seat(t: SkeletonTable) -> None:
    t.hands[-1].append(t.deck.pop(0))


def die_that(shows: Callable[[SkeletonTable, Seat], int]) -> Plant:
    """A die that is thrown otherwise."""

    def plant(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
        def settle(t: SkeletonTable, cards: list[int]) -> None:
            for seat, card in enumerate(cards):
                t.hands[seat].remove(card)
            t.discard += cards
            best = Seat(cards.index(max(cards)))
            die = 1 + shows(t, best)
            t.tell(Played(tuple(cards), die))
            if cards.count(max(cards)) == 1:
                t.points[best] += die
                t.tell(Won(best, die))

        patch.setattr(rules, "settle", settle)

    return plant


def thrown(t: SkeletonTable) -> int:
    return t.chance("die").below(t.cards.die)


def better_of_two_for_seat_0(t: SkeletonTable, seat: Seat) -> int:
    return max(thrown(t), thrown(t)) if seat == 0 else thrown(t)


def from_the_stream_of_the_deck(t: SkeletonTable, _seat: Seat) -> int:
    return t.chance("deck").below(t.cards.die)


def from_two_places(t: SkeletonTable, seat: Seat) -> int:
    return t.chance("die").below(t.cards.die) if seat else thrown(t)


def from_hidden_cards(t: SkeletonTable, _seat: Seat) -> int:
    return (sum(t.deck) + t.hands[0][0]) % t.cards.die


def discards_shuffled_by_the_stream_of_the_hands(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
    def draw(t: SkeletonTable, seat: Seat) -> None:
        t.chance("hands").shuffle(t.hands[seat])
        if not t.deck:
            t.deck, t.discard = t.discard, []
            t.chance("hands").shuffle(t.deck)
            t.tell(Shuffled(len(t.deck)))
        t.hands[seat].append(t.deck.pop(0))
        rules.tell_draw(t, seat, t.hands[seat][-1])

    patch.setattr(rules, "draw", draw)


PLANTS: dict[str, tuple[Plant, str, str]] = {
    "the best hand is dealt to seat 0": (
        set_up_that(best_hand_to_seat_0),
        DEALT,
        (
            r"seat 0 is not dealt the same as the others: in 200 deals it had \d+ times 8 in zone 'hand', and the "
            r"seats on average \d+; if the rules cause that, give the reason in Facts.dealt_by_rule"
        ),
    ),
    "a certain card is dealt to seat 1": (
        set_up_that(an_eight_to_seat_1),
        DEALT,
        r"seat 1 is not dealt the same as the others: in 200 deals it had \d+ times 8 in zone 'hand'",
    ),
    "the last seat has a card more": (
        set_up_that(a_card_more_to_the_last_seat),
        DEALT,
        (
            r"seat 2 is not dealt the same as the others: in 200 deals it had 800 cards in zone 'hand', and the seats "
            r"on average 667; if"
        ),
    ),
    "seat 0 has the better of two dice": (
        die_that(better_of_two_for_seat_0),
        FAIR,
        r"seat 0 throws 4\.\d\d on average in \d+ throws, all seats 3\.\d\d: chance alone",
    ),
    "a die is thrown from the stream of the deck": (
        die_that(from_the_stream_of_the_deck),
        FAIR,
        (
            r"two sources of chance share the stream 'deck': a draw in .*from_the_stream_of_the_deck and a shuffle of "
            r"deck in .*rules.set_up. Draws of one shift the other: give each its own stream"
        ),
    ),
    "two functions draw from one stream": (
        die_that(from_two_places),
        FAIR,
        r"share the stream 'die': a draw in .*from_two_places and a draw in .*thrown",
    ),
    "two piles are shuffled by one stream": (
        discards_shuffled_by_the_stream_of_the_hands,
        FAIR,
        r"share the stream 'hands': a shuffle of deck in .*draw and a shuffle of hands\[0\] in .*draw",
    ),
    "a die depends on hidden cards": (
        die_that(from_hidden_cards),
        FAIR,
        r"^\d+ throws came from 0 numbers drawn by t.chance: every die needs its own",
    ),
}


@pytest.mark.parametrize(("plant", "test", "message"), PLANTS.values(), ids=PLANTS)
def test_a_planted_mistake_is_found(plant: Plant, test: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = skeleton()
    plant(monkeypatch, game)
    found = found_by(battery_of(game), test)
    assert found
    assert re.search(message, found), found


@pytest.mark.parametrize("test", [DEALT, FAIR])
def test_without_a_mistake_nothing_is_found(test: str) -> None:
    assert found_by(battery_of(skeleton()), test) is None


@pytest.mark.parametrize(
    "plant",
    [
        pytest.param(set_up_that(best_hand_to_seat_0), id="the best hand is dealt to seat 0"),
        pytest.param(die_that(better_of_two_for_seat_0), id="seat 0 has the better of two dice"),
    ],
)
def test_a_limit_finds_what_favours_a_seat(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without anything said of hands and dice; in fewer deals than the long test of the battery plays."""
    game = skeleton()
    plant(monkeypatch, game)
    fares = play_deals(game, 2, LIMIT_ALONE, 60_000)
    assert [*fares.complaints(NEITHER)] == []
    found, *_ = fares.complaints(LIMIT_ALONE)
    assert re.search(
        r"^seat 0 wins [5-9]\d\.\d% \(±\d\.\d%\) of \d+ deals; an equal share is 50\.0%, and Facts.seat_advantage "
        r"allows a difference of 2\.0%$",
        found,
    ), found


def test_a_limit_allows_what_it_says() -> None:
    """And more in few deals, so that it is not broken by chance."""
    deals: list[list[float]] = [[0.6, 0.4], [0.5, 0.5]]
    few, many = (Fares(scores=deals * times, wins=deals * times) for times in (49, 50))
    assert str(many) == "wins 55.0% 45.0% (±0.5%), mean score 0.55 0.45 (±0.01); 100 deals from every seat"
    assert (
        str(few) == "wins 55.0% 45.0%, mean score 0.55 0.45; 98 deals from every seat, few: pytest -m long plays more"
    )
    for limit, found in [(0.0, 2), (0.02, 2), (0.03, 0), (0.5, 0)]:
        facts = replace(NEITHER, seat_advantage=limit)
        assert len([*many.complaints(facts)]) == found
        assert [*few.complaints(facts)] == []


def test_what_the_rules_deal_unevenly_has_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    game = skeleton()
    set_up_that(a_card_more_to_the_last_seat)(monkeypatch, game)
    stated = replace(FACTS, dealt_by_rule={"hand": "the last seat has a card more, since it begins last"})
    assert found_by(battery_of(game, stated), DEALT) is None
    wrong = found_by(battery_of(game, replace(stated, dealt_by_rule={"bag": "?"})), DEALT)
    assert wrong
    assert "Facts.dealt_by_rule names the zone 'bag'; the zones that each seat has are hand" in wrong


def test_the_odds_are_a_bound() -> None:
    """Tried with fair coins: what has odds of one in twenty comes at most that often."""
    randomly = Random(1)
    sums = [sum(randomly.choice((-1, 1)) for _ in range(40)) for _ in range(2000)]
    for surplus in range(1, 40):
        assert sum(one >= surplus for one in sums) / len(sums) <= odds_of(surplus, 40, 1)
    assert odds_of(0, 40, 1) == 1.0
    assert odds_of(30, 40, 1) < 1e-3


def test_fair_dice_are_not_complained_of() -> None:
    for seed in range(100):
        randomly = Random(seed)
        assert [*uneven_throws([(Seat(randomly.randrange(3)), randomly.randrange(20)) for _ in range(500)])] == []


@pytest.mark.parametrize("game", referee.all_games().values(), ids=lambda game: game.id)
def test_a_watched_match_is_the_same(game: Game[Any]) -> None:
    """Or what is found would not hold for the game."""
    seats = game.seats[0]
    same, watch = watched(game)
    for one, other in zip(
        play(start(game, seats=seats, seed=5), 5), play(start(same, seats=seats, seed=5), 5), strict=True
    ):
        assert one.table_bytes() == other.table_bytes()
    assert {source.stream for source in watch.sources} <= one.table.drawn.keys()


def test_what_a_watch_has_seen() -> None:
    """In the words in which it is shown."""
    table = SkeletonTable(seat_count=2, seed=bytes(32), deck=[1, 2, 3], hands=[[1, 2], [3, 4]])
    game, watch = watched(skeleton())
    watched_table: Any = game.table_type(seat_count=2, seed=bytes(32), deck=[1, 2, 3], hands=[[1, 2], [3, 4]])
    watched_table.chance("deck").shuffle(watched_table.deck)
    watched_table.chance("hand").shuffle(watched_table.hands[1])
    watched_table.chance("die").pick([4, 5])
    watched_table.chance("nothing").shuffle([1])
    watched_table.chance("nothing").shuffle([])
    here = f"{__name__}.test_what_a_watch_has_seen"
    told = Counter(f"{source.stream}: {source}" for source in watch.sources)
    assert told == Counter(
        [f"deck: a shuffle of deck in {here}", f"hand: a shuffle of hands[1] in {here}", f"die: a draw in {here}"]
    )
    table.chance("deck").shuffle(table.deck)
    assert table.deck == watched_table.deck
    assert watch.numbers == 1


def test_a_chance_is_a_chance() -> None:
    game, _ = watched(skeleton())
    assert isinstance(game.table_type(seat_count=2, seed=bytes(32)).chance("die"), Chance)


def test_facts_made_before_need_nothing_new() -> None:
    facts = Facts(FACTS.most_decisions, FACTS.public_form, FACTS.reveals)
    assert (facts.dealt_by_rule, [*facts.throws(Won(Seat(0), 3))], facts.seat_advantage) == ({}, [], None)
