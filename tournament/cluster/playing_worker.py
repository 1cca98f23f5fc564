"""A worker that plays, as the engine of a cluster sees it, and the calls by which the engine notifies the runner."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import trio
from msgspec import Struct

from tournament.cluster.connection import ClusterWorker
from tournament.cluster.history import WorkerHistory
from tournament.engines.engine import OnProcess


class Hooks(Struct, frozen=True):
    """The calls by which an engine notifies the runner.

    Attributes:
        on_process: See `OnProcess`.
        note: Called with a sentence about the workers.
        play_again: Called with matches whose results are not to be trusted, and the reason.
    """

    on_process: OnProcess
    note: Callable[[str], None]
    play_again: Callable[[Sequence[str], str], None]


class PlayingWorker:
    """A worker that plays.

    Attributes:
        worker: The worker.
        player: The name of its player.
        history: What became of its matches, before and after it was restarted.
        running: The cancel scopes of the matches that it plays.
        doubt: Why it may have left the cluster; it gets no
            match until the next time the runner looks for workers. Empty if it is there.
    """

    def __init__(self, worker: ClusterWorker, player: str, history: WorkerHistory) -> None:
        self.worker = worker
        self.player = player
        self.history = history
        self.running: set[trio.CancelScope] = set()
        self.doubt = ""

    @property
    def load(self) -> float:
        """How busy the worker is; 1.0 if it has as many matches as it plays at once."""
        return len(self.running) / self.worker.threads

    def end_doubt(self) -> None:
        """Record that the worker is still connected, although it did not answer."""
        self.history.note_failure(self.doubt)
        self.doubt = ""

    def drop(self) -> None:
        """Stop waiting for the worker's matches."""
        for scope in self.running:
            scope.cancel()
