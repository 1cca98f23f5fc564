"""Plants mistakes in the skeleton of a game, and runs the battery on it: no golden file is in this."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from referee.battery import Battery, Facts
from referee.errors import MatchFailed
from referee.kernel.game import Game
from referee.kernel.seats import Seat
from referee.starters.skeleton.src.skeleton.facts import FACTS
from referee.starters.skeleton.src.skeleton.game import GAME
from referee.starters.skeleton.src.skeleton.state import SkeletonTable
from referee.starters.skeleton.src.skeleton.view import View, view

SEATS = 3
Plant = Callable[[pytest.MonkeyPatch, Game[SkeletonTable]], None]

WORLDS = "test_no_seat_can_tell_two_worlds_apart"
CARDS = "test_after_every_step_the_invariants_hold_and_no_card_is_lost_or_made"
SENT = "test_every_value_is_sent_as_it_is"
SHUFFLED = "test_what_all_have_seen_is_shuffled_before_its_order_is_hidden"
HALF = "test_a_sealed_round_can_be_saved_half_answered"
SHOWN = "test_what_everyone_may_know_is_shown_alike_and_counted_right"
DEALT = "test_every_seat_is_dealt_alike"
FAIR = "test_chance_in_play_favours_no_seat"


def skeleton() -> Game[SkeletonTable]:
    """The game of the skeleton, made again, so that it can be changed."""
    return replace(GAME)


def battery_of(game: Game[SkeletonTable], facts: Facts = FACTS) -> Battery:
    """The battery of a game, to be run here."""
    kind = type("TestSkeleton", (Battery,), {"game": game, "facts": facts})
    battery: Battery = kind()
    return battery


def found_by(battery: Battery, test: str) -> str | None:
    """What a test of the battery says first, if it fails."""
    kinds = (battery.game.view_type, *battery.game.choices, *battery.game.event_types)
    arguments: Sequence[Any] = kinds if test == SENT else [SEATS]
    return next(filter(None, (_failure(battery, test, each) for each in arguments)), None)


def _failure(battery: Battery, name: str, argument: Any) -> str | None:
    try:
        getattr(battery, name)(argument)
    except (AssertionError, MatchFailed) as error:
        return str(error)
    return None


def a_leaky_view(**leak: Callable[[SkeletonTable, Seat | None], Any]) -> Plant:
    """A view in which some fields tell more."""

    def plant(patch: pytest.MonkeyPatch, game: Game[SkeletonTable]) -> None:
        def leaky(t: SkeletonTable, seat: Seat | None) -> View:
            return msgspec.structs.replace(view(t, seat), **{name: told(t, seat) for name, told in leak.items()})

        patch.setitem(vars(game), "view", leaky)

    return plant
