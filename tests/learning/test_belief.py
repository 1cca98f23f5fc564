"""Beliefs: whole matches from what one seat knows from the wire."""

from __future__ import annotations

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import referee
from referee.errors import IllegalChoice, NoOtherWorld, UsageError
from referee.kernel.game import Game, find_game
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.learning import Belief, belief
from tests.learning.belief_campaign import campaign, check_sample, follow, random_answers
from tests.learning.playing import BY_GAME, GAMES

LONG_SAMPLES = 100_000


@BY_GAME
def test_samples_agree_at_every_turn(game: Game[Any]) -> None:
    seats = game.seats[0]
    match, seat = referee.start(game, seats=seats, seed=3), Seat(seats - 1)
    known = Belief(game, seats=seats, seat=seat)
    turns = 0
    answers = random_answers(match, Random(5))
    for turns, _ in enumerate(follow(match, seat, known, answers), 1):
        for number in range(3):
            check_sample(known.sample(turns * 10 + number), match, seat)
    assert turns > 3


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_turn_of_many_matches_can_be_understood(game: Game[Any]) -> None:
    reached = campaign(game, samples=LONG_SAMPLES)
    assert reached.failures == []
    assert reached.samples >= LONG_SAMPLES


@BY_GAME
def test_turns_with_changed_cards_can_be_understood(game: Game[Any]) -> None:
    reached = campaign(game, samples=60, first=game.seats[1] - game.seats[0] + 1)
    assert reached.failures == []
    assert any("changed cards" in said for said in reached.settings)


@pytest.mark.parametrize("seed", [6])
def test_a_hand_that_another_seat_redraws_is_found(seed: int) -> None:
    assert campaign(find_game("brick"), first=seed, matches=1).failures == []


@BY_GAME
def test_hidden_cards_change_no_sample(game: Game[Any]) -> None:
    seats, randomly = game.seats[0], Random(2)
    match, seat = referee.start(game, seats=seats, seed=8), Seat(0)
    known, of_twin = (Belief(game, seats=seats, seat=seat) for _ in range(2))
    told = twins = turns = 0
    while turns < 7:
        answers = {asked: randomly.randrange(len(options)) for asked, options in match.asked.items()}
        if seat in answers:
            twin = match.redeal(seat, turns)
            twins += twin.table_bytes() != match.table_bytes()
            for each, real in ((known, match), (of_twin, twin)):
                each.see(real.position_bytes(seat, told))
            assert of_twin.sample(turns).to_bytes() == known.sample(turns).to_bytes()
            for each in (known, of_twin):
                each.chose(answers[seat])
            told, turns = match.event_count, turns + 1
        match.answer(answers)
    assert twins


def first_turn(game: str, *, seats: int = 2, seed: int = 1) -> tuple[Match, Belief]:
    """A match at the first question, and what the asked seat knows then."""
    match = referee.start(game, seats=seats, seed=seed)
    seat = min(match.asked)
    known = Belief(game, seats=seats, seat=seat)
    known.see(match.position_bytes(seat, 0), match.default(seat))
    return match, known


def test_each_deal_is_equally_likely() -> None:
    match, known = first_turn("keepers")
    table: Any = match.table
    hidden = Counter(table.deck) + Counter(dict(enumerate(table.keepers[1 - known.seat].hand)))
    decks: list[Any] = [known.sample(number).table for number in range(600)]
    tops = Counter(sampled.deck[0] for sampled in decks)
    for colour, count in hidden.items():
        assert tops[colour] / 600 == pytest.approx(count / hidden.total(), abs=0.06)


def test_a_seed_gives_one_sample_with_its_own_future() -> None:
    _, known = first_turn("keepers")
    first, again, other = (known.sample(seed) for seed in (1, 1, 2))
    assert first.to_bytes() == again.to_bytes()
    assert first.table_bytes() != other.table_bytes()
    back = Match.from_bytes(first.to_bytes())
    while first.asked:
        for each in (first, back):
            each.answer({seat: each.default(seat) for seat in each.asked})
    assert first.table_bytes() == back.table_bytes()
    assert first.result == back.result


def test_without_an_answer_the_default_was_played() -> None:
    match, known = first_turn("keepers", seats=3)
    seat, told, turns = known.seat, match.event_count, 0
    while turns < 3:
        match.answer({asked: match.default(asked) for asked in match.asked})
        if seat in match.asked:
            known.see(match.position_bytes(seat, told), match.default(seat))
            check_sample(known.sample(turns), match, seat)
            told, turns = match.event_count, turns + 1


def test_a_sample_that_cannot_be_dealt_anew_varies_what_agreed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(belief, "SAMPLE_ATTEMPTS", 0)
    match = referee.start("keepers", seats=2, seed=3)
    known = Belief("keepers", seats=2, seat=1)
    for turn, _ in zip(range(12), follow(match, Seat(1), known, random_answers(match, Random(5))), strict=False):
        tables = set()
        for number in range(4):
            sample = known.sample(number)
            tables.add(sample.table_bytes())
            check_sample(known.sample(number), match, Seat(1))
        assert len(tables) > 1, turn


def test_wrong_seats_and_calls() -> None:
    with pytest.raises(UsageError, match="keepers needs 2 to 4 seats, not 5"):
        Belief("keepers", seats=5, seat=0)
    with pytest.raises(UsageError, match="there is no seat 2; the seats are 0 to 1"):
        Belief("keepers", seats=2, seat=2)
    with pytest.raises(UsageError, match="seat 0 has had no turn yet; call see first"):
        Belief("keepers", seats=2, seat=0).sample(1)
    _, known = first_turn("keepers")
    count = len(known._glimpses[-1].options)
    with pytest.raises(IllegalChoice, match=f"its options are 0 to {count - 1}"):
        known.chose(count)


def test_a_turn_of_another_match_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    match, known = first_turn("keepers")
    monkeypatch.setattr(belief, "MOST_ATTEMPTS", 30)
    before = known.sample(1).to_bytes()
    match.answer({seat: match.default(seat) for seat in match.asked})
    with pytest.raises(NoOtherWorld, match=f"30 imagined matches all differ from what seat {known.seat} saw"):
        known.see(referee.start("keepers", seats=2, seed=9).position_bytes(Seat(0), 0))
    assert known.sample(1).to_bytes() == before


def info(**changed: Any) -> Any:
    """A match as a bot knows it from the start."""
    game = referee.all_games()["keepers"]
    known = {
        "game_id": "keepers",
        "rules_version": game.rules_version,
        "card_set_digest": game.card_set_digest,
        "options": {"max_rounds": "5"},
        "seat": 1,
        "bots": ("a", "b"),
        "resumed": False,
        "cards": None,
    }
    return SimpleNamespace(**{**known, **changed})


def test_a_bot_believes_what_its_match_says() -> None:
    known = Belief.of_match(info())
    match = referee.start("keepers", seats=2, seed=3, options={"max_rounds": 5})
    for turn, _ in zip(range(3), follow(match, Seat(1), known, random_answers(match, Random(5))), strict=False):
        assert known.sample(turn).table.options == match.table.options
    with pytest.raises(UsageError, match="an earlier process of the bot has seen a part of this match"):
        Belief.of_match(info(resumed=True))
    with pytest.raises(UsageError, match="the card set of the match: 12ab; this program has "):
        Belief.of_match(info(card_set_digest="12ab"))
    with pytest.raises(UsageError, match="the rules of the match: 0; this program has 1"):
        Belief.of_match(info(rules_version="0"))
