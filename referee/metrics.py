"""Metrics for Prometheus, which are counted in a separate thread and served on a separate port.

The thread that plays only puts finished matches into a queue, from which the separate thread reads them. Everything
about a match is counted when it has ended, so a scrape reveals nothing about a running one.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib.util import find_spec
from queue import SimpleQueue
from typing import TYPE_CHECKING

from referee.addresses import host_and_port
from referee.errors import RefereeError, UsageError
from referee.files import plain
from referee.kernel.record import Cause, Record, SeatEnd

if TYPE_CHECKING:
    from prometheus_client import Histogram
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
    from prometheus_client.registry import Collector

LOOPBACK = "127.0.0.1"
PATH = "/metrics"

ANSWER_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""Limits in seconds of the histogram of answers."""

SHORT_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
"""Limits in seconds of the histograms for what should take milliseconds: delays, and writing to the disk."""

log = logging.getLogger(__name__)

MetricSamples = Callable[[], Iterable[tuple[tuple[str, ...], float]]]
"""Returns the present values of a gauge or a counter, each with its labels. It is called by another thread."""


class Metrics:
    """The metrics of a process. The metrics of a process, made by `open_metrics`; a process has only one of these.

    Attributes:
        registry: What is served.
        address: Where it is served.
        closing: Called before the metrics are no longer served.
    """

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, ProcessCollector, disable_created_metrics  # noqa: PLC0415 - an extra

        disable: Callable[[], None] = disable_created_metrics
        disable()  # when each counter began would double what is sent
        self.registry = CollectorRegistry()
        self.address = ""
        self.closing: list[Callable[[], object]] = []
        ProcessCollector(registry=self.registry)

    def gauge(self, name: str, help_text: str, samples: MetricSamples, labels: tuple[str, ...] = ()) -> None:
        """Show values that are read at each scrape."""
        from prometheus_client.core import GaugeMetricFamily  # noqa: PLC0415 - as above

        self._show(lambda: GaugeMetricFamily(name, help_text, labels=labels), samples)

    def counter(self, name: str, help_text: str, samples: MetricSamples, labels: tuple[str, ...] = ()) -> None:
        """Show numbers that only grow, and are read at each scrape."""
        from prometheus_client.core import CounterMetricFamily  # noqa: PLC0415 - as above

        self._show(lambda: CounterMetricFamily(name, help_text, labels=labels), samples)

    def _show(self, new_family: Callable[[], GaugeMetricFamily | CounterMetricFamily], samples: MetricSamples) -> None:
        def collect() -> Iterator[object]:
            family = new_family()
            for values, number in samples():
                family.add_metric(values, number)
            yield family

        self.registry.register(_collector(collect))

    @contextmanager
    def served(self, host: str, port: int) -> Iterator[None]:
        """Serve the metrics within the block."""
        from prometheus_client import start_http_server  # noqa: PLC0415 - as above

        try:
            server, serving = start_http_server(port, host, self.registry)
        except OSError as error:
            raise UsageError(f"cannot serve metrics on {host}:{port}: {plain(error)}") from None
        shown = f"[{host}]" if ":" in host else host
        self.address = f"http://{shown}:{server.server_port}{PATH}"
        try:
            yield
        finally:
            for close in self.closing:
                close()
            server.shutdown()
            serving.join()
            server.server_close()


class MatchMetrics:
    """Counts matches when they have ended, in a separate thread."""

    def __init__(self, metrics: Metrics) -> None:
        from prometheus_client import Counter, Histogram  # noqa: PLC0415 - as above

        registry = self._registry = metrics.registry
        ended = "Matches that ended, by game and by whether they have a result (finished) or none (void)."
        self._ended = Counter("referee_ended_matches", ended, ["game", "state"], registry=registry)
        overloaded = "Matches in which the referee itself lost so much time that it could not keep time well."
        self._overloaded = Counter("referee_overloaded_matches", overloaded, ["game"], registry=registry)
        self._decisions = Counter("referee_decisions", "Decisions of ended matches.", ["game"], registry=registry)
        strikes = "Strikes in ended matches, by bot and cause."
        self._strikes = Counter("referee_strikes", strikes, ["bot", "cause"], registry=registry)
        forfeits = "Ended matches that a bot forfeited, by cause."
        self._forfeits = Counter("referee_forfeits", forfeits, ["bot", "cause"], registry=registry)
        answers = "Time from a turn to the answer of the bot, without delays of the referee, in ended matches."
        self._answers = Histogram("referee_answer_seconds", answers, ["bot"], registry=registry, buckets=ANSWER_BUCKETS)
        lag = "Time that the referee itself lost while a bot thought, if any, in ended matches."
        self._lag = Histogram("referee_lag_seconds", lag, registry=registry, buckets=SHORT_BUCKETS)
        self._queue: SimpleQueue[Callable[[], Record | None] | None] = SimpleQueue()
        self._counting = threading.Thread(target=self._count_all, daemon=True)
        self._counting.start()
        metrics.closing.append(self._close)

    def ended(self, record: Callable[[], Record | None]) -> None:
        """Count a match that has ended.

        `record` returns the record of the match; another thread calls it, so it may take long.
        """
        self._queue.put(record)

    def settle(self) -> None:
        """Wait until all matches that have ended are counted."""
        counted = threading.Event()

        def is_counted() -> None:
            counted.set()

        self._queue.put(is_counted)
        counted.wait()

    def voided(self, game: str) -> None:
        """Count a match without a result, and without a record."""
        self._ended.labels(game, "void").inc()

    def stored(self, seconds: float) -> None:
        """Count a result that was stored."""
        self._store.observe(seconds)

    @cached_property
    def _store(self) -> Histogram:
        from prometheus_client import Histogram  # noqa: PLC0415 - as above

        name, text = "referee_store_seconds", "Time to store the result of a match."
        return Histogram(name, text, registry=self._registry, buckets=SHORT_BUCKETS)

    def _close(self) -> None:
        self._queue.put(None)
        self._counting.join()

    def _count_all(self) -> None:
        while (get := self._queue.get()) is not None:
            try:
                record = get()
            except RefereeError as error:  # e.g. it is no longer on the disk
                log.warning("metrics: %s", error)
            else:
                if record is not None:
                    self._count(record)

    def _count(self, record: Record) -> None:
        header, end = record.header, record.end
        if end is None:
            return
        self._ended.labels(header.game_id, "void" if end.void else "finished").inc()
        self._overloaded.labels(header.game_id).inc(end.time is not None and end.time.overloaded)
        self._decisions.labels(header.game_id).inc(sum(len(step.answers) for step in record.steps))
        answers = [self._answers.labels(bot) for bot in header.bots]
        for step in record.steps:
            for strike in step.strikes:
                self._strikes.labels(header.bots[strike.seat], str(strike.cause)).inc()
            for answer, timing in zip(step.answers, step.time or (), strict=False):
                if answer.cause is Cause.CHOSEN:
                    answers[answer.seat].observe((timing.wall_ms - timing.lag_ms) / 1000)
                if timing.lag_ms:
                    self._lag.observe(timing.lag_ms / 1000)
        for strike in end.last_strikes:
            self._strikes.labels(header.bots[strike.seat], str(strike.cause)).inc()
        for bot, why in zip(header.bots, end.ends, strict=False):
            if why is not SeatEnd.PLAYED:
                self._forfeits.labels(bot, str(why)).inc()


@contextmanager
def open_metrics(address: str) -> Iterator[Metrics | None]:
    """Serve metrics at an address within the block: a port on loopback, or host:port. If it is empty, do nothing.

    Raises `UsageError` if prometheus-client is not installed, or if the address cannot be used.
    """
    if not address:
        yield None
        return
    host, port = read_metrics_address(address)
    if find_spec("prometheus_client") is None:
        raise UsageError("--metrics needs prometheus-client: install referee[metrics]")
    metrics = Metrics()
    with metrics.served(host, port):
        yield metrics


def read_metrics_address(address: str) -> tuple[str, int]:
    """Return host and port of an address. Raises `UsageError` if it is not one."""
    parts = host_and_port(address if ":" in address else f"{LOOPBACK}:{address}")
    if parts is None:
        raise UsageError(f"invalid address for metrics {address[:80]!r}: use a port such as 9464, or host:port")
    return parts


def _collector(collect: Callable[[], Iterator[object]]) -> Collector:
    from prometheus_client.registry import Collector  # noqa: PLC0415 - as above

    class Reading(Collector):
        def collect(self) -> Iterator[object]:  # type: ignore[override]  # the families are made above
            return collect()

    return Reading()
