"""What a page shows of a record is what `referee show` tells, for whoever looks."""

from __future__ import annotations

import re
from typing import Any

import pytest

import referee
from referee.errors import UsageError
from referee.kernel.game import Game
from referee.pages.frames import EVERYTHING, SPECTATOR, Frame, frames_of, viewers_of
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
    """What a seat's part of the table says, but for the mark of its own viewer."""
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
