"""What the metrics of `referee serve` show besides ended matches: the lobby as it is at each scrape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.match_times import times_of
from referee.metrics import MatchMetrics, Metrics
from referee.server.bots.unread import unread_by_us
from referee.server.lobby.lobby import Lobby


def show_lobby(metrics: Metrics, lobby: Lobby) -> MatchMetrics:
    """Count the matches of a lobby when they end, and show at each scrape what waits, runs and is connected."""
    counts = MatchMetrics(metrics)
    lobby.on_ended = lambda record: counts.ended(times_of(record))

    def matches() -> Iterator[tuple[tuple[str, ...], float]]:
        open_matches = [hosted for hosted in lobby.open_matches() if not hosted.over.is_set()]
        counts = Counter((hosted.header.game_id, hosted.state.value) for hosted in open_matches)
        yield from sorted(counts.items())

    metrics.gauge("referee_matches", "Matches that wait or run, by game and state.", matches, ("game", "state"))
    streams = "Streams of bots that are connected."
    metrics.gauge("referee_streams", streams, lambda: [((), float(lobby.streams))])
    unread = "Bytes that have arrived for this process and that it has not read yet."
    metrics.gauge("referee_unread_bytes", unread, lambda: [((), float(unread_by_us()))])
    return counts
