"""What the metrics of a web server show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.metrics import Metrics

if TYPE_CHECKING:
    from referee.web.server import WebServer


def show_server(metrics: Metrics, server: WebServer) -> None:
    """At each scrape, show the open connections, and the number of responses so far."""
    connections = "Open connections of browsers."
    metrics.gauge("referee_web_connections", connections, lambda: [((), float(server.connections))])
    watchers = "Open connections that follow a live page."
    metrics.gauge("referee_web_watchers", watchers, lambda: [((), float(server.watchers))])
    metrics.counter(
        "referee_web_responses",
        "Responses, by status.",
        lambda: [((str(status.value),), float(number)) for status, number in list(server.responses.items())],
        ("status",),
    )
