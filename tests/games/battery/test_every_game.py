"""What holds for every game: it ends, conserves its cards, repeats itself, can be saved, and lists sane options."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import referee
from referee.errors import IllegalChoice, UsageError
from referee.kernel.asking import MAX_OPTIONS
from referee.kernel.match import Match
from referee.kernel.options import as_dict, option_text, read_options
from tests.games.facts import facts_of
from tests.support.play import EVERY_SEATING, play, random_answers

every_seating = pytest.mark.parametrize(("game_id", "seats"), EVERY_SEATING)
every_game = pytest.mark.parametrize("game_id", sorted({game_id for game_id, _ in EVERY_SEATING}))
SEEDS = range(12)


@every_seating
def test_random_play_ends_within_the_bounds(game_id: str, seats: int) -> None:
    for seed in SEEDS:
        decisions = 0
        for match in play(referee.start(game_id, seats=seats, seed=seed), seed):
            decisions += len(match.asked)
        result = match.result
        assert result is not None
        assert decisions <= facts_of(game_id).most_decisions[seats]
        assert len(result.places) == len(result.scores) == seats
        assert min(result.places) == 1


@every_seating
def test_defaults_play_a_whole_match(game_id: str, seats: int) -> None:
    match = referee.start(game_id, seats=seats, seed=3)
    for _ in play(match, choose=lambda match, _: {seat: match.default(seat) for seat in match.asked}):
        assert all(0 <= match.default(seat) < len(options) for seat, options in match.asked.items())
    assert match.over


@every_seating
def test_invariants_hold_after_every_step(game_id: str, seats: int) -> None:
    for seed in SEEDS:
        for match in play(referee.start(game_id, seats=seats, seed=seed), seed):
            match.game.invariants(match.table)


@every_seating
def test_options_are_unique_few_and_have_texts(game_id: str, seats: int) -> None:
    for match in play(referee.start(game_id, seats=seats, seed=5), 5):
        for options in match.asked.values():
            assert 1 <= len(options) <= MAX_OPTIONS
            assert len(set(options)) == len(options)
            texts = [match.game.option_text(match.game.option_message(option)) for option in options]
            assert len(set(texts)) == len(texts)
            assert all(texts)


@every_seating
def test_same_seed_and_choices_same_match(game_id: str, seats: int) -> None:
    first, second = (list(_trace(referee.start(game_id, seats=seats, seed=8), seats)) for _ in range(2))
    assert first == second


def _trace(match: Match, seats: int) -> list[bytes]:
    trace, told = [], 0
    for now in play(match, 8):
        everybody = [*now.table.all_seats(), None]
        trace += [now.position(seat, told).SerializeToString(deterministic=True) for seat in everybody]
        told = now.event_count
        trace.append(now.game.encode(now.table))
    return trace


@every_seating
def test_saved_at_every_asking_it_goes_on_the_same(game_id: str, seats: int) -> None:
    randomly = Random(4)
    for match in play(referee.start(game_id, seats=seats, seed=4), 4):
        copies = [match.clone(), Match.from_bytes(match.to_bytes())]
        for copy in copies:
            assert copy.asked == match.asked
            assert copy.table == match.table
            assert copy.events(None) == match.events(None)
        if match.asked:
            answers = random_answers(match, randomly)
            for copy in copies:
                copy.answer(answers)
            assert copies[0].table == copies[1].table
            assert copies[0].asked == copies[1].asked


@every_seating
def test_a_sealed_round_can_be_saved_half_answered(game_id: str, seats: int) -> None:
    for match in play(referee.start(game_id, seats=seats, seed=6), 6):
        if len(match.asked) > 1:
            first = next(iter(match.asked))
            half = match.clone()
            half.answer({first: 0})
            assert first not in half.asked
            assert first not in Match.from_bytes(half.to_bytes()).asked
            assert half.view(None) == match.view(None)
            assert half.event_count == match.event_count
            with pytest.raises(IllegalChoice, match="is not asked"):
                half.answer({first: 0})


@every_seating
def test_plain_data_is_enough_to_go_on(game_id: str, seats: int) -> None:
    match = referee.start(game_id, seats=seats, seed=7)
    plain = msgspec.to_builtins(match.game.decode(match.phase_start))
    again = referee.resume(game_id, table=plain, phase=plain["phase"])
    assert again.asked == match.asked
    assert again.table == match.table


@every_seating
def test_views_events_and_texts_exist_for_everybody_to_the_end(game_id: str, seats: int) -> None:
    match = referee.start(game_id, seats=seats, seed=9)
    for now in play(match, 9):
        for seat in [*now.table.all_seats(), None]:
            assert now.view_text(now.view(seat))
    for seat in [*match.table.all_seats(), None]:
        assert all(match.game.event_text(match.game.event_message(event)) for event in match.events(seat))


@every_seating
def test_a_position_put_together_from_bytes_is_the_message(game_id: str, seats: int) -> None:
    told = 0
    for match in play(referee.start(game_id, seats=seats, seed=10), 10):
        for seat in [*match.table.all_seats(), None]:
            for since in (None, told):
                assert match.game.position.FromString(match.position_bytes(seat, since)) == match.position(seat, since)
        told = match.event_count


@every_game
@pytest.mark.parametrize("wrong", [-1, 0, 1, 99])
def test_a_wrong_number_of_seats_is_refused(game_id: str, wrong: int) -> None:
    with pytest.raises(UsageError, match="seats, not"):
        referee.start(game_id, seats=wrong, seed=1)


@every_game
def test_declared_options_can_be_given_as_text(game_id: str) -> None:
    game = referee.games()[game_id]
    texts = {option.name: option_text(option.default) for option in game.options}
    assert read_options(game.option_type, texts, game.seats[1]) == game.option_type()
    assert set(as_dict(game.option_type())) == set(texts)
    assert all(option.help and option.range for option in game.options)


@every_game
def test_an_unknown_option_is_refused_with_the_known_ones(game_id: str) -> None:
    with pytest.raises(UsageError, match="unknown option 'nonsense'; the options are"):
        referee.start(game_id, seats=3, seed=1, options={"nonsense": 1})
