"""The engine of a cluster: it hands out matches, checks what workers send, and leaves out those that fail or lie."""

from __future__ import annotations

import secrets
from collections import defaultdict
from contextlib import suppress

import msgspec
import trio

from referee.counts import counted
from referee.kernel.job import MatchJob
from tournament.cluster import remote
from tournament.cluster.admitting import Admission, refusal_of
from tournament.cluster.batches import Batches
from tournament.cluster.checking import Checks
from tournament.cluster.connection import ClusterConnection, ClusterWorker, WorkerGoneError
from tournament.cluster.history import WorkerHistory
from tournament.cluster.messages import Opened
from tournament.cluster.playing_worker import Hooks, PlayingWorker, WaitingMatch
from tournament.engines.messages import ProcessEnded
from tournament.errors import HaltedError
from tournament.storage.summary import Finished

SECONDS_BETWEEN_LOOKS = 0.5
"""How often the runner looks for workers."""

SECONDS_BETWEEN_RENEWALS = 4.0
"""How often the leases of the players are renewed."""

SECONDS_TO_ADMIT = 600.0
"""How long a worker may take to unpack and start the bots."""

SECONDS_WITHOUT_WORKERS = 300.0
"""How long a match waits if no worker is left; new ones may come."""

SECONDS_TO_CLOSE = 20.0
"""How long a worker may take to end its bots."""


class ClusterEngine:
    """An `Engine` of dask workers. Made by `open_cluster`.

    Attributes:
        capacity: How many matches the workers can play at once; it changes when workers come and go.
    """

    def __init__(
        self, connection: ClusterConnection, admission: Admission, checks: Checks, hooks: Hooks, *, duplicate: bool
    ) -> None:
        self._connection = connection
        self._admission = admission
        self._hooks = hooks
        # A worker that only seems to be lost may continue to play until its lease ends, and the deal must not be played
        # twice.
        seconds_after_loss = remote.LEASE_SECONDS if duplicate and not connection.is_local else 0.0
        self._batches = Batches(
            connection,
            checks,
            hooks,
            admission.bots,
            seconds_after_loss=seconds_after_loss,
            on_change=self._note_change,
        )
        self._places: dict[str, PlayingWorker] = {}
        self._asked: set[str] = set()
        self._admitting = 0
        self._histories: defaultdict[str, WorkerHistory] = defaultdict(WorkerHistory)
        self._changed = trio.Event()
        self._scheduler_is_gone = False
        self._told: set[str] = set()

    @property
    def capacity(self) -> int:
        """See `Engine`."""
        return sum(self._most(place) for place in self._usable())

    @property
    def is_undecided(self) -> bool:
        """Whether a worker has not reported yet whether it can play."""
        return self._admitting > 0

    @property
    def excluded(self) -> list[str]:
        """The workers that get no matches, each with the reason."""
        return [f"{name}: {history.excluded}" for name, history in self._histories.items() if history.excluded]

    def running(self) -> dict[str, int]:
        """Return how many matches each worker plays now. Any thread may call this and the next two methods."""
        return {place.worker.name: len(place.running) for place in list(self._places.values())}

    def played(self) -> dict[str, int]:
        """Return how many matches of each worker were accepted."""
        return {name: history.accepted for name, history in list(self._histories.items())}

    def failed(self) -> dict[str, int]:
        """Return how many matches each worker did not play to the end."""
        return {name: history.failed for name, history in list(self._histories.items())}

    async def change(self) -> None:
        """Wait until a worker comes, goes, or may be free for a match."""
        await self._changed.wait()

    async def submit(self, job: MatchJob) -> Finished:
        """See `Engine`. Raises `HaltedError` if there is no worker any more."""
        while True:
            place = await self._free_place(job.name)
            waiting = WaitingMatch(job, alone=job.name in self._batches.failed_at)
            await place.play(waiting)
            self._wake()
            if waiting.match is not None:
                return waiting.match
            if waiting.error is not None:
                raise waiting.error

    async def watch(self) -> None:
        """Look repeatedly for workers, and renew the leases of their players."""
        renewal = trio.current_time() + SECONDS_BETWEEN_RENEWALS
        async with trio.open_nursery() as nursery:
            while True:
                doubtful = [place for place in self._places.values() if place.doubt]
                there = {worker.address: worker for worker in await self._connection.workers()}
                self._scheduler_is_gone = self._connection.is_closed
                for address in self._places.keys() - there.keys():
                    self._lose(address)
                for place in doubtful:
                    if place.worker.address in there:  # it did not answer, and the network was not the cause
                        place.end_doubt()
                self._asked &= there.keys()
                for address in there.keys() - self._asked:
                    self._asked.add(address)
                    self._admitting += 1
                    nursery.start_soon(self._admit, there[address], nursery)
                if trio.current_time() >= renewal:
                    renewal = trio.current_time() + SECONDS_BETWEEN_RENEWALS
                    for place in self._places.values():
                        nursery.start_soon(self._renew, place)
                self._wake()
                await trio.sleep(SECONDS_BETWEEN_LOOKS)

    async def close(self) -> None:
        """End all players, and store what they report about their bots."""
        async with trio.open_nursery() as nursery:
            for place in self._places.values():
                nursery.start_soon(self._close, place)

    def _usable(self) -> list[PlayingWorker]:
        return [place for place in self._places.values() if not (place.history.excluded or place.doubt)]

    def _most(self, place: PlayingWorker) -> int:
        return place.most(self._batches.size.size)

    def _load(self, place: PlayingWorker) -> float:
        """Return how much of a worker is in use; 1.0 if it has as many matches as it is given."""
        return place.given / self._most(place)

    def _note_change(self, place: PlayingWorker) -> None:
        if place.history.excluded:
            self._tell_of(place.worker.name)
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def _free_place(self, match: str) -> PlayingWorker:
        """Wait for a worker that can take a match; preferably one that did not fail to play it before."""
        while True:
            usable, failed = self._usable(), self._batches.failed_at.get(match, set())
            if self._scheduler_is_gone:
                raise HaltedError("the connection to the scheduler of the cluster was lost")
            others = [place for place in usable if place.worker.name not in failed] or usable
            place = min(others, key=self._load, default=None)
            if place is not None and self._load(place) < 1:
                return place
            with trio.move_on_after(SECONDS_WITHOUT_WORKERS) as patience:
                await self._changed.wait()
                while not self._usable() and not self._scheduler_is_gone:
                    await self._changed.wait()
            if patience.cancelled_caught and not self._usable():
                why = "; ".join(self.excluded) or "all have left the cluster"
                raise HaltedError(f"there has been no worker for {SECONDS_WITHOUT_WORKERS:g} s: {why}")

    def _tell_of(self, name: str) -> None:
        """Report, only once, that a worker gets no more matches."""
        if name not in self._told:
            self._told.add(name)
            self._hooks.note(f"worker {name} gets no more matches: {self._histories[name].excluded}")

    def _lose(self, address: str) -> None:
        place = self._places.pop(address)
        self._asked.discard(address)
        place.lose()
        if not place.history.excluded:
            self._hooks.note(f"worker {place.worker.name} is gone")

    async def _admit(self, worker: ClusterWorker, nursery: trio.Nursery) -> None:
        """Let a worker open a player, and give it matches if it may play."""
        history, player = self._histories[worker.name], secrets.token_hex(8)
        told = (self._admission.tournament, self._admission.opening, dict(self._admission.packs))
        try:
            if history.excluded:
                return
            with trio.fail_after(SECONDS_TO_ADMIT):
                said = await self._connection.call(worker.address, remote.open_player, player, *told)
            opened = msgspec.json.decode(said, type=Opened)
        except (WorkerGoneError, trio.TooSlowError, msgspec.DecodeError, TypeError) as error:
            opened = Opened(refused=f"it did not open its bots: {error}")
        finally:
            self._admitting -= 1
            self._wake()
        if worker.address not in self._asked:
            return
        if why := refusal_of(opened, self._admission):
            history.exclude(why)
            self._tell_of(worker.name)
            await self._close(PlayingWorker(worker, player, history))
        else:
            place = self._places[worker.address] = PlayingWorker(worker, player, history)
            nursery.start_soon(self._batches.play, place)
            self._hooks.note(_arrival_text(worker, opened))

    async def _renew(self, place: PlayingWorker) -> None:
        with suppress(WorkerGoneError):  # the next look shows that it is gone
            here = await self._connection.call(place.worker.address, remote.renew, [place.player])
            if place.player not in here and self._places.get(place.worker.address) is place:
                self._lose(place.worker.address)

    async def _close(self, place: PlayingWorker) -> None:
        with suppress(WorkerGoneError), trio.move_on_after(SECONDS_TO_CLOSE):
            for line in await self._connection.call(place.worker.address, remote.close_player, place.player):
                with suppress(msgspec.DecodeError):
                    self._batches.note_process(msgspec.json.decode(line, type=ProcessEnded).process)


def _arrival_text(worker: ClusterWorker, opened: Opened) -> str:
    matches = counted(worker.threads, "match", "matches")
    bare = f"; there, these bots run without a sandbox: {', '.join(opened.bare)}" if opened.bare else ""
    return f"worker {worker.name} plays {matches} at once{bare}"
