"""What a referee finds on disk after an earlier one: each finished match once, and every other one to continue."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from google.protobuf.json_format import MessageToDict
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.record import Record, read_record
from referee.kernel.replay import verify
from referee.server.config import Config
from referee.server.errors import NotNow
from referee.server.lobby.hosted_match import State
from tests.support.matches import job
from tests.support.raw_bot import RawBot, raw_bot
from tests.support.running import Running, running_referee

(FIRST,) = job().start().asked


class Home:
    """A data directory, and the tokens of two bots in it."""

    def __init__(self, folder: Path) -> None:
        self.config = Config(address=f"unix:{folder / 'socket'}", data=folder / "data")
        self.records = folder / "data" / "records"
        with running_referee(self.config) as running:
            self.tokens = [running.token(name) for name in "ab"]

    @contextmanager
    def bots(self, running: Running, resume: tuple[str, str] = ("", "")) -> Iterator[list[RawBot]]:
        with ExitStack() as stack:
            bots = [stack.enter_context(raw_bot(running.address)) for _ in self.tokens]
            self.resume = [
                bot.hello(token, wants_events=True, resume_token=before).resume_token
                for bot, token, before in zip(bots, self.tokens, resume, strict=True)
            ]
            yield bots

    def record(self, match_id: str = "m-1") -> Record:
        return read_record((self.records / f"{match_id}.jsonl").read_bytes())


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def _play(bots: list[RawBot]) -> None:
    with ThreadPoolExecutor() as threads:
        list(threads.map(RawBot.play_on, bots))


def test_a_finished_match_is_there_once_and_not_played_again(home: Home) -> None:
    with running_referee(home.config) as running:
        played = running.play(job())
        with home.bots(running) as bots:
            _play(bots)
        record = played.result()
    verify(home.record())
    assert home.record() == record
    with running_referee(home.config) as running:
        assert running.play(job()).result() == record
        assert [hosted.state for hosted in running.referee.lobby.matches.values()] == [State.FINISHED]


def test_a_match_that_was_cut_short_goes_on_at_its_open_turn(home: Home) -> None:
    with running_referee(home.config) as running:
        running.call(lambda: running.referee.lobby.create(job()))
        with home.bots(running) as bots:
            before = bots[FIRST].hear_until("turn").turn
    assert [path.name for path in home.records.iterdir()] == ["m-1.journal"]
    with running_referee(home.config) as running, home.bots(running) as bots, ThreadPoolExecutor() as threads:
        others = [threads.submit(bot.play_on) for bot in bots if bot is not bots[FIRST]]
        again = bots[FIRST].hear_until("turn").turn
        bots[FIRST].choose(again)
        bots[FIRST].play_on()
        assert [other.result().void_reason for other in others] == [""]
    assert _without_times(again) == _without_times(before)
    verify(home.record())
    assert [path.name for path in home.records.iterdir()] == ["m-1.jsonl"]


def _without_times(turn: wire.Turn) -> dict[str, object]:
    fields: dict[str, object] = MessageToDict(turn)
    return {name: value for name, value in fields.items() if not name.endswith("Time")}


@pytest.mark.parametrize(
    "cut",
    [
        pytest.param(lambda data: data[: len(data) // 2], id="in the middle"),
        pytest.param(lambda data: data[:-1], id="in the last line"),
        pytest.param(lambda data: data[: data.index(b"\n") + 1], id="after the header"),
        pytest.param(lambda data: data[: data.rindex(b"\n", 0, -1) + 1], id="before the result"),
    ],
)
def test_a_journal_cut_anywhere_is_gone_on_with_to_a_sound_record(home: Home, cut: object) -> None:
    assert callable(cut)
    with running_referee(home.config) as running:
        played = running.play(job())
        with home.bots(running) as bots:
            _play(bots)
        whole = played.result()
    (home.records / "m-1.journal").write_bytes(cut((home.records / "m-1.jsonl").read_bytes()))
    (home.records / "m-1.jsonl").unlink()
    with running_referee(home.config) as running:
        hosted = running.referee.lobby.find("m-1")
        with home.bots(running) as bots:
            _play(bots)
        running.wait(hosted.over.wait)
    verify(home.record())
    assert [step.digest for step in home.record().steps] == [step.digest for step in whole.steps]


def test_a_kill_between_the_result_and_its_new_name_leaves_a_finished_match(home: Home) -> None:
    with running_referee(home.config) as running:
        played = running.play(job())
        with home.bots(running) as bots:
            _play(bots)
        record = played.result()
    (home.records / "m-1.jsonl").rename(home.records / "m-1.journal")
    with running_referee(home.config) as running:
        assert running.play(job()).result() == record
        assert running.referee.lobby.find("m-1").state is State.FINISHED


def test_a_cut_in_the_header_means_there_was_no_match(home: Home) -> None:
    (home.records / "m-1.journal").write_bytes(b'{"line":"match","format":1,')
    with running_referee(home.config) as running:
        assert not running.referee.lobby.matches
    assert list(home.records.iterdir()) == []


def test_a_match_that_the_rules_do_not_give_is_set_aside_and_may_be_played_anew(home: Home) -> None:
    with running_referee(home.config) as running:
        running.call(lambda: running.referee.lobby.create(job()))
    journal = home.records / "m-1.journal"
    journal.write_bytes(journal.read_bytes().replace(b'"rules_version":"1"', b'"rules_version":"0"'))
    with running_referee(home.config) as running:
        assert not running.referee.lobby.matches
        assert running.call(lambda: running.referee.lobby.create(job())).state is State.WAITING
    assert {path.name for path in home.records.iterdir()} == {"m-1.broken", "m-1.journal"}


def test_a_journal_that_was_tampered_with_is_set_aside(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    (home.records / "m-1.journal").write_bytes(b"nonsense\n")
    with running_referee(home.config) as running:
        assert not running.referee.lobby.matches
    assert [path.name for path in home.records.iterdir()] == ["m-1.broken"]
    assert "set aside" in caplog.text


def _finished(home: Home, *match_ids: str) -> None:
    with running_referee(home.config) as running:
        played = [running.play(job(match_id=match_id)) for match_id in match_ids]
        with home.bots(running) as bots, ThreadPoolExecutor() as threads:
            list(threads.map(lambda bot: [bot.play_on() for _ in match_ids], bots))
        for one in played:
            one.result()


def test_a_garbled_finished_record_is_set_aside_and_the_others_are_there(
    home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    _finished(home, "m-1", "m-2")
    path = home.records / "m-1.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"step"', b'"stop"', 1))
    with running_referee(home.config) as running:
        assert list(running.referee.lobby.matches) == ["m-2"]
        assert running.call(lambda: running.referee.lobby.create(job())).state is State.WAITING
    assert {path.name for path in home.records.iterdir()} == {"m-1.broken", "m-1.journal", "m-2.jsonl"}
    assert f"{path}: line 2" in caplog.text


def test_a_record_that_gets_garbled_under_a_running_referee_is_lost_and_nothing_else(
    home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    _finished(home, "m-1")
    with running_referee(home.config) as running:
        (home.records / "m-1.jsonl").write_bytes(b"nonsense\n")
        with pytest.raises(NotNow, match="the record of match m-1 is damaged"):
            running.call(running.referee.lobby.find("m-1").record)
    assert "Traceback" not in caplog.text
