"""`referee web --play`, as a visitor without a script plays it: one match after the other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from referee.kernel.record import read_record
from referee.kernel.replay import Replay
from referee.kernel.seats import Seat
from referee.pages.matches import board_parts
from tests.support.waiting import wait_until
from tests.support.web_process import Visitor, play_on, web

SHORT = ("--option", "max_rounds=2")
AGAIN = "Play again"


def first_option(visitor: Visitor) -> Callable[[int, str], object]:
    return lambda turn, _options: visitor.post("/play/choose", turn=turn, option=0)


def test_a_match_can_be_played_again_after_it_is_over() -> None:
    with web("--play", "keepers", "--against", "first", *SHORT) as pages:
        visitor = pages.visitor(with_key=True)
        visitor.post("/play/begin")
        for _ in range(2):
            assert play_on(visitor, first_option(visitor))[0] > 0
            with visitor.following("/play/feed") as states:
                over = next(shown for shown in states if shown.get("begin"))
            assert AGAIN in over["begin"][0]
            visitor.post("/play/begin")


def test_a_match_is_not_resigned_by_one_click() -> None:
    with web("--play", "keepers", "--against", "first") as pages:
        visitor = pages.visitor(with_key=True)
        visitor.post("/play/begin")
        with visitor.following("/play/feed") as states:
            options = next(shown["options"] for shown in states if shown.get("options"))
        assert "Resign this match?" in visitor.post("/play/resign")[1]
        with visitor.following("/play/feed") as states:
            assert next(states)["options"] == options
        visitor.post("/play/resign", sure="yes")
        with visitor.following("/play/feed") as states:
            assert any("You have resigned" in "".join(shown["status"]) or shown.get("begin") for shown in states)


def test_the_seat_shows_the_table_at_the_end(tmp_path: Path) -> None:
    with web("--play", "keepers", "--against", "random", *SHORT, "--record", tmp_path) as pages:
        visitor = pages.visitor(with_key=True)
        visitor.post("/play/begin")
        _, shown = play_on(visitor, first_option(visitor))
        wait_until(lambda: [*tmp_path.rglob("*.jsonl")])
        (path,) = tmp_path.rglob("*.jsonl")
    record = read_record(path.read_bytes())
    replay = Replay(record)
    for step in record.steps:
        replay.take(step)
    seat = record.header.bots.index("human")
    drawn = board_parts(replay.match.board(Seat(seat)), record.header.bots, seat)
    assert {name: shown[name] for name in drawn} == {name: [*map(str, part)] for name, part in drawn.items()}


def test_a_choice_that_comes_too_late_says_so() -> None:
    with web("--play", "keepers", "--against", "first") as pages:
        visitor = pages.visitor(with_key=True)
        assert visitor.cookie.startswith(f"referee_{pages.port}="), "two sites on port 0 have different cookies"
        visitor.post("/play/begin")
        with visitor.following("/play/feed") as states:
            options = next("".join(shown["options"]) for shown in states if shown.get("options"))
        turn = int(options.partition('name="turn" value="')[2].partition('"')[0])
        status, said = visitor.post("/play/choose", turn=turn + 50, option=0)
        assert (status, "your choice came too late and was not played" in said) == (409, True)
        assert visitor.post("/play/choose", turn=turn, option=200)[0] == 409
        assert visitor.post("/play/choose", turn=turn, option=0)[0] == 200
