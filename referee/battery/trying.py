"""Matches with other options and card sets. They are played at random and by defaults, and checked for leaks."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from random import Random
from typing import Any

from referee.battery.facts import Facts
from referee.battery.failing import fail_if
from referee.battery.playing import Choose, check_end, defaults, play, random_answers
from referee.battery.searching import situation
from referee.battery.tally import Tally
from referee.battery.twins import leaks
from referee.battery.variants import Variant
from referee.battery.wire import told_wrongly_in_play
from referee.counts import counted
from referee.errors import RefereeError
from referee.kernel.game import Game
from referee.kernel.match import Match
from referee.kernel.zones import all_cards

CHECKED_AT_FIRST = 100
CHECKED_LATER = 20
"""After the first steps, only one step in this many is checked: with some options a match is very long."""
SHARE_OF_LOOKS = 0.5
"""The probability that a step in a new situation is checked, so that it is not always the first of its kind."""

EVENTS_READ = 40
"""The number of newest events that are read: a match with thousands of decisions has too many to read all of them."""

# The errors of the battery, of a match, and of the game's own invariants.
FOUND = (AssertionError, RefereeError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def try_variants(game: Game[Any], facts: Facts, variants: Iterable[Variant], positions: int) -> int:
    """Play each of the variants, and return how many there were.

    In each match it checks up to `positions` positions for leaks, in situations that are new for one of the options.
    Raises `AssertionError` at the first failure, and names only the options that are needed to reproduce it.
    """
    looked_at: set[Hashable] = set()
    count = 0
    for variant in variants:
        failure = _failure(game, facts, variant, positions, looked_at)
        if failure is not None:
            simplest, failure = _simplest(game, facts, variant, positions, failure)
            raise AssertionError(f"with {simplest.words(game)}: {_told(failure)}") from failure
        count += 1
    return count


def _failure(
    game: Game[Any], facts: Facts, variant: Variant, positions: int, looked_at: set[Hashable]
) -> Exception | None:
    try:
        _play_and_look(game, facts, variant, positions, looked_at)
        for _ in _bounded(variant.start(game), variant, facts, defaults):
            pass
    except FOUND as error:
        return error
    return None


def _told(failure: Exception) -> str:
    named = isinstance(failure, AssertionError | RefereeError) and str(failure)
    return str(failure) if named else f"{type(failure).__name__}: {failure}"


def _simplest(
    game: Game[Any], facts: Facts, variant: Variant, positions: int, failure: Exception
) -> tuple[Variant, Exception]:
    """Reproduce the failure, or find another one, with as few non-default settings as possible."""
    for part in variant.parts(game):
        simpler = variant.without(part, game)
        found = None if simpler is None else _failure(game, facts, simpler, positions, set())
        if simpler is not None and found is not None:
            return _simplest(game, facts, simpler, positions, found)
    return variant, failure


def _play_and_look(game: Game[Any], facts: Facts, variant: Variant, positions: int, looked_at: set[Hashable]) -> None:
    """Play a match at random: count its cards, look for leaks, and at the end read everything that is shown."""
    match, randomly, looks = variant.start(game), Random(variant.seed), 0
    whole, tally = all_cards(game.zones, match.table), Tally()
    for step, now in enumerate(_bounded(match, variant, facts, random_answers)):
        if step < CHECKED_AT_FIRST or step % CHECKED_LATER == 0 or now.over:
            game.invariants(now.table)
            fail_if(None if all_cards(game.zones, now.table) == whole else "cards were lost or created")
        if looks < positions and randomly.random() < SHARE_OF_LOOKS:
            news = {(what, situation(now)) for what in [*variant.options.items(), variant.cards is None]} - looked_at
            if news:
                looked_at |= news
                looks += 1
                if found := next(leaks(now, facts, tally, randomly), None):
                    raise AssertionError(f"after {counted(now.event_count, 'event')}: {found}")
                read_everything(now)
    read_everything(match)


def read_everything(match: Match) -> None:
    """Read everything that a match shows: texts, boards and messages."""
    for seat in [*match.table.all_seats(), None]:
        assert match.view_text(match.view(seat)), f"the view of seat {seat} has no text"
        match.board(seat)
        fail_if(told_wrongly_in_play(match, seat, max(0, match.event_count - EVENTS_READ)))
    for options in match.asked.values():
        texts = [match.option_text(option) for option in options]
        assert len({*options}) == len({*texts}) == len(options), (
            f"two options are the same or have the same text: {texts}"
        )


def _bounded(match: Match, variant: Variant, facts: Facts, choose: Choose) -> Iterator[Match]:
    """Play a match, which must end with a valid result."""
    decisions, most = 0, facts.most_decisions_with_options
    for now in play(match, variant.seed, choose):
        decisions += len(now.asked)
        if decisions > most:
            raise AssertionError(f"the match has not ended after {counted(most, 'decision')}: does it ever end?")
        yield now
    check_end(match)
