"""A worker that plays, as the engine of a cluster sees it, and the calls by which the engine notifies the runner."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import trio
from msgspec import Struct

from referee.kernel.job import MatchJob
from tournament.cluster.connection import ClusterWorker
from tournament.cluster.history import WorkerHistory
from tournament.engines.engine import OnProcess
from tournament.errors import BrokenOffError
from tournament.storage.summary import Finished


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


@dataclass(eq=False)
class WaitingMatch:
    """A match that was given to a worker.

    Attributes:
        job: The match.
        alone: Whether it must be sent alone, because it was interrupted before and may have been the cause.
        over: Set when the match has ended.
        match: What was played.
        error: Why there is no `match`. If both are None, the worker never got it.
    """

    job: MatchJob
    alone: bool
    over: trio.Event = field(default_factory=trio.Event)
    match: Finished | None = None
    error: BrokenOffError | None = None

    def finish(self, match: Finished | None = None, error: BrokenOffError | None = None) -> None:
        """Notify the waiting caller."""
        self.match, self.error = match, error
        self.over.set()


class PlayingWorker:
    """A worker that plays.

    Attributes:
        worker: The worker.
        player: The name of its player.
        history: What became of its matches, before and after it was restarted.
        running: The cancel scopes of the batches that it plays, one for each match that it plays now.
        free: Has one token for each further match that it could play.
        checking: Held while its results are checked, in the order in which they came.
        given: How many matches it has, waiting or running.
        doubt: Why it may have left the cluster; it gets no
            match until the next time the runner looks for workers. Empty if it is there.
    """

    def __init__(self, worker: ClusterWorker, player: str, history: WorkerHistory) -> None:
        self.worker = worker
        self.player = player
        self.history = history
        self.running: set[trio.CancelScope] = set()
        self.free = trio.Semaphore(worker.threads)
        self.checking = trio.Lock()
        self.given = 0
        self.doubt = ""
        self._waiting: deque[WaitingMatch] = deque()
        self._came = trio.lowlevel.ParkingLot()
        self._is_gone = False

    def most(self, batch_size: int) -> int:
        """Return how many matches the worker is given: if they come in batches, one batch waits."""
        return self.worker.threads * (1 if batch_size == 1 else 2 * batch_size)

    async def play(self, waiting: WaitingMatch) -> None:
        """Wait until a match is over."""
        self.given += 1
        self._waiting.append(waiting)
        self._came.unpark_all()
        try:
            await waiting.over.wait()
        finally:
            self.given -= 1

    async def next_batch(self, most: int) -> list[WaitingMatch]:
        """Wait for matches to play, and return them; none if the worker has left the cluster."""
        while not self._waiting:
            if self._is_gone:
                return []
            await self._came.park()
        batch = [self._waiting.popleft()]
        while self._waiting and len(batch) < most and not (batch[0].alone or self._waiting[0].alone):
            batch.append(self._waiting.popleft())
        return batch

    def hand_back(self) -> None:
        """Let others play the matches that the worker has not received yet."""
        while self._waiting:
            self._waiting.popleft().finish()

    def end_doubt(self) -> None:
        """Record that the worker is still connected, although it did not answer."""
        self.history.note_failure(self.doubt)
        self.doubt = ""

    def drop(self) -> None:
        """Stop waiting for the worker's matches."""
        for scope in self.running:
            scope.cancel()
        self.hand_back()

    def lose(self) -> None:
        """Record that the worker has left the cluster."""
        self.drop()
        self._is_gone = True
        self._came.unpark_all()
