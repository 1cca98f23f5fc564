"""Code of a game that raises is never a result, and never goes unsaid: it is planted in every place, on every path."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from inspect import isfunction, signature
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from referee.battery import Battery
from referee.errors import MatchFailed, UsageError
from referee.kernel import game as games
from referee.kernel.game import Game
from referee.kernel.match import Match, start, start_or_fail
from referee.kernel.record import Record, read_record
from referee.kernel.replay import Replay, verify
from referee.kernel.seats import Seat
from referee.server.match.task import MatchTask
from referee.starters.skeleton.src.skeleton.game import GAME
from referee.starters.skeleton.src.skeleton.state import SkeletonTable
from tests.games.battery.planting import battery_of, found_by
from tests.support.failing_games import BOARD, PLACES, ZONE, planted
from tests.support.matches import job
from tests.support.seats import MemorySeat
from tests.support.shell import referee, tournament
from tests.support.tournaments import a_plan_text

ME = Seat(0)
CAUSE = (
    r"the game skeleton failed (at \S+\.py:\d+ )?(in phase '(looking|playing)'|while the table was set up): "
    r".*(mind the gap|places|Encoding)"
)
PLAYED = [place for place, (_, paths) in PLACES.items() if "play" in paths]
VERIFIED = [place for place, (_, paths) in PLACES.items() if "verify" in paths]


@pytest.fixture
def sow(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Game[SkeletonTable]]:
    """Installs the game with an exception at a place, or the sound one."""

    def installed(place: str) -> Game[SkeletonTable]:
        game = planted(place, monkeypatch.setattr) if place else replace(GAME)
        monkeypatch.setattr(games, "_installed_game", lambda _game_id: game)
        return game

    return installed


def look_at_everything(match: Match) -> None:
    """Makes every call that shows something of a match."""
    for seat in [None, *match.table.all_seats()]:
        match.position_bytes(seat, 0)
        match.view_text(match.view(seat))
        [match.event_text(event) for event in match.events(seat)]
        [match.option_text(option) for option in match.asked.get(seat, ())] if seat is not None else None
        match.board(seat)
    match.table_bytes()
    match.clone()
    assert match.result is None or match.over


def play_through(game: Game[SkeletonTable]) -> Match:
    """Plays and looks until the match fails or is over."""
    match = start_or_fail(game, 2, 3, {}, None)
    try:
        look_at_everything(match)
        while match.asked:
            match.answer({seat: len(options) - 1 for seat, options in match.asked.items()})
            look_at_everything(match)
    except MatchFailed:
        assert match.failure is not None
    return match


EVERY_CALL: dict[str, Callable[[Match], object]] = {
    "answer": lambda match: match.answer({}),
    "default": lambda match: match.default(ME),
    "view": lambda match: match.view(ME),
    "events": lambda match: match.events(ME),
    "position_bytes": lambda match: match.position_bytes(ME),
    "table_bytes": Match.table_bytes,
    "view_text": lambda match: match.view_text(None),
    "option_text": lambda match: match.option_text(None),  # type: ignore[arg-type]
    "event_text": lambda match: match.event_text(None),  # type: ignore[arg-type]
    "board": lambda match: match.board(ME),
    "clone": Match.clone,
    "to_bytes": Match.to_bytes,
    "redeal": lambda match: match.redeal(ME, 1),
}


def assert_failed(match: Match) -> None:
    assert match.failure is not None
    assert (match.asked, match.asked_in_all, match.over, match.result) == ({}, {}, False, None)
    for call in EVERY_CALL.values():
        with pytest.raises(MatchFailed, match=CAUSE) as raised:
            call(match)
        assert raised.value.__cause__ is match.failure.__cause__


def test_every_method_of_a_match_is_among_the_calls() -> None:
    members = [(name, getattr(Match, name)) for name in dir(Match) if not name.startswith("_")]
    not_of_one = {"from_bytes", "from_table"}
    assert {name for name, what in members if isfunction(what)} - not_of_one == EVERY_CALL.keys()


def test_the_sound_game_is_played_to_its_end() -> None:
    assert play_through(replace(GAME)).result is not None


@pytest.mark.parametrize("place", PLACES)
def test_a_match_that_failed_has_no_question_no_end_and_no_result(
    place: str, sow: Callable[[str], Game[SkeletonTable]]
) -> None:
    match = play_through(sow(place))
    assert_failed(match)
    if place == "set-up":
        with pytest.raises(MatchFailed, match=CAUSE):
            start(match.game, seats=2, seed=3)


@pytest.mark.parametrize("plant", [pytest.param(ZONE, id="zone"), pytest.param(BOARD, id="board")])
def test_zones_and_boards_fail_a_match_as_well(
    plant: Callable[..., Game[SkeletonTable]], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(plant(monkeypatch.setattr, replace(GAME)), seats=2, seed=3)
    with pytest.raises(MatchFailed, match="mind the gap"):
        match.board(None) if match.game.board else match.redeal(ME, 1)
    assert_failed(match)


def test_ctrl_c_in_the_rules_leaves_no_match_that_could_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    match = start(replace(GAME), seats=2, seed=3)

    def interrupted(_table: SkeletonTable, _seat: Seat | None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(vars(match.game), "view", interrupted)
    with pytest.raises(KeyboardInterrupt):
        match.view(ME)
    with pytest.raises(MatchFailed, match="KeyboardInterrupt"):
        match.view(ME)


def test_a_mistake_of_the_caller_fails_no_match() -> None:
    match = start(replace(GAME), seats=2, seed=3)
    for call in (match.view, match.events, match.position_bytes, match.board):
        with pytest.raises(UsageError, match="there is no seat 2; the seats are 0 to 1"):
            call(Seat(2))
    assert match.failure is None


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("in_text", [True, False], ids=["in text", "by messages"])
def test_the_match_of_bots_is_void_with_its_cause(
    place: str, in_text: bool, sow: Callable[[str], Game[SkeletonTable]], caplog: pytest.LogCaptureFixture
) -> None:
    sow(place)
    lines: list[bytes] = []

    async def play() -> list[MemorySeat]:
        async with trio.open_nursery() as nursery:
            seats = [MemorySeat(nursery, wants_text=in_text, answer=at, thinks=0.1 * at) for at in (0, 1)]
            await MatchTask.begin(job(game="skeleton"), seats, lines.append).play()
            return seats

    seats = trio.run(play, clock=MockClock(autojump_threshold=0))
    end = read_record(b"".join(lines)).end
    assert end is not None
    if not in_text and place.endswith(("text", "legend", "facts")):
        assert not end.void
        return
    assert (end.places, end.scores, end.reason) == ([], [], "")
    assert re.match(CAUSE, end.void_reason)
    assert f"is void: {end.void_reason}" in caplog.text
    assert "Traceback" in caplog.text
    for seat in seats:  # what was raised may name hidden cards
        assert place == "set-up" or seat.ended().void_reason == "the referee failed"


def test_texts_that_fail_for_a_bot_that_comes_back_void_the_match(
    sow: Callable[[str], Game[SkeletonTable]], caplog: pytest.LogCaptureFixture
) -> None:
    sow("option-text")

    async def play() -> Record:
        async with trio.open_nursery() as nursery:
            seats = [MemorySeat(nursery, plan=dict.fromkeys(range(1, 99), lambda *_: None)), MemorySeat(nursery)]
            task = MatchTask.begin(job(game="skeleton"), seats, lambda _: None)
            nursery.start_soon(task.play)
            await trio.sleep(1)
            seats[0].disconnect()
            seats[0].wants_text = True
            seats[0].reconnect()
            await trio.sleep(1)
            return task.record

    record = trio.run(play, clock=MockClock(autojump_threshold=0))
    assert record.end is not None
    assert "mind the gap" in record.end.void_reason
    assert "mind the gap" in caplog.text


@pytest.mark.parametrize("place", PLAYED)
def test_play_ends_with_4_and_names_the_matches(
    place: str, sow: Callable[[str], Game[SkeletonTable]], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sow(place)
    words = ["--bot", "first", "--bot", "random", "--in-process", "--seed", 3, "--record", tmp_path]
    told = referee("play", "skeleton", *words, code=4).output
    assert "0 matches, seed 3; 2 more without a result" in told
    assert "no result: skeleton-3-d001-r0: the game skeleton failed " in told
    assert "Traceback" in caplog.text
    for path in tmp_path.glob("*.jsonl"):
        end = read_record(path.read_bytes()).end
        assert end is not None
        assert end.void


@pytest.mark.parametrize("place", ["set-up", "last-phase-begins", "result"])
def test_a_tournament_halts_without_a_result(
    place: str, sow: Callable[[str], Game[SkeletonTable]], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sow(place)
    (tmp_path / "plan.toml").write_text(a_plan_text("first random", game="skeleton"))
    told = tournament("run", tmp_path / "plan.toml", "--db", tmp_path / "t.db", code=4)
    assert "0 of 4 matches" in told.output
    assert "the game skeleton failed" in told.output
    assert "Traceback" in caplog.text


@pytest.mark.parametrize("place", VERIFIED)
def test_verify_says_that_the_rules_failed(
    place: str, sow: Callable[[str], Game[SkeletonTable]], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sow("")
    words = ["--bot", "first", "--bot", "random", "--in-process", "--seed", 3, "--record", tmp_path, "--deals", 1]
    referee("play", "skeleton", *words)
    assert "fine" in referee("verify", tmp_path).stdout
    sow(place)
    told = referee("verify", tmp_path, code=4).stdout
    assert told.count("skeleton failed") == 2
    assert "Traceback" in caplog.text


def test_a_void_record_verifies_with_the_rules_that_failed(
    sow: Callable[[str], Game[SkeletonTable]], tmp_path: Path
) -> None:
    """It says nothing that the rules would contradict, even if they fail before the first question."""
    sow("set-up")
    words = ["--bot", "first", "--seats", 2, "--in-process", "--seed", 3, "--record", tmp_path]
    referee("play", "skeleton", *words, code=4)
    for path in tmp_path.glob("*.jsonl"):
        record = read_record(path.read_bytes())
        verify(record)
        with pytest.raises(MatchFailed):
            Replay(record).match.view(None)


@pytest.mark.parametrize("place", PLACES)
def test_the_battery_finds_it(place: str, sow: Callable[[str], Game[SkeletonTable]]) -> None:
    battery = battery_of(sow(place))
    tests = {name: test for name, test in vars(Battery).items() if name.startswith("test_")}
    of_seats = [name for name, test in tests.items() if "seats" in signature(test).parameters]
    assert re.search(CAUSE, next(filter(None, (found_by(battery, name) for name in of_seats)), ""))


@pytest.mark.parametrize("command", ["verify", "repair"])
def test_rules_that_fail_make_no_stored_match_a_damaged_one(
    command: str, sow: Callable[[str], Game[SkeletonTable]], tmp_path: Path
) -> None:
    """Else `repair` would throw away what is sound."""
    sow("")
    plan, database = tmp_path / "plan.toml", tmp_path / "t.db"
    plan.write_text(a_plan_text("first random", game="skeleton"))
    tournament("run", plan, "--db", database)
    with database.open("r+b") as file:  # so that there is something to repair, too
        file.seek(60)
        file.write(b"\xff")
    before = database.read_bytes()
    sow("last-phase-begins")
    told = tournament(command, database, code=4).output
    assert "skeleton failed" in told
    assert "damaged" not in told
    assert database.read_bytes() == before
