"""Hand batches of matches to the workers of a cluster, and check what comes back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence

import msgspec
import trio

from referee.kernel.job import MatchJob
from tournament.cluster.batch_size import BatchSize
from tournament.cluster.checking import Checks, LieError
from tournament.cluster.connection import ClusterConnection, WorkerGoneError
from tournament.cluster.messages import FromCluster, Lost
from tournament.cluster.playing_worker import Hooks, PlayingWorker, WaitingMatch
from tournament.engines.messages import Broken, Done, ProcessEnded
from tournament.errors import BrokenOffError
from tournament.storage.rows import ProcessRow
from tournament.storage.summary import Finished

LIED = "it sent a wrong record"


class Batches:
    """Plays the matches that wait for a worker.

    Attributes:
        size: How many matches are sent together.
        failed_at: The workers that did not play a match to the end, by the name of the match.
    """

    def __init__(
        self,
        connection: ClusterConnection,
        checks: Checks,
        hooks: Hooks,
        bots: Collection[str],
        *,
        seconds_after_loss: float,
        on_change: Callable[[PlayingWorker], None],
    ) -> None:
        self.size = BatchSize()
        self.failed_at: defaultdict[str, set[str]] = defaultdict(set)
        self._connection = connection
        self._checks = checks
        self._hooks = hooks
        self._bots = bots
        self._seconds_after_loss = seconds_after_loss
        self._on_change = on_change

    async def play(self, place: PlayingWorker) -> None:
        """Play the matches that wait for a worker, as many at once as it can, until it has left the cluster."""
        async with trio.open_nursery() as nursery:
            for _ in range(2 * place.worker.threads):  # while one batch is checked, the next is played
                nursery.start_soon(self._play_batches, place)

    def note_process(self, row: ProcessRow) -> None:
        """Report a bot process that has ended."""
        if row.bot in self._bots:
            self._hooks.on_process(row)

    async def _play_batches(self, place: PlayingWorker) -> None:
        while True:
            async with place.free:
                batch = await place.next_batch(self.size.size)
                if not batch:
                    return
                began = trio.current_time()
                answers, lost = await self._send(place, [waiting.job for waiting in batch])
                seconds = trio.current_time() - began
            if lost:
                await trio.sleep(self._seconds_after_loss)
            async with place.checking:
                for number, waiting in enumerate(batch):
                    await self._finish(place, waiting, answers[number] if number < len(answers) else [], lost)
            if all(waiting.match is not None for waiting in batch):  # one that ends a player would seem to be short
                self.size.note(seconds, len(batch))
            if place.history.excluded:
                place.hand_back()
            self._on_change(place)

    async def _finish(self, place: PlayingWorker, waiting: WaitingMatch, lines: Sequence[bytes], lost: str) -> None:
        try:
            waiting.finish(await self._checked(place, waiting.job, lines, lost))
        except BrokenOffError as error:
            self.failed_at[waiting.job.name].add(place.worker.name)
            waiting.finish(error=error)

    async def _send(self, place: PlayingWorker, jobs: Sequence[MatchJob]) -> tuple[Sequence[Sequence[bytes]], str]:
        """Return the lines that a worker returns for each match, or none and the reason why it was lost."""
        encoded = [(job.match_id, msgspec.json.encode(job)) for job in jobs]
        with trio.CancelScope() as scope:
            place.running.add(scope)
            try:
                answers = await self._connection.play(place.worker.address, place.player, encoded)
            except WorkerGoneError as error:
                place.doubt = str(error)
                place.hand_back()
                return [], place.doubt
            finally:
                place.running.discard(scope)
            return answers if isinstance(answers, list) else [], ""
        return [], "it has left the cluster"

    async def _checked(self, place: PlayingWorker, job: MatchJob, lines: Sequence[bytes], lost: str) -> Finished:
        """Return a match as a worker has sent it. Raises `BrokenOffError` if it must be started again."""
        if lost:
            raise BrokenOffError(f"worker {place.worker.name} was lost: {lost}")
        match = self._result(place, lines)
        try:
            match = await trio.to_thread.run_sync(self._checks.check, job, match)
        except LieError as error:
            self._found_lying(place, job.name, str(error))
        if place.history.excluded.startswith(LIED):
            raise BrokenOffError(f"worker {place.worker.name} sent a wrong record")
        assert match.ending is not None
        place.history.note_match(job.name, overloaded=match.ending.overloaded)
        return match

    def _result(self, place: PlayingWorker, lines: Sequence[bytes]) -> Finished:
        """Return the match that a worker has sent. Raises `BrokenOffError` if it has not played it to an end."""
        why, incident = "it sent no result", 0
        try:
            for line in lines:
                match msgspec.json.decode(line, type=FromCluster):
                    case ProcessEnded(process=row):
                        self.note_process(row)
                    case Done(match=match) if match.ending is not None:
                        return match
                    case Done(match=match):
                        why = match.void_reason
                    case Broken(why=why):
                        pass
                    case Lost(why=why, incident=incident):
                        pass
        except (msgspec.DecodeError, TypeError, UnicodeDecodeError) as error:
            why = f"it sent something that is not a result: {error}"
        place.history.note_failure(why, incident)
        raise BrokenOffError(f"worker {place.worker.name}: {why}")

    def _found_lying(self, place: PlayingWorker, match: str, why: str) -> None:
        """Leave a worker out, and let others play what it has sent."""
        place.history.exclude(f"{LIED} of match {match}: {why}")
        place.drop()
        matches, place.history.matches = place.history.matches, []
        if matches:
            self._hooks.play_again(matches, f"worker {place.worker.name} sent a wrong record of match {match}: {why}")
