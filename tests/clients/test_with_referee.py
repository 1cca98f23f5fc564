"""The bot libraries play whole matches under the real referee, over real gRPC."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from google.protobuf.message import Message
from referee_client import BotFactory, Session, Turn
from referee_client.bots import BOTS
from referee_client.bots.first import First
from referee_client.bots.greedy import Greedy
from referee_client.running import play
from referee_client.settings import Settings

from referee.kernel.chance import SALT_BYTES, seed_from
from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.record import Cause, Record, SeatEnd, StrikeCause
from tests.clients.processes import bot_process, exit_of
from tests.support.running import Running, local_referee

PATIENT = TimeControl(decision_ms=60_000)


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Running]:
    with local_referee(tmp_path) as running:
        yield running


def job(*bots: str, match_id: str = "m", seed: int = 1, time_control: TimeControl = PATIENT) -> MatchJob:
    return MatchJob(
        match_id=match_id,
        game_id="keepers",
        bots=bots,
        seed=seed_from(seed),
        salt=bytes(SALT_BYTES),
        time_control=time_control,
    )


def connect(threads: ThreadPoolExecutor, referee: Running, name: str, bot: BotFactory) -> Future[None]:
    """Runs a bot of the Python library in a thread."""
    session = Session(bot, token=referee.token(name))
    return threads.submit(play, session, Settings(referee.address))


def dismiss(referee: Running, *, may_reconnect: bool = False) -> None:
    referee.call(lambda: referee.referee.lobby.dismiss(may_reconnect=may_reconnect))


def causes(record: Record) -> set[Cause]:
    return {answer.cause for step in record.steps for answer in step.answers}


def blameless(record: Record) -> bool:
    """Whether every answer was chosen, and no seat got a strike."""
    end = record.end
    return end is not None and not end.void and causes(record) == {Cause.CHOSEN} and not any(end.strikes)


def test_several_matches_on_one_stream(referee: Running) -> None:
    with ThreadPoolExecutor() as threads:
        bots = [connect(threads, referee, name, BOTS[name]) for name in ("greedy", "random", "first")]
        matches = [
            referee.play(job("greedy", "random", "first", match_id=f"m{number}", seed=number)) for number in range(8)
        ]
        records = [match.result() for match in matches]
        dismiss(referee)
        for bot in bots:
            bot.result()
    assert all(blameless(record) for record in records)


def test_a_match_under_the_referee_is_the_match_of_the_kernel(referee: Running) -> None:
    from tests.clients.local_match import play as play_locally

    with ThreadPoolExecutor() as threads:
        bots = [connect(threads, referee, name, BOTS[name]) for name in ("greedy", "random")]
        end = referee.play(job("greedy", "random", seed=5)).result().end
        dismiss(referee)
        for bot in bots:
            bot.result()
    assert end is not None
    local = play_locally("keepers", [BOTS["greedy"], BOTS["random"]], seed=5, match_id="m")
    assert (end.places, end.scores, end.reason) == (list(local.places), list(local.scores), local.reason)


def choices(record: Record) -> list[tuple[int, int]]:
    return [(answer.seat, answer.option) for step in record.steps for answer in step.answers]


def test_connections_lost_while_a_bot_thinks_change_nothing(referee: Running) -> None:
    lost = 0

    class Unlucky(Greedy):
        def choose(self, turn: Turn) -> int | Message:
            nonlocal lost
            if turn.match.match_id == "disturbed" and turn.number % 5 == 0:
                lost += 1
                dismiss(referee, may_reconnect=True)
            return super().choose(turn)

    with ThreadPoolExecutor() as threads:
        bots = [connect(threads, referee, name, bot) for name, bot in (("unlucky", Unlucky), ("first", First))]
        records = [referee.play(job("unlucky", "first", match_id=name)).result() for name in ("calm", "disturbed")]
        dismiss(referee)
        for one in bots:
            one.result()
    assert lost > 1
    assert all(blameless(record) for record in records)
    assert choices(records[0]) == choices(records[1])


@pytest.mark.parametrize("wanted", [False, True])
def test_text_and_events_come_if_they_are_wanted(referee: Running, *, wanted: bool) -> None:
    texts: list[bool] = []
    events: list[bool] = []

    class Reader(First):
        def choose(self, turn: Turn) -> int:
            assert len(turn.option_texts) in {0, turn.option_count}
            texts.append(bool(turn.text and turn.option_texts))
            events.append(bool(turn.events))
            return turn.default_option

    with ThreadPoolExecutor() as threads:
        session = Session(Reader, token=referee.token("reader"), wants_text=wanted, wants_events=wanted)
        reader = threads.submit(play, session, Settings(referee.address))
        first = connect(threads, referee, "first", First)
        assert blameless(referee.play(job("reader", "first")).result())
        dismiss(referee)
        reader.result()
        first.result()
    assert set(texts) == {wanted}
    assert any(events) == wanted


def test_a_bot_that_fails_in_choose_forfeits(referee: Running) -> None:
    failing = "from referee_client import run\nclass B:\n  def choose(self, turn):\n    return 1 // 0\nrun(B)"
    hasty = TimeControl(decision_ms=50, bank_ms=0)
    with ThreadPoolExecutor() as threads, ExitStack() as processes:
        first = connect(threads, referee, "first", BOTS["first"])
        command = [sys.executable, "-c", failing]
        process = processes.enter_context(bot_process(command, referee.address, referee.token("failing")))
        record = referee.play(job("first", "failing", time_control=hasty)).result()
        code, _, errors = exit_of(process)
        dismiss(referee)
        first.result()
    assert code == 1
    assert "ZeroDivisionError" in errors
    assert record.end is not None
    assert record.end.ends == [SeatEnd.PLAYED, SeatEnd.STRIKES]
    assert {strike.cause for step in record.steps for strike in step.strikes} == {StrikeCause.DISCONNECTED}


def test_sigterm_between_matches(referee: Running) -> None:
    with ExitStack() as processes:
        started = [
            processes.enter_context(
                bot_process([sys.executable, "-m", "referee_client.bots", name], referee.address, referee.token(name))
            )
            for name in ("greedy", "random")
        ]
        assert blameless(referee.play(job("greedy", "random")).result())
        for process in started:
            process.send_signal(signal.SIGTERM)
        assert [exit_of(process) for process in started] == [(0, "", "")] * 2
