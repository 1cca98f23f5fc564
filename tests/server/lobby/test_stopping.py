"""A referee that is stopped: no new matches, running ones end or are voided, the bots are disconnected."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import grpc
import pytest

from referee.kernel.job import TimeControl
from referee.kernel.record import read_record
from referee.kernel.replay import verify
from referee.server.config import Config
from referee.server.errors import Stopping
from tests.support.matches import job
from tests.support.raw_bot import RawBot, raw_bot
from tests.support.running import Running, running_referee
from tests.support.waiting import wait_until

LONG = TimeControl(decision_ms=60_000, bank_ms=60_000)


@contextmanager
def two_bots(folder: Path, grace: float) -> Iterator[tuple[Running, list[RawBot]]]:
    config = Config(address=f"unix:{folder / 'socket'}", data=folder / "data", grace=grace)
    with running_referee(config) as running, ExitStack() as stack:
        bots = [stack.enter_context(raw_bot(running.address)) for _ in "ab"]
        for bot, name in zip(bots, "ab", strict=True):
            bot.hello(running.token(name), max_matches=1)
        yield running, bots


def test_a_running_match_may_end_and_then_the_bots_are_dismissed(tmp_path: Path) -> None:
    with two_bots(tmp_path, grace=60) as (running, bots):
        record = running.play(job(time_control=LONG))
        first = bots[0].hear_until("turn").turn
        draining = running.drain()
        wait_until(lambda: running.referee.lobby.stopping)
        with pytest.raises(Stopping):
            running.play(job(match_id="late")).result()
        bots[0].choose(first)
        with ThreadPoolExecutor() as threads:
            list(threads.map(RawBot.play_on, bots))
        draining.result()
        end = record.result().end
        assert end is not None
        assert not end.void
        for bot in bots:
            assert bot.hear("goodbye").goodbye.may_reconnect
            assert bot.end() == (grpc.StatusCode.OK, "")
    verify(read_record((tmp_path / "data" / "records" / "m-1.jsonl").read_bytes()))


def test_after_the_grace_a_match_is_voided_and_one_that_did_not_begin_is_kept(tmp_path: Path) -> None:
    with two_bots(tmp_path, grace=0) as (running, bots):
        running.play(job(time_control=LONG))
        bots[0].hear_until("turn")
        running.call(lambda: running.referee.lobby.create(job(match_id="waiting")))
        running.drain().result()
        assert bots[0].hear("match_ended").match_ended.void_reason == "the referee was stopped"
    left = {path.name for path in (tmp_path / "data" / "records").iterdir()}
    assert left == {"m-1.jsonl", "waiting.journal"}
    end = read_record((tmp_path / "data" / "records" / "m-1.jsonl").read_bytes()).end
    assert end is not None
    assert end.void


def test_a_voided_match_can_be_played_again_and_its_first_record_is_kept(tmp_path: Path) -> None:
    with two_bots(tmp_path, grace=60) as (running, bots):
        voided = running.play(job(time_control=LONG))
        bots[0].hear_until("turn")
        running.call(lambda: running.referee.lobby.find("m-1").void("a test"))
        assert voided.result().end is not None
        again = running.play(job(time_control=LONG))
        for bot in bots:
            bot.hear_until("match_ended")
        with ThreadPoolExecutor() as threads:
            list(threads.map(RawBot.play_on, bots))
        end = again.result().end
        assert end is not None
        assert not end.void
    left = {path.name for path in (tmp_path / "data" / "records").iterdir()}
    assert left == {"m-1.jsonl", "m-1.void"}
