"""Metrics for Prometheus, served on a separate port.

The thread that plays adds up plain numbers, and only a scrape turns them into metrics, in a separate thread. Everything
about a match is counted when it has ended, so a scrape reveals nothing about a running one.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import accumulate
from typing import TYPE_CHECKING

from referee.addresses import host_and_port
from referee.errors import UsageError
from referee.files import plain
from referee.match_times import MatchTimes

if TYPE_CHECKING:
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
    from prometheus_client.registry import Collector

LOOPBACK = "127.0.0.1"
PATH = "/metrics"

ANSWER_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""Limits in seconds of the histogram of answers."""

SHORT_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
"""Limits in seconds of the histograms for what should take milliseconds: delays, and writing to the disk."""

MetricSamples = Callable[[], Iterable[tuple[tuple[str, ...], float]]]
"""Returns the present values of a gauge or a counter, each with its labels. It is called by another thread."""


class Metrics:
    """The metrics of a process. The metrics of a process, made by `open_metrics`; a process has only one of these.

    Attributes:
        registry: What is served.
        address: Where it is served.
    """

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, ProcessCollector, disable_created_metrics  # noqa: PLC0415 - an extra

        disable: Callable[[], None] = disable_created_metrics
        disable()  # when each counter began would double what is sent
        self.registry = CollectorRegistry()
        self.address = ""
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
            server.shutdown()
            serving.join()
            server.server_close()


class TimeCounts:
    """The counts of a histogram.

    Attributes:
        limits: The upper limits in seconds, which belong to what they limit.
    """

    def __init__(self, limits: tuple[float, ...]) -> None:
        self.limits = limits
        self._counts = [0] * (len(limits) + 1)
        self._sum_s = 0.0

    def add(self, seconds: float) -> None:
        """Count a time."""
        self._counts[bisect_left(self.limits, seconds)] += 1
        self._sum_s += seconds

    def add_to(self, family: HistogramMetricFamily, labels: tuple[str, ...]) -> None:
        """Add the counts to a metric, with these labels."""
        names = [*map(str, self.limits), "+Inf"]
        family.add_metric(labels, list(zip(names, accumulate(self._counts), strict=True)), self._sum_s)


class MatchMetrics:
    """Counts matches when they have ended."""

    def __init__(self, metrics: Metrics) -> None:
        self._lock = threading.Lock()
        self._ended: Counter[tuple[str, str]] = Counter()
        self._overloaded: Counter[str] = Counter()
        self._decisions: Counter[str] = Counter()
        self._strikes: Counter[tuple[str, str]] = Counter()
        self._forfeits: Counter[tuple[str, str]] = Counter()
        self._answers: dict[str, TimeCounts] = {}
        self._lag = TimeCounts(SHORT_BUCKETS)
        self._store: TimeCounts | None = None
        metrics.registry.register(_collector(self._families))

    def ended(self, match: MatchTimes | None) -> None:
        """Count a match that has ended, if it has."""
        if match is None:
            return
        with self._lock:
            self._ended[match.game, "void" if match.void else "finished"] += 1
            self._overloaded[match.game] += match.overloaded
            self._decisions[match.game] += match.decisions
            self._strikes.update(match.strikes)
            self._forfeits.update(match.forfeits)
            for bot in match.bots:
                if bot not in self._answers:
                    self._answers[bot] = TimeCounts(ANSWER_BUCKETS)
            by_seat = [self._answers[bot].add for bot in match.bots]
            for answer in match.answers:
                if answer.chosen:
                    by_seat[answer.seat]((answer.wall_ms - answer.lag_ms) / 1000)
                if answer.lag_ms:
                    self._lag.add(answer.lag_ms / 1000)

    def voided(self, game: str) -> None:
        """Count a match without a result, and without a record."""
        with self._lock:
            self._ended[game, "void"] += 1

    def stored(self, seconds: float) -> None:
        """Count a result that was stored."""
        with self._lock:
            self._store = self._store or TimeCounts(SHORT_BUCKETS)
            self._store.add(seconds)

    def _families(self) -> Iterator[object]:
        with self._lock:
            families = [*self._counters(), *self._histograms()]
        return iter(families)

    def _counters(self) -> Iterator[CounterMetricFamily]:
        from prometheus_client.core import CounterMetricFamily  # noqa: PLC0415 - as above

        ended = "Matches that ended, by game and by whether they have a result (finished) or none (void)."
        overloaded = "Matches in which the referee itself lost so much time that it could not keep time well."
        by_game = {(game,): number for game, number in self._overloaded.items()}
        decisions = {(game,): number for game, number in self._decisions.items()}
        for name, text, labels, numbers in (
            ("ended_matches", ended, ("game", "state"), self._ended),
            ("overloaded_matches", overloaded, ("game",), by_game),
            ("decisions", "Decisions of ended matches.", ("game",), decisions),
            ("strikes", "Strikes in ended matches, by bot and cause.", ("bot", "cause"), self._strikes),
            ("forfeits", "Ended matches that a bot forfeited, by cause.", ("bot", "cause"), self._forfeits),
        ):
            family = CounterMetricFamily(f"referee_{name}", text, labels=labels)
            for values, number in numbers.items():
                family.add_metric(values, number)
            yield family

    def _histograms(self) -> Iterator[HistogramMetricFamily]:
        from prometheus_client.core import HistogramMetricFamily  # noqa: PLC0415 - as above

        text = "Time from a turn to the answer of the bot, without delays of the referee, in ended matches."
        answers = HistogramMetricFamily("referee_answer_seconds", text, labels=("bot",))
        for bot, counts in self._answers.items():
            counts.add_to(answers, (bot,))
        text = "Time that the referee itself lost while a bot thought, if any, in ended matches."
        lag = HistogramMetricFamily("referee_lag_seconds", text, labels=())
        self._lag.add_to(lag, ())
        yield from (answers, lag)
        if self._store is not None:
            store = HistogramMetricFamily("referee_store_seconds", "Time to store the result of a match.", labels=())
            self._store.add_to(store, ())
            yield store


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
