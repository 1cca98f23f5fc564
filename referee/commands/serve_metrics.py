"""The metrics of `referee serve` about its lobby, measured at each scrape (request of Prometheus).

Finished matches are counted elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.metrics import MatchMetrics, Metrics
from referee.server.bots.unread import unread_by_us
from referee.server.lobby.lobby import Lobby


def show_lobby(metrics: Metrics, lobby: Lobby) -> MatchMetrics:
    """Count the matches of a lobby when they end; at each scrape, show waiting and running matches, and connections."""
    counts = MatchMetrics(metrics)
    lobby.on_ended = lambda hosted: counts.ended(hosted.record)

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
    return counts
