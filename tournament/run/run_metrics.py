"""What the metrics of `tournament run` show besides ended matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.metrics import Metrics

if TYPE_CHECKING:
    from tournament.cluster.engine import ClusterEngine
    from tournament.run.runner import Runner


def show_run(metrics: Metrics, runner: Runner, game: str) -> None:
    """At each scrape, show how many matches are waiting and running."""

    def matches() -> list[tuple[tuple[str, ...], float]]:
        running = runner.running
        return [((game, "running"), float(running)), ((game, "waiting"), float(max(runner.left - running, 0)))]

    metrics.gauge(
        "referee_matches", "Matches that are waiting or running, by game and state.", matches, ("game", "state")
    )


def show_workers(metrics: Metrics, engine: ClusterEngine) -> None:
    """At each scrape, show how many matches the workers of a cluster play, and the outcomes of earlier ones."""
    running = "Matches that a worker plays now."
    metrics.gauge("referee_worker_running_matches", running, lambda: _labelled(engine.running()), ("worker",))
    played = "Matches of a worker whose results were accepted."
    metrics.counter("referee_worker_matches", played, lambda: _labelled(engine.played()), ("worker",))
    failed = "Matches that a worker did not play to the end."
    metrics.counter("referee_worker_failures", failed, lambda: _labelled(engine.failed()), ("worker",))


def _labelled(numbers: dict[str, int]) -> list[tuple[tuple[str, ...], float]]:
    return [((worker,), float(number)) for worker, number in numbers.items()]
