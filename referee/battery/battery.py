"""The tests themselves. `TestBattery(Battery)` in a game's own tests runs them, for every number of seats."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import given, settings
from msgspec import Struct

from referee.battery.facts import Facts
from referee.battery.lasting import outlived, undeclared
from referee.battery.playing import play, random_answers
from referee.battery.searching import look_for_leaks
from referee.battery.shuffling import put_back_as_seen, same_after_set_up
from referee.battery.values import values_of
from referee.battery.wire import told_wrongly, told_wrongly_in_play
from referee.counts import counted
from referee.errors import IllegalChoice, UsageError
from referee.kernel.asking import MAX_OPTIONS
from referee.kernel.board import places_on
from referee.kernel.game import Game
from referee.kernel.match import Match, start
from referee.kernel.options import as_dict, option_text, read_options
from referee.kernel.redealing import running_phase
from referee.kernel.seats import Seat
from referee.kernel.zones import all_cards

SEEDS = range(12)
SEEDS_STEP_BY_STEP = range(4)
SEEDS_IN_A_CAMPAIGN = range(4, 100)
POSITIONS = 100
POSITIONS_IN_A_CAMPAIGN = 20_000


class Battery:
    """What holds for every game.

    Attributes:
        game: The game.
        facts: What must be told about it.
    """

    game: ClassVar[Game[Any]]
    facts: ClassVar[Facts]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Runs a test for every number of seats, or for every class that says something."""
        low, high = self.game.seats
        kinds = (self.game.view_type, *self.game.choices, *self.game.event_types)
        if "seats" in metafunc.fixturenames:
            metafunc.parametrize("seats", range(low, high + 1))
        if "kind" in metafunc.fixturenames:
            metafunc.parametrize("kind", kinds, ids=[kind.__name__ for kind in kinds])
        if "wrong_seats" in metafunc.fixturenames:
            metafunc.parametrize("wrong_seats", [-1, 0, low - 1, high + 1])

    def start(self, seats: int, seed: int) -> Match:
        """A match at its start."""
        return start(self.game, seats=seats, seed=seed)

    def test_random_play_ends_within_the_bounds(self, seats: int) -> None:
        """Chance comes to an end, and everybody has a place and a score."""
        for seed in SEEDS:
            decisions = 0
            for match in play(self.start(seats, seed), seed):
                decisions += len(match.asked)
            result = match.result
            assert result is not None
            assert decisions <= (most := self.facts.most_decisions[seats]), (
                f"{counted(decisions, 'decision')}, more than {most}"
            )
            assert len(result.places) == len(result.scores) == seats
            assert min(result.places) == 1

    def test_defaults_play_a_whole_match(self, seats: int) -> None:
        """A match in which nobody ever answers comes to an end."""
        match = self.start(seats, 3)
        for _ in play(match, choose=lambda match, _: {seat: match.default(seat) for seat in match.asked}):
            assert all(0 <= match.default(seat) < len(options) for seat, options in match.asked.items())
        assert match.over

    def test_after_every_step_the_invariants_hold_and_no_card_is_lost_or_made(self, seats: int) -> None:
        """The zones hold the same cards from the first deal to the end."""
        self._count_cards(seats, SEEDS_STEP_BY_STEP)

    @pytest.mark.long
    def test_in_many_matches_the_invariants_hold_and_no_card_is_lost_or_made(self, seats: int) -> None:
        """The same, for long."""
        self._count_cards(seats, SEEDS_IN_A_CAMPAIGN)

    def _count_cards(self, seats: int, seeds: Iterable[int]) -> None:
        for seed in seeds:
            match = self.start(seats, seed)
            whole = all_cards(self.game.zones, match.table)
            for now in play(match, seed):
                self.game.invariants(now.table)
                assert all_cards(self.game.zones, now.table) == whole, "cards were lost or made"

    def test_what_all_have_seen_is_shuffled_before_its_order_is_hidden(self, seats: int) -> None:
        """Nobody knows by heart what lies in a deck: neither after the set-up nor later."""
        found = same_after_set_up([self.start(seats, seed) for seed in SEEDS])
        assert found is None, found
        self._look_at_shuffles(seats, SEEDS_STEP_BY_STEP)

    @pytest.mark.long
    def test_in_many_matches_what_all_have_seen_is_shuffled(self, seats: int) -> None:
        """The same, for long."""
        self._look_at_shuffles(seats, SEEDS_IN_A_CAMPAIGN)

    def _look_at_shuffles(self, seats: int, seeds: Iterable[int]) -> None:
        for seed in seeds:
            match, randomly = self.start(seats, seed), Random(seed)
            while match.asked:
                before, answers = match.clone(), random_answers(match, randomly)
                match.answer(answers)
                found = put_back_as_seen(before, match, answers)
                assert found is None, found

    def test_options_are_unique_few_and_have_texts(self, seats: int) -> None:
        """Whoever is asked can tell the options apart."""
        for match in play(self.start(seats, 5), 5):
            for options in match.asked.values():
                assert 1 <= len(options) <= MAX_OPTIONS
                assert len(set(options)) == len(options)
                texts = [match.option_text(option) for option in options]
                assert len(set(texts)) == len(texts)
                assert all(texts)

    def test_an_option_that_is_chosen_on_the_board_has_its_place_there(self, seats: int) -> None:
        """Whoever is asked sees the card or the place that an option means."""
        for match in play(self.start(seats, 6), 6):
            for seat, options in match.asked.items():
                meant = {self.game.place_of(option) for option in options}
                assert meant <= {"", *places_on(match.board(seat))}

    def test_views_events_and_texts_exist_for_everybody_to_the_end(self, seats: int) -> None:
        """Seats and spectators are told something at every step."""
        match = self.start(seats, 9)
        everybody = [*match.table.all_seats(), None]
        for now in play(match, 9):
            assert all(now.view_text(now.view(seat)) for seat in everybody)
            assert {len(now.board(seat).seats) for seat in everybody} <= {0, seats}, "a board has every seat, or none"
        assert all(match.event_text(event) for seat in everybody for event in match.events(seat))

    def test_a_view_says_nothing_of_a_period_that_is_over(self, seats: int) -> None:
        """What is said of this month is empty before and after it, and when the next one begins."""
        assert not (found := [*undeclared(self.game.view_type)]), found
        match = self.start(seats, 10)
        everybody = [*match.table.all_seats(), None]
        before: dict[Seat | None, Any] = dict.fromkeys(everybody)
        for now in play(match, 10):
            for seat in everybody:
                view = now.view(seat)
                assert not (found := [*outlived(view, before[seat])]), found
                before[seat] = view

    def test_a_wrong_number_of_seats_is_refused(self, wrong_seats: int) -> None:
        """Nobody plays with too few or too many."""
        with pytest.raises(UsageError, match="seats, not"):
            self.start(wrong_seats, 1)

    def test_declared_options_can_be_given_as_text(self) -> None:
        """What can be set has a default, a range and a help, and can be typed."""
        texts = {option.name: option_text(option.default) for option in self.game.options}
        assert read_options(self.game.option_type, texts, self.game.seats[1]) == self.game.option_type()
        assert set(as_dict(self.game.option_type())) == set(texts)
        assert all(option.help and option.range for option in self.game.options)

    def test_same_seed_and_choices_same_match(self, seats: int) -> None:
        """Nothing depends on anything but the seed and the choices."""
        assert [*self._trace(seats)] == [*self._trace(seats)]

    def _trace(self, seats: int) -> list[bytes]:
        trace, told = [], 0
        for now in play(self.start(seats, 8), 8):
            trace += [now.position_bytes(seat, told) for seat in [*now.table.all_seats(), None]]
            told = now.event_count
            trace.append(self.game.encode(now.table))
        return trace

    def test_saved_at_every_asking_it_goes_on_the_same(self, seats: int) -> None:
        """Everything that matters is in the table."""
        randomly = Random(4)
        for match in play(self.start(seats, 4), 4):
            copies = [match.clone(), Match.from_bytes(match.to_bytes(), game=self.game)]
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

    def test_a_sealed_round_can_be_saved_half_answered(self, seats: int) -> None:
        """Who has answered is not asked again, and nobody sees that it has."""
        for match in play(self.start(seats, 6), 6):
            if len(match.asked) > 1:
                first = next(iter(match.asked))
                half = match.clone()
                half.answer({first: 0})
                assert first not in half.asked
                assert first not in Match.from_bytes(half.to_bytes(), game=self.game).asked
                assert half.view(None) == match.view(None), "the view tells who has answered"
                assert half.event_count == match.event_count
                with pytest.raises(IllegalChoice, match="is not asked"):
                    half.answer({first: 0})

    def test_plain_data_is_enough_to_go_on(self, seats: int) -> None:
        """A table can be written down and read again, and has room for nothing else."""
        match = self.start(seats, 7)
        assert not hasattr(match.table, "__dict__"), "what lies beside the fields of a table would be lost"
        table = self.game.decode(running_phase(match).start)
        again = msgspec.convert(msgspec.to_builtins(table), self.game.table_type, str_keys=True)
        assert again == table

    def test_every_value_is_sent_as_it_is(self, kind: type[Struct]) -> None:
        """Any view, option or event that could be declared so is read again as it was."""

        @settings(max_examples=20, deadline=None)
        @given(values_of(kind))
        def check(value: Struct) -> None:
            found = told_wrongly(self.game, value)
            assert found is None, found

        check()

    def test_what_is_played_is_sent_as_it_is(self, seats: int) -> None:
        """Whoever is asked, and the spectator, read every position of a match as it was; at the end everybody does."""
        told: dict[Seat | None, int] = {}
        for match in play(self.start(seats, 10), 10):
            for seat in [*(match.asked or match.table.all_seats()), None]:
                found = told_wrongly_in_play(match, seat, told.get(seat, 0))
                assert found is None, found
                told[seat] = match.event_count

    def test_no_seat_can_tell_two_worlds_apart(self, seats: int) -> None:
        """What a seat sees, is asked and is told does not depend on what it may not know."""
        self.look_for_leaks(seats, POSITIONS)

    @pytest.mark.long
    @pytest.mark.timeout(3600)
    def test_no_seat_can_tell_many_worlds_apart(self, seats: int) -> None:
        """The same, for long."""
        self.look_for_leaks(seats, POSITIONS_IN_A_CAMPAIGN)

    def look_for_leaks(self, seats: int, positions: int) -> None:
        """Fails at the first leak, or when the worlds were too much alike to prove anything."""
        tally = look_for_leaks(self.game, seats, self.facts, positions)
        assert tally.positions >= positions
        complaints = [*tally.complaints(self.facts)]
        assert not complaints, complaints
