"""The metrics of `referee serve` about its lobby, measured at each scrape (request of Prometheus).

Finished matches are counted elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.kernel.record import Record
from referee.match_times import times_of
from referee.metrics import MatchMetrics, Metrics
from referee.server.bots.unread import unread_by_us
from referee.server.lobby.lobby import Lobby
from referee.traces import Traces


def show_lobby(metrics: Metrics, lobby: Lobby) -> MatchMetrics:
    """Show waiting and running matches, and connections, at each scrape.

    Return the object that counts ended matches: see `observe_lobby`.
    """

    def matches() -> Iterator[tuple[tuple[str, ...], float]]:
        open_matches = [hosted for hosted in lobby.open_matches() if not hosted.over.is_set()]
        counts = Counter((hosted.header.game_id, hosted.state.value) for hosted in open_matches)
        yield from sorted(counts.items())

    metrics.gauge(
        "referee_matches", "Matches that are waiting or running, by game and state.", matches, ("game", "state")
    )
    streams = "Streams of bots that are connected."
    metrics.gauge("referee_streams", streams, lambda: [((), float(lobby.streams))])
    unread = "Bytes that have arrived for this process but that it has not read yet."
    metrics.gauge("referee_unread_bytes", unread, lambda: [((), float(unread_by_us()))])
    return MatchMetrics(metrics)


def observe_lobby(lobby: Lobby, metrics: MatchMetrics | None, traces: Traces | None = None) -> None:
    """Notify metrics and traces of each match that has ended."""

    def ended(record: Record) -> None:
        times = times_of(record)
        if metrics is not None:
            metrics.ended(times)
        if traces is not None:
            traces.ended(times)

    if metrics is not None or traces is not None:
        lobby.on_ended = ended
