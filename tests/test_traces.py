"""The traces: what arrives at a collector, and what happens without one."""

from __future__ import annotations

import logging
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from referee import hosting, traces
from referee.commands.serve_metrics import observe_lobby
from referee.errors import UsageError
from referee.local.matches import open_local_matches
from referee.local.pool import StartedBot
from referee.manual.contents import text_of
from referee.match_times import times_of
from referee.server.bots.processes import BotHost, BotProgram
from referee.traces import Traces, check_traces_address, open_traces
from tests.support.collector import Collector, collecting
from tests.support.matches import job, played, whole_match
from tests.support.tournaments import a_plan
from tests.tournament.run.test_runner import void
from tournament.run.running import run_plan
from tournament.storage.archive import open_archive

OF_MATCH = {"match", "game", "bots", "void", "overloaded", "decisions"}
OF_DECISION = {"bot", "step", "answer_ms", "lag_ms", "chosen"}
OF_STRIKE = {"bot", "cause"}


def attributes(of: Span | Span.Event) -> dict[str, AnyValue]:
    return {one.key.removeprefix("referee."): one.value for one in of.attributes}


def named(collector: Collector, name: str) -> list[Span]:
    return [span for span in collector.spans if span.name == name]


@pytest.fixture(scope="module")
def of_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Collector, Path]:
    """What a collector receives of a tournament, and its database."""
    folder, collector = tmp_path_factory.mktemp("run"), Collector()
    with collecting(collector) as address, open_traces(address) as opened:
        run = partial(run_plan, a_plan("first random", deals=3), folder / "plan.toml", folder / "t.db", lambda _: None)
        hosting.run(partial(run, traces=opened))
    return collector, folder / "t.db"


def test_a_match_is_a_span_with_an_event_for_each_decision(of_run: tuple[Collector, Path]) -> None:
    collector, database = of_run
    with open_archive(database) as archive:
        decisions = {match.match: sum(seat.decisions for seat in match.seats) for match in archive.matches()}
        ended = {match.match: match.ended_unix_s for match in archive.matches()}
    spans = named(collector, "match")
    assert {attributes(span)["match"].string_value: len(span.events) for span in spans} == decisions
    assert collector.services == {"referee"}
    for span in spans:
        assert attributes(span).keys() == OF_MATCH
        assert span.end_time_unix_nano / 1e9 == pytest.approx(ended[attributes(span)["match"].string_value], abs=1e-3)
        times = [event.time_unix_nano for event in span.events]
        assert span.start_time_unix_nano <= min(times)
        assert max(times) <= span.end_time_unix_nano
        assert {event.name for event in span.events} == {"decision"}
        assert all(attributes(event).keys() == OF_DECISION for event in span.events)
        assert {attributes(event)["bot"].string_value for event in span.events} <= {"first", "random"}


def test_the_storing_of_a_match_is_a_span_within_its_trace(of_run: tuple[Collector, Path]) -> None:
    collector, _ = of_run
    matches = {span.span_id: span.trace_id for span in named(collector, "match")}
    stores = named(collector, "store")
    assert {span.parent_span_id: span.trace_id for span in stores} == matches
    assert all(span.start_time_unix_nano < span.end_time_unix_nano for span in stores)


def test_a_referee_traces_its_matches() -> None:
    command = (sys.executable, "-m", "referee_client.bots", "first")
    bots = [StartedBot(BotProgram(name, command), BotHost()) for name in ("a", "b")]
    collector = Collector()

    async def play(opened: Traces | None) -> int:
        async with open_local_matches(bots) as matches:
            observe_lobby(matches.referee.lobby, None, opened)
            record = await matches.play(job())
            return sum(len(step.answers) for step in record.steps)

    with collecting(collector) as address, open_traces(address) as opened:
        decisions = hosting.run(play, opened)
    (span,) = collector.spans
    assert (span.name, len(span.events)) == ("match", decisions)


def test_strikes_and_forfeits_are_events() -> None:
    late = played(job(), late=(1,))
    collector = Collector()
    with collecting(collector) as address, open_traces(address) as opened:
        assert opened is not None
        opened.ended(times_of(late))
        opened.ended(times_of(void(played(job()))))
        opened.ended(None)
    first, second = collector.spans
    causes = [
        (event.name, attributes(event)["cause"].string_value) for event in first.events if event.name != "decision"
    ]
    assert late.end is not None
    assert causes == [("strike", "timeout")] * late.end.strikes[1] + [("forfeit", "strikes")]
    assert attributes(second)["void"].bool_value
    assert all(attributes(event).keys() in (OF_DECISION, OF_STRIKE) for event in first.events)


def test_decisions_of_one_step_begin_together_and_steps_follow_each_other() -> None:
    record = whole_match("keepers")
    times = times_of(record)
    assert times is not None
    collector = Collector()
    with collecting(collector) as address, open_traces(address) as opened:
        assert opened is not None
        opened.ended(times)
    (span,) = collector.spans
    by_step: dict[int, list[float]] = {}
    for event in span.events:
        told = attributes(event)
        by_step.setdefault(told["step"].int_value, []).append(event.time_unix_nano / 1e6)
    in_order = [moments for _, moments in sorted(by_step.items())]
    assert all(max(before) <= max(after) for before, after in pairwise(in_order))


def test_a_collector_that_refuses_is_reported(capfd: pytest.CaptureFixture[str]) -> None:
    with collecting(Collector(refuses=True)) as address, open_traces(address) as opened:
        assert opened is not None
        for _ in range(3):
            opened.ended(times_of(whole_match("keepers")))
    said = capfd.readouterr().err
    assert f"traces: 3 spans could not be sent to {address}" in said
    assert said.count("Failed to export") == 1


def test_an_exporter_that_ends_costs_only_the_traces(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(traces, "EXPORTER", [sys.executable, "-c", "raise SystemExit(7)"])
    times = times_of(whole_match("keepers"))
    with caplog.at_level(logging.WARNING), open_traces("http://127.0.0.1:1") as opened:
        assert opened is not None
        opened._process.wait()
        for _ in range(50):
            opened.ended(times)
    assert opened.missing == 50
    assert [record.getMessage() for record in caplog.records] == [
        "traces: the exporter ended with exit code 7",
        "traces: 50 matches are missing",
    ]


def test_an_exporter_that_reads_nothing_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue is full then, and what does not fit is counted; at the end, the exporter is killed."""
    monkeypatch.setattr(traces, "EXPORTER", [sys.executable, "-c", "import sys, time; time.sleep(600)"])
    monkeypatch.setattr(traces, "MOST_WAITING", 5)
    monkeypatch.setattr(traces, "SECONDS_TO_STOP", 0.2)
    times = times_of(whole_match("keepers"))
    with open_traces("http://127.0.0.1:1") as opened:
        assert opened is not None
        for _ in range(500):
            opened.ended(times)
        assert opened.missing > 0
    assert opened._process.returncode is not None
    assert not opened._writing.is_alive()


@pytest.mark.parametrize("address", ["http://127.0.0.1:4317", "https://collector:4317/", "http://[::1]:4317"])
def test_the_address_of_a_collector_is_a_url(address: str) -> None:
    check_traces_address(address)


@pytest.mark.parametrize("address", ["4317", "127.0.0.1:4317", "http://collector", "ftp://a:1"])
def test_another_address_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="use http://host:port or https://host:port"):
        check_traces_address(address)


def test_the_manual_lists_all_attributes() -> None:
    text = text_of("howto/traces")
    assert all(f"`referee.{name}`" in text or f"`.{name}`" in text for name in OF_MATCH | OF_DECISION | OF_STRIKE)
