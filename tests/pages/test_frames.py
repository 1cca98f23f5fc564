"""A page shows of a record what `referee show` shows, for each viewer."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

import referee
from referee.errors import UsageError
from referee.kernel import game as games
from referee.kernel.board import Board, Card, CardArea, SeatArea
from referee.kernel.game import Game
from referee.kernel.replay import Replay
from referee.pages.all_hands import with_all_hands
from referee.pages.frames import EVERYTHING, SPECTATOR, Frame, frames_of, viewers_of
from referee.starters.skeleton.src.skeleton.game import GAME as SKELETON
from referee.starters.skeleton.src.skeleton.view import View
from referee.terminal.scenes import Closing, Scene, scenes_of_all, scenes_of_spectator
from tests.support.matches import beginning, job, played

GAMES = pytest.mark.parametrize("game", referee.all_games().values(), ids=lambda game: game.id)


def told(scene: Scene | Closing) -> list[tuple[list[str], list[str], int, str]]:
    if isinstance(scene, Closing):
        return [(scene.events, [], -1, "")]
    return [(turn.events, turn.options, turn.option, turn.cause) for turn in scene.turns]


def shown(frame: Frame) -> list[tuple[list[str], list[str], int, str]]:
    return [(frame.events, turn.options, turn.option, turn.cause) for turn in frame.turns] or [
        (frame.events, [], -1, "")
    ]


@GAMES
def test_a_seat_sees_its_own_turns_and_the_end(game: Game[Any]) -> None:
    record = beginning(game.id, 60, late=(0,))
    for seat in range(game.seats[0]):
        scenes = [told(scene) for scene in scenes_of_all(record, seat)]
        frames = [shown(frame) for frame in frames_of(record, str(seat))]
        assert [scene for scene in scenes if scene] == frames


@GAMES
def test_the_spectator_sees_every_step_and_no_choice(game: Game[Any]) -> None:
    record = beginning(game.id, 60, late=(0,))
    scenes, frames = list(scenes_of_spectator(record)), list(frames_of(record, SPECTATOR))
    assert [scene.events for scene in scenes] == [frame.events for frame in frames]
    assert [scene.asked for scene in scenes if isinstance(scene, Scene)] == [frame.asked for frame in frames[:-1]]
    assert not any(frame.turns or frame.strikes for frame in frames)


@GAMES
def test_who_sees_everything_sees_every_hand_and_every_choice(game: Game[Any]) -> None:
    record = beginning(game.id, 60, late=(0,))
    frames = list(frames_of(record, EVERYTHING))
    assert len(frames) == len(record.steps) + 1
    assert [turn.option for frame in frames for turn in frame.turns] == [
        answer.option for step in record.steps for answer in step.answers
    ]
    own = {frame.step: frame for frame in frames_of(record, "1")}
    for frame in frames:
        if frame.step in own and frame.board.seats:
            unmarked = [_unmarked(drawn.board.seats[1]) for drawn in (frame, own[frame.step])]
            assert unmarked[0] == unmarked[1]


@GAMES
def test_of_the_others_a_seat_sees_what_a_spectator_sees(game: Game[Any]) -> None:
    record = beginning(game.id, 60, late=(0,))
    public = {frame.step: frame.board.seats for frame in frames_of(record, SPECTATOR)}
    for seat in range(game.seats[0]):
        for frame in frames_of(record, str(seat)):
            seen, all_seen = [*frame.board.seats], [*public[frame.step]]
            own, as_others_see_it = seen.pop(seat), all_seen.pop(seat)
            assert seen == all_seen
            assert own != as_others_see_it


def _unmarked(seat: str) -> str:
    """A seat's part of the table, without the mark of its own viewer."""
    return re.sub(r"<[^>]*>|\s", "", seat.replace('<em class="mark">you</em>', ""))


def test_strikes_are_shown_to_the_seat_that_got_them() -> None:
    record = played(job(), late=[0])
    by_viewer = {
        viewer: [strike for frame in frames_of(record, viewer) for strike in frame.strikes]
        for viewer in viewers_of(record)
    }
    assert by_viewer["0"] == by_viewer[EVERYTHING] == ["Strike for seat 0: timeout"] * 3
    assert by_viewer["1"] == by_viewer[SPECTATOR] == []


def test_a_seat_that_there_is_not_is_refused() -> None:
    with pytest.raises(UsageError, match="the record has the seats 0 to 1, not 2"):
        list(frames_of(played(job()), "2"))


def own_board(view: View, _cards: object) -> Board:
    """A board that shows a seat its hand in the middle, under a name that the spectator's board does not have."""
    hand = CardArea("Your hand", tuple([Card(f"card {card}") for card in view.hand]))
    places = tuple([SeatArea((f"{seat.points} points",)) for seat in view.seats])
    return Board((f"Round {view.round}",), () if view.seat is None else (hand,), places)


@pytest.mark.parametrize(
    ("board", "card", "in_the_middle"),
    [
        pytest.param(None, "<b>{}</b>", "hand", id="no board of its own"),
        pytest.param(own_board, "<b>card {}</b>", "Your hand", id="a hand in the middle"),
        pytest.param(lambda view, _: Board(facts=own_board(view, _).facts, zones=own_board(view, _).zones),
                     "<b>card {}</b>", "Your hand", id="no places of seats"),
    ],
)  # fmt: skip
def test_every_hand_of_any_game_is_seen_by_who_sees_everything(
    board: Any, card: str, in_the_middle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = replace(SKELETON, board=board)
    monkeypatch.setattr(games, "_installed_game", lambda _game_id: game)
    record = played(job(game="skeleton"))
    replay = Replay(record)
    hidden = 0
    for step, frame in zip(record.steps, frames_of(record, EVERYTHING), strict=False):
        for seat, hand in enumerate(replay.match.table.hands):  # type: ignore[attr-defined]
            drawn = frame.board.seats[seat]
            assert [drawn.count(card.format(held)) for held in set(hand)] == [hand.count(held) for held in set(hand)]
            assert "seat: " not in drawn
            hidden += len(hand)
        assert not any(f">{in_the_middle} " in zone for zone in frame.board.zones)
        replay.take(step)
    assert hidden > 100


def test_what_only_one_seat_sees_of_a_zone_in_the_middle_is_open_there() -> None:
    covered = Board(zones=(CardArea("Find", (Card(),)), CardArea("Deck", (Card(count=3),))), seats=(SeatArea(),) * 2)
    finder = structs.replace(covered, zones=(CardArea("Find", (Card("a ring"),), place="find"), covered.zones[1]))
    everything = with_all_hands(covered, [covered, finder])
    assert everything == structs.replace(finder, seats=covered.seats)
