"""Numbered actions: everything that a match ever lists has its number, the same for every seat."""

from __future__ import annotations

from itertools import islice, product
from random import Random
from typing import Any

import pytest

from referee.battery.variants import Variant, variants_in_pairs
from referee.errors import DeclarationError, IllegalChoice, UsageError
from referee.games.inns.choices import Bid, PassTurn
from referee.games.inventory.choices import Attack, Done, Put
from referee.kernel.game import Game
from referee.kernel.seats import Seat
from referee.learning import Episode, Space
from referee.learning.actions import MOST_OF_A_KIND
from referee.learning.fields import Fields
from tests.games.extreme_cards import extreme_sets
from tests.learning.playing import ALL_SEATINGS, BY_GAME, GAMES, SKELETON, turns

MOST_ACTIONS = 4000


def check_turn(space: Space, episode: Episode) -> None:
    """What holds for the actions of every turn."""
    assert episode.seat is not None
    options = episode.match.asked[episode.seat]
    assert len({*episode.numbers}) == len(options)
    mask = episode.mask()
    assert (mask.shape, mask.sum()) == ((len(space.actions),), len(options))
    for action, option in zip(episode.numbers, options, strict=True):
        assert mask[action] == 1
        if type(option) in space.actions.indexed:
            assert space.actions.names[action].startswith(f"{type(option).__name__} number ")
        else:
            assert space.actions.option_of(action, episode.seat) == option
            assert space.actions.action_of(option, episode.seat) == action


@ALL_SEATINGS
def test_every_option_of_random_matches_has_its_own_action(game: Game[Any], seats: int) -> None:
    space = Space(game, seats)
    assert len({*space.actions.names}) == len(space.actions) <= MOST_ACTIONS
    for episode in turns(space.start(seed=seats), Random(seats), most=150):
        check_turn(space, episode)


def test_the_actions_of_a_skeleton_are_listed_though_it_declares_no_values() -> None:
    space = Space(SKELETON, 2)
    assert {kind.__name__ for kind in space.actions.indexed} == {"Play"}
    for episode in turns(space.start(seed=1), Random(1)):
        check_turn(space, episode)


def check_variant(game: Game[Any], variant: Variant, most: int) -> None:
    space = Space(game, variant.seats, cards=variant.cards)
    for episode in turns(space.episode(variant.start(game)), Random(variant.seed), most):
        check_turn(space, episode)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_option_with_other_options_and_cards_has_its_own_action(game: Game[Any]) -> None:
    for variant in islice(variants_in_pairs(game, extreme_sets(game.id), Random(3)), 5):
        check_variant(game, variant, most=120)


@pytest.mark.long
def test_every_option_of_many_matches_has_its_own_action() -> None:
    for game, seed in product(GAMES, range(6)):
        for variant in variants_in_pairs(game, extreme_sets(game.id), Random(seed)):
            check_variant(game, variant, most=2000)


def test_only_bids_without_a_limit_are_numbered_by_their_place() -> None:
    indexed = {(game.id, kind.__name__) for game in GAMES for kind in Space(game, game.seats[1]).actions.indexed}
    assert indexed == {("inns", "Bid")}


def test_a_place_counts_among_the_options_of_its_class() -> None:
    actions = Space("inns", 3).actions
    first = actions.indexed[Bid]
    pass_turn = actions.action_of(PassTurn(), Seat(2))
    assert actions.numbers([PassTurn(), Bid(7), Bid(8)], Seat(2)) == [pass_turn, first, first + 1]
    assert actions.kind(Bid)[0] == first


def test_seats_count_from_the_seat_that_acts() -> None:
    actions = Space("inventory", 3).actions
    assert actions.action_of(Attack(Seat(1)), Seat(0)) == actions.action_of(Attack(Seat(0)), Seat(2))
    assert actions.names[actions.action_of(Attack(Seat(0)), Seat(2))] == "Attack seat=+1"
    assert actions.option_of(actions.action_of(Attack(Seat(1)), Seat(0)), Seat(2)) == Attack(Seat(0))


def test_names_say_what_is_chosen() -> None:
    inventory, keepers = Space("inventory", 2).actions, Space("keepers", 2).actions
    assert inventory.names[inventory.action_of(Put("potato", "stored"), Seat(0))] == "Put card=potato where=stored"
    assert inventory.names[inventory.action_of(Done(), Seat(1))] == "Done"
    assert keepers.names[:6] == [
        "Quest space=0", "Quest space=1", "Quest space=2", "PassTurn", "Done", "Add colour=warrior",
    ]  # fmt: skip


def test_what_is_not_listed_is_refused() -> None:
    space = Space("inns", 3)
    actions = space.actions
    with pytest.raises(UsageError, match="options of Bid are numbered by their place in the list of a turn"):
        actions.action_of(Bid(1), Seat(0))
    with pytest.raises(UsageError, match=r"Done.* has no number of its own: it is not an option of inns"):
        actions.action_of(Done(), Seat(0))
    with pytest.raises(UsageError, match="its option depends on the list of the turn"):
        actions.option_of(actions.indexed[Bid], Seat(0))
    with pytest.raises(UsageError, match=f"allowed are 0 to {len(actions) - 1}"):
        actions.option_of(len(actions), Seat(0))
    episode = space.start(seed=1)
    with pytest.raises(IllegalChoice, match=r"action -1 is not allowed now; seat 0 can choose 0, 1, 2, "):
        episode.step(-1)


def test_a_value_that_a_game_forgot_to_declare_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = Fields._among
    monkeypatch.setattr(Fields, "_among", lambda self, notes: (declared(self, notes) or [None])[:-1] or None)
    with pytest.raises(DeclarationError, match=r"is not among the actions of brick: .* for \w+ must contain it"):
        play_on(Space("brick", 2).start(seed=1))


def play_on(episode: Episode) -> None:
    """Always the last option."""
    while not episode.over:
        episode.step(episode.numbers[-1])


def test_a_class_with_too_many_values_is_numbered_by_place(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_OF_A_KIND < 10_000
    monkeypatch.setattr("referee.learning.actions.MOST_OF_A_KIND", 100)
    actions = Space("inventory", 2).actions
    assert {kind.__name__ for kind in actions.indexed} == {"Put", "Trash"}


@BY_GAME
def test_an_episode_is_over_when_its_match_is(game: Game[Any]) -> None:
    episode = Space(game, 3).start(seed=5)
    assert episode.rewards() == [0, 0, 0]
    while not episode.over:
        episode.step(episode.default)
    assert (episode.seat, episode.numbers, episode.mask().sum()) == (None, [], 0)
    assert sum(episode.rewards("zero_sum")) == pytest.approx(0)
    with pytest.raises(IllegalChoice, match="the match is over"):
        episode.step(0)
