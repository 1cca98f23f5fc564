"""Observations: arrays of a fixed length that show exactly what the view of a seat shows."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Annotated, Any

import msgspec
import numpy as np
import pytest

from referee.errors import DeclarationError, NoOtherWorld
from referee.kernel.game import Game
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.learning import Episode, Space
from referee.learning.pieces import Kept, scaled
from tests.learning.playing import ALL_SEATINGS, BY_GAME, GAMES, SKELETON, changed_space, turns

LARGEST = scaled(2**32)


@ALL_SEATINGS
def test_an_array_has_a_fixed_length_and_differs_if_the_view_does(game: Game[Any], seats: int) -> None:
    space = Space(game, seats)
    names = space.observations.names
    assert len({*names}) == len(names)
    views: dict[tuple[Seat, bytes], Any] = {}
    for episode in turns(space.start(seed=seats), Random(seats), most=100):
        seat, view = _acting(episode), episode.match.view(episode.seat)
        array = episode.observe()
        assert (str(array.dtype), array.shape) == ("float32", (len(names),))
        assert np.isfinite(array).all()
        assert np.abs(array).max() <= LARGEST
        assert array.tobytes() == episode.observation_bytes()
        assert views.setdefault((seat, array.tobytes()), view) == view


def _acting(episode: Episode) -> Seat:
    assert episode.seat is not None
    return episode.seat


@pytest.mark.parametrize("game", [*GAMES, SKELETON], ids=lambda game: game.id)
def test_nothing_hidden_is_in_an_array(game: Game[Any]) -> None:
    """In a world that a seat cannot distinguish from the real one, its array, mask and strings are the same."""
    compared = changed = 0
    randomly = Random(7)
    for turn, episode in enumerate(turns(Space(game, 3).start(seed=7), Random(7), most=120)):
        if turn % 4:
            continue
        for seat in episode.match.table.all_seats():
            try:
                twin = episode.redeal(seat, randomly.randbytes(32))
            except NoOtherWorld:
                continue
            compared += 1
            changed += twin.match.table_bytes() != episode.match.table_bytes()
            assert twin.observe(seat).tobytes() == episode.observe(seat).tobytes()
            assert twin.seat == episode.seat
            assert twin.mask(seat).tobytes() == episode.mask(seat).tobytes()
            assert twin.information_state_string(seat) == episode.information_state_string(seat)
            assert twin.observation_string(seat) == episode.observation_string(seat)
            for other in {*episode.match.table.all_seats()} - {seat}:  # what they chose may be hidden from this seat
                assert ">" not in {line[:1] for line in twin.information_state_string(other).split("\n")}
    assert compared > 15
    assert changed > compared / 2


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_changed_cards_have_their_own_arrays(game: Game[Any]) -> None:
    for seed in range(2):
        space = changed_space(game, seed)
        for episode in turns(space.start(seed=seed), Random(seed), most=60):
            assert len(episode.observe()) == len(space.observations)


def test_the_seat_that_looks_comes_first() -> None:
    """The same table with the seats moved by one looks the same to the seats moved by one."""
    space = Space("keepers", 3)
    match = space.start(seed=1).match
    table = msgspec.to_builtins(match.table)
    moved = {**table, "keepers": table["keepers"][-1:] + table["keepers"][:-1]}
    moved["current"] = (table["current"] + 1) % 3
    other = Match.from_table("keepers", table=moved, phase=match.table.phase)
    for seat in range(3):
        ours = space.episode(match).observe(Seat(seat))
        theirs = space.episode(other).observe(Seat((seat + 1) % 3))
        assert ours.tobytes() == theirs.tobytes()


def test_every_entry_says_what_its_name_says() -> None:
    space = Space("keepers", 2)
    episode = space.start(seed=1)
    for _ in turns(episode, Random(1), most=9):
        pass
    seat = _acting(episode)
    view = episode.match.view(seat)
    entries = dict(zip(space.observations.names, episode.observe(), strict=True))
    assert entries["round"] == pytest.approx(np.log2(1 + view.round))
    assert entries["deck"] == pytest.approx(np.log2(1 + view.deck))
    assert entries["seats[+0].hand"] == pytest.approx(np.log2(1 + view.seats[seat].hand))
    assert entries["seats[+1].hand"] == pytest.approx(np.log2(1 + view.seats[1 - seat].hand))
    assert entries["seats[+1].served"] == view.seats[1 - seat].served
    assert entries["current_seat=+0"] == (view.current_seat == seat)
    assert entries["auction is there"] == (view.auction is not None)
    assert entries["hand is there"] == 1
    assert entries["hand.wizard"] == pytest.approx(np.log2(1 + view.hand[1]))
    warriors = [place for place, colour in enumerate(view.spaces[2].quest, 1) if colour == 0]
    number, last = entries["spaces[2].quest: number of warrior"], entries["spaces[2].quest: place of warrior"]
    assert (number, last) == pytest.approx((np.log2(1 + len(warriors)), np.log2(1 + max(warriors, default=0))))


def test_an_own_sealed_choice_is_shown_to_its_seat_alone() -> None:
    space = Space("inventory", 2)
    episode = space.start(seed=1)
    first = _acting(episode)
    before = [episode.observe(Seat(seat)) for seat in range(2)]
    name = space.actions.names[episode.numbers[-1]]
    episode.step(episode.numbers[-1])
    after = [episode.observe(Seat(seat)) for seat in range(2)]
    changed = np.flatnonzero(before[first] != after[first])
    assert [space.observations.names[at] for at in changed] == ["chosen is there", f"chosen={name}"]
    assert (before[1 - first] == after[1 - first]).all()


def test_an_array_may_be_changed_and_is_nobody_elses() -> None:
    episode = Space("keepers", 2).start(seed=1)
    array = episode.observe()
    array[:] = -1
    assert (episode.observe() >= 0).all()


def test_text_without_values_is_refused() -> None:
    class View(SKELETON.view_type, frozen=True, kw_only=True):  # type: ignore[name-defined, misc, call-arg]
        """A view with text."""

        word: Annotated[str, "Some text."] = ""

    game = replace(SKELETON, view_type=View)
    with pytest.raises(DeclarationError, match=r"word of the view of skeleton has no form as numbers.*Among"):
        Space(game, 2)


def test_a_cache_is_emptied_when_it_is_full() -> None:
    kept = Kept(lambda value: bytes([value % 256]), 10**6)
    assert [kept[value] for value in range(200)] == [bytes([value % 256]) for value in range(200)]
    assert len(kept) <= 64


@BY_GAME
def test_recall_is_perfect(game: Game[Any]) -> None:
    """What a seat knew, it still knows: its lines of events and choices only grow."""
    known: dict[Seat, list[str]] = {}
    for episode in turns(Space(game, 3).start(seed=2), Random(2), most=60):
        seat = _acting(episode)
        *lines, view = episode.information_state_string(seat).split("\n")
        assert view.startswith("=")
        assert lines[: len(known.get(seat, []))] == known.get(seat, [])
        assert sum(line.startswith(">") for line in lines) == len(episode._chosen[seat])
        known[seat] = lines
        assert episode.observation_string(seat) == episode.match.view_text(episode.match.view(seat))
