"""The tests. `TestBattery(Battery)` in a game's own tests runs them for every number of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import given, settings
from msgspec import Struct

from referee.battery.counting import lost_or_made, number_of_each, twice, where_cards_lie
from referee.battery.dealing import dealt_unevenly
from referee.battery.facts import Facts
from referee.battery.failing import fail_if
from referee.battery.fairness import ENOUGH_DEALS, FEWEST_DEALS, play_deals
from referee.battery.figures import NAME, print_figures
from referee.battery.lasting import outlived, undeclared
from referee.battery.playing import check_end, defaults, play, random_answers
from referee.battery.public import shown_wrongly
from referee.battery.ranking import ranked_wrongly
from referee.battery.saving import check_half_answered, check_saving, trace_of
from referee.battery.searching import look_for_leaks
from referee.battery.shuffling import put_back_as_seen, same_after_set_up
from referee.battery.trying import try_variants
from referee.battery.values import values_of
from referee.battery.variants import variants_in_pairs
from referee.battery.wire import told_wrongly, told_wrongly_in_play
from referee.counts import counted
from referee.errors import UsageError
from referee.kernel.asking import MAX_OPTIONS
from referee.kernel.board import places_on
from referee.kernel.game import Game
from referee.kernel.match import Match, start
from referee.kernel.options import as_dict, option_text, read_options
from referee.kernel.redealing import running_phase
from referee.kernel.seats import Seat

SEEDS = range(12)
SEEDS_STEP_BY_STEP = range(4)
SEEDS_IN_A_CAMPAIGN = range(4, 100)
SEEDS_OF_VIEWS = range(11, 13)
POSITIONS = 100
POSITIONS_IN_A_CAMPAIGN = 20_000
DEALS = range(200)
DECISIONS = 5_000
DECISIONS_IN_A_CAMPAIGN = 200_000
POSITIONS_OF_A_VARIANT = 2
POSITIONS_OF_A_VARIANT_IN_A_CAMPAIGN = 20
ROUNDS_OF_VARIANTS_IN_A_CAMPAIGN = 20


class Battery:
    """The tests that every game must pass.

    Attributes:
        game: The game.
        facts: The facts that the battery needs about it.
    """

    game: ClassVar[Game[Any]]
    facts: ClassVar[Facts]
    _record: Callable[[str, object], None] = staticmethod(lambda _name, _value: None)

    @pytest.fixture(autouse=True)
    def _figures(self, record_property: Callable[[str, object], None]) -> None:
        self._record = record_property

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run a test for every number of seats, or for every class that is sent."""
        print_figures(metafunc.config)
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
        """Random play ends, and every seat has a place and a score."""
        for seed in SEEDS:
            decisions = 0
            for match in play(self.start(seats, seed), seed):
                decisions += len(match.asked)
            check_end(match)
            assert decisions <= (most := self.facts.most_decisions[seats]), (
                f"seed {seed}: {counted(decisions, 'decision')} with {seats} seats, "
                f"but most_decisions[{seats}] = {most} (set it in your Facts)"
            )
            assert match.result is not None
            fail_if(ranked_wrongly(match.result, self.facts))

    def test_defaults_play_a_whole_match(self, seats: int) -> None:
        """A match in which no seat ever answers ends."""
        match = self.start(seats, 3)
        for _ in play(match, choose=defaults):
            assert all(0 <= match.default(seat) < len(options) for seat, options in match.asked.items())
        assert match.over

    def test_after_every_step_the_invariants_hold_and_no_card_is_lost_or_made(self, seats: int) -> None:
        """The zones hold the same cards from the first deal to the end."""
        self._count_cards(seats, SEEDS_STEP_BY_STEP)

    @pytest.mark.long
    def test_in_many_matches_the_invariants_hold_and_no_card_is_lost_or_made(self, seats: int) -> None:
        """The test above, with many matches."""
        self._count_cards(seats, SEEDS_IN_A_CAMPAIGN)

    def _count_cards(self, seats: int, seeds: Iterable[int]) -> None:
        for seed in seeds:
            match = self.start(seats, seed)
            lay = where_cards_lie(self.game.zones, match.table)
            whole = number_of_each(lay)
            for now in play(match, seed):
                self.game.invariants(now.table)
                lie = where_cards_lie(self.game.zones, now.table)
                if number_of_each(lie) != whole:
                    after = f"seed {seed}, after {counted(now.event_count, 'event')}, in phase {now.table.phase!r}"
                    fail_if(f"{after}: cards were lost or created: {lost_or_made(lay, lie)}")
                lay = lie
                if now.result is not None:
                    fail_if(ranked_wrongly(now.result, self.facts))

    def test_what_all_have_seen_is_shuffled_before_its_order_is_hidden(self, seats: int) -> None:
        """No seat can know the order of a deck from memory, neither after the set-up nor later."""
        fail_if(same_after_set_up([self.start(seats, seed) for seed in SEEDS]))
        self._look_at_shuffles(seats, SEEDS_STEP_BY_STEP)

    @pytest.mark.long
    def test_in_many_matches_what_all_have_seen_is_shuffled(self, seats: int) -> None:
        """The test above, with many matches."""
        self._look_at_shuffles(seats, SEEDS_IN_A_CAMPAIGN)

    def _look_at_shuffles(self, seats: int, seeds: Iterable[int]) -> None:
        for seed in seeds:
            match, randomly = self.start(seats, seed), Random(seed)
            while match.asked:
                before, answers = match.clone(), random_answers(match, randomly)
                match.answer(answers)
                fail_if(put_back_as_seen(before, match, answers))

    def test_options_are_unique_few_and_have_texts(self, seats: int) -> None:
        """An asked seat can tell the options apart."""
        for match in play(self.start(seats, 5), 5):
            for options in match.asked.values():
                assert 1 <= len(options) <= MAX_OPTIONS
                assert not (again := twice(options)), f"options listed more than once: {again}"
                texts = [match.option_text(option) for option in options]
                assert not (again := twice(texts)), f"texts shared by several options: {again}"
                assert all(texts), f"option without a text: {options[texts.index('')]}"

    def test_an_option_that_is_chosen_on_the_board_has_its_place_there(self, seats: int) -> None:
        """An asked seat sees the card or the place that an option refers to."""
        for match in play(self.start(seats, 6), 6):
            for seat, options in match.asked.items():
                meant = {self.game.place_of(option) for option in options}
                missing = meant - {"", *places_on(match.board(seat))}
                assert not missing, f"options refer to places that the board of seat {seat} does not have: {missing}"

    def test_views_events_and_texts_exist_for_everybody_to_the_end(self, seats: int) -> None:
        """Seats and spectators get views, events and texts at every step."""
        match = self.start(seats, 9)
        everybody = [*match.table.all_seats(), None]
        for now in play(match, 9):
            assert all(now.view_text(now.view(seat)) for seat in everybody)
            assert {len(now.board(seat).seats) for seat in everybody} <= {0, seats}, (
                "a board must show every seat, or none"
            )
        assert all(match.event_text(event) for seat in everybody for event in match.events(seat))

    def test_a_view_says_nothing_of_a_period_that_is_over(self, seats: int) -> None:
        """A field about this month is empty before and after it, and when the next month begins."""
        fail_if(next(undeclared(self.game.view_type), None))
        match = self.start(seats, 10)
        everybody = [*match.table.all_seats(), None]
        before: dict[Seat | None, Any] = dict.fromkeys(everybody)
        for now in play(match, 10):
            for seat in everybody:
                view = now.view(seat)
                fail_if(next(outlived(view, before[seat]), None))
                before[seat] = view

    def test_what_everyone_may_know_is_shown_alike_and_counted_right(self, seats: int) -> None:
        """Views differ only in private fields, and their numbers match the table."""
        for seed in SEEDS_OF_VIEWS:
            fail_if(next(shown_wrongly(self.start(seats, seed), seed), None))

    def test_every_seat_is_dealt_alike(self, seats: int) -> None:
        """Chance favours no seat in the initial deal."""
        fail_if("; ".join(dealt_unevenly([self.start(seats, seed) for seed in DEALS], self.facts)))

    def test_chance_in_play_favours_no_seat(self, seats: int) -> None:
        """Neither dice nor wins favour a seat, and each source of chance has its own stream."""
        self._look_how_seats_fare(seats, DECISIONS, FEWEST_DEALS)

    @pytest.mark.long
    @pytest.mark.timeout(3600)
    def test_in_many_matches_chance_in_play_favours_no_seat(self, seats: int) -> None:
        """The test above, with many matches."""
        self._look_how_seats_fare(seats, DECISIONS_IN_A_CAMPAIGN, ENOUGH_DEALS)

    def _look_how_seats_fare(self, seats: int, decisions: int, deals: int) -> None:
        fares = play_deals(self.game, seats, self.facts, decisions, deals)
        self._record(NAME, f"{self.game.id}, {seats} seats: {fares}")
        fail_if("; ".join(fares.complaints(self.facts)))

    def test_a_wrong_number_of_seats_is_refused(self, wrong_seats: int) -> None:
        """A match with too few or too many seats is refused."""
        with pytest.raises(UsageError, match="seats, not"):
            self.start(wrong_seats, 1)

    def test_declared_options_can_be_given_as_text(self) -> None:
        """Each option has a default, a range and a help text, and can be given as text."""
        texts = {option.name: option_text(option.default) for option in self.game.options}
        assert read_options(self.game.option_type, texts, self.game.seats[1]) == self.game.option_type()
        assert set(as_dict(self.game.option_type())) == set(texts)
        assert all(option.help and option.range for option in self.game.options)

    def test_any_two_options_and_other_cards_are_played(self) -> None:
        """With any two option values together, nothing raises an exception, leaks, or runs forever."""
        self._play_variants(1, POSITIONS_OF_A_VARIANT)

    @pytest.mark.long
    @pytest.mark.timeout(3600)
    def test_any_two_options_and_other_cards_are_played_for_long(self) -> None:
        """The test above, with many matches."""
        self._play_variants(ROUNDS_OF_VARIANTS_IN_A_CAMPAIGN, POSITIONS_OF_A_VARIANT_IN_A_CAMPAIGN)

    def _play_variants(self, rounds: int, positions: int) -> None:
        """Play the variants once per round, and look for leaks in some positions of each match."""
        for seed in range(rounds):
            tried = try_variants(
                self.game, self.facts, variants_in_pairs(self.game, self.facts.card_sets, Random(seed)), positions
            )
            print(f"round {seed + 1} of {rounds}: {counted(tried, 'variant')} played")

    def test_same_seed_and_choices_same_match(self, seats: int) -> None:
        """A match depends only on the seed and the choices."""
        assert trace_of(self.start(seats, 8)) == trace_of(self.start(seats, 8))

    def test_saved_at_every_asking_it_goes_on_the_same(self, seats: int) -> None:
        """The table contains everything that matters."""
        check_saving(self.start(seats, 4))

    def test_a_sealed_round_can_be_saved_half_answered(self, seats: int) -> None:
        """A seat that has answered is not asked again, and no other seat sees that it has answered."""
        check_half_answered(self.start(seats, 6))

    def test_plain_data_is_enough_to_go_on(self, seats: int) -> None:
        """A table can be saved and read back, and accepts no other attributes."""
        match = self.start(seats, 7)
        assert not hasattr(match.table, "__dict__"), "attributes that are not fields of the table would be lost"
        table = self.game.decode(running_phase(match).start)
        again = msgspec.convert(msgspec.to_builtins(table), self.game.table_type, str_keys=True)
        assert again == table

    def test_every_value_is_sent_as_it_is(self, kind: type[Struct]) -> None:
        """Any view, option or event that fits the declarations is decoded as it was encoded."""

        @settings(max_examples=20, deadline=None)
        @given(values_of(kind))
        def check(value: Struct) -> None:
            found = told_wrongly(self.game, value)
            fail_if(found)

        check()

    def test_what_is_played_is_sent_as_it_is(self, seats: int) -> None:
        """Asked seats and the spectator decode every position as it was encoded, and so do all seats at the end."""
        told: dict[Seat | None, int] = {}
        for match in play(self.start(seats, 10), 10):
            for seat in [*(match.asked or match.table.all_seats()), None]:
                found = told_wrongly_in_play(match, seat, told.get(seat, 0))
                fail_if(found)
                told[seat] = match.event_count

    def test_no_seat_can_tell_two_worlds_apart(self, seats: int) -> None:
        """A seat's views, questions and events do not depend on what it may not know."""
        self.look_for_leaks(seats, POSITIONS)

    @pytest.mark.long
    @pytest.mark.timeout(3600)
    def test_no_seat_can_tell_many_worlds_apart(self, seats: int) -> None:
        """The test above, with many matches."""
        self.look_for_leaks(seats, POSITIONS_IN_A_CAMPAIGN)

    def look_for_leaks(self, seats: int, positions: int) -> None:
        """Fail at the first leak, or if the compared deals differed too little to prove anything."""
        tally = look_for_leaks(self.game, seats, self.facts, positions)
        assert tally.positions >= positions
        fail_if("; ".join(tally.complaints(self.facts)))
