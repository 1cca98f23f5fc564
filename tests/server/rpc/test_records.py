"""A bot that was notified of the end of its match finds the record, whatever the disk does; over real gRPC."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.kernel.record import read_record
from referee.kernel.replay import verify
from referee.server.config import Config
from referee.server.storage.tokens import Role
from tests.support.matches import job
from tests.support.raw_bot import RawBot, raw_bot, reason_of
from tests.support.running import running_referee
from tests.support.waiting import wait_until


def test_who_is_told_the_end_can_fetch_the_record_at_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The last line is written, but for a while the journal cannot become a record."""
    config = Config(address=f"unix:{tmp_path / 'socket'}", data=tmp_path / "data")
    in_the_way = tmp_path / "data" / "records" / "m-1.jsonl" / "something"
    with (
        running_referee(config) as running,
        raw_bot(running.address) as a,
        raw_bot(running.address) as b,
        grpc.insecure_channel(running.address) as channel,
        ThreadPoolExecutor() as threads,
    ):
        stub = MatchServiceStub(channel)
        boss = [("authorization", f"Bearer {running.token('boss', Role.ORGANISER)}")]
        request = wire.GetRecordRequest(match_id="m-1")

        def play(bot: RawBot) -> bytes:
            assert not bot.play_on().void_reason
            record: bytes = stub.GetRecord(request, metadata=boss).record
            return record

        for name, bot in zip("ab", [a, b], strict=True):
            bot.hello(running.token(name))
        running.call(lambda: running.referee.lobby.create(job()))
        in_the_way.mkdir(parents=True)
        records = [threads.submit(play, bot) for bot in (a, b)]
        wait_until(lambda: "no match begins" in caplog.text)
        with pytest.raises(grpc.RpcError) as raised:
            stub.GetRecord(request, metadata=boss)
        assert reason_of(raised.value) == "NOT_OVER"
        assert not any(record.done() for record in records)
        in_the_way.rmdir()
        in_the_way.parent.rmdir()
        written = {record.result() for record in records}
    assert written == {(tmp_path / "data" / "records" / "m-1.jsonl").read_bytes()}
    verify(read_record(written.pop()))
