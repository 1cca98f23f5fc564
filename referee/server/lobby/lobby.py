"""The bots that are there, and the matches that wait for them, run, or are over."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import partial

import trio
from referee_client.v1 import play_service_pb2 as wire

from referee.counts import counted
from referee.errors import CardSetError, UsageError
from referee.kernel.job import MatchJob
from referee.kernel.record import Header, Record
from referee.server.bridge import Bridge
from referee.server.config import Config
from referee.server.errors import AlreadyThere, NotFound, Refusal, Stopping, TooMuch
from referee.server.lobby.bot_link import BotLink, Stream
from referee.server.lobby.guests import Guests
from referee.server.lobby.hosted_match import HostedMatch, State
from referee.server.lobby.matches import Matches
from referee.server.lobby.waiting import Waiting
from referee.server.match.courtesy import Courtesy
from referee.server.match.link import SeatLink
from referee.server.storage.journal import RecordFiles
from referee.server.storage.tokens import Tokens

log = logging.getLogger(__name__)


class Lobby:
    """Brings bots and matches together.

    Attributes:
        matches: The matches that are not over, and the last ones that are (treat as read-only).
        stopping: Whether nothing new is begun any more (treat as read-only).
    """

    def __init__(
        self, nursery: trio.Nursery, bridge: Bridge, config: Config, tokens: Tokens, files: RecordFiles | None
    ) -> None:
        self.matches = Matches(config.limits.remembered_matches)
        self.stopping = False
        self._nursery = nursery
        self._limits = config.limits
        self._files = files
        self._guests = Guests(bridge, config.limits, tokens)
        self._courtesy = Courtesy()
        self._waiting = Waiting(self._guests.has_room)
        self._playing: dict[HostedMatch, None] = {}
        self._idle = trio.Event()
        self._grace = trio.CancelScope()

    def enter(self, hello: wire.Hello, stream: Stream) -> BotLink:
        """Lets a bot in, and begins what waits for it. Raises a `Refusal` if it may not come in."""
        bot = self._guests.enter(hello, stream)
        self._begin_next([bot.name])
        return bot

    def lost(self, stream: Stream) -> None:
        """Takes notice that a stream has ended, whether a bot came in by it or not."""
        self._guests.lost(stream)

    def create(self, job: MatchJob, local: Mapping[str, SeatLink] | None = None) -> HostedMatch:
        """Makes a match that begins when its bots have room for it; `local` are links that need no stream.

        Raises `UsageError`, `CardSetError` or a `Refusal` if there can be no such match.
        """
        if self.stopping:
            raise Stopping("STOPPING", "the referee is about to stop")
        if self.get(job.match_id) is not None:
            raise AlreadyThere("MATCH_EXISTS", f"there is a match {job.match_id!r}", match_id=job.match_id)
        if len(set(job.bots)) < len(job.bots):
            why = f"each bot can have one seat of a match, not several: {', '.join(job.bots)}"
            raise UsageError(why, "DUPLICATE_BOT", bots=", ".join(job.bots))
        limit = self._limits.unfinished_matches
        if len(self._waiting) + len(self._playing) >= limit:
            raise TooMuch(
                "TOO_MANY_MATCHES",
                f"no more than {counted(limit, 'match', 'matches')} may wait or run at the same time",
                limit=limit,
            )
        needing_room = self._guests.needing_room([name for name in job.bots if name not in (local or {})])
        links = partial(self._links, job.bots, local or {})
        try:
            hosted = HostedMatch.begin(job, links, self._files, self._courtesy, needing_room)
        except (UsageError, CardSetError, Refusal):
            self._guests.forget_strangers(job.bots)
            raise
        self._add(hosted)
        return hosted

    async def play(self, job: MatchJob, local: Mapping[str, SeatLink] | None = None) -> Record:
        """Plays a match to its end. One that is there already is not played a second time, unless it was voided."""
        hosted = self.get(job.match_id)
        if hosted is None or hosted.state is State.VOIDED:
            self._forget(job.match_id)
            hosted = self.create(job, local)
        try:
            await hosted.over.wait()
        except trio.Cancelled:
            self.cancel(hosted, "nobody waits for it any more")
            raise
        record = hosted.record()
        if self._files is None:
            self.matches.forget(job.match_id)
        return record

    def get(self, match_id: str) -> HostedMatch | None:
        """The match of that id; one that was over long ago is read from the disk. None if there is none."""
        hosted = self.matches.get(match_id)
        record = self._files.find(match_id) if hosted is None and self._files is not None else None
        return HostedMatch.finished(record, self._files) if record is not None and self._files is not None else hosted

    def find(self, match_id: str) -> HostedMatch:
        """The match of that id. Raises `NotFound`."""
        hosted = self.get(match_id)
        if hosted is None:
            raise NotFound("NO_SUCH_MATCH", f"there is no match {match_id[:64]!r}", match_id=match_id[:64])
        return hosted

    def cancel(self, hosted: HostedMatch, why: str) -> None:
        """Voids a match that is not over."""
        if hosted in self._waiting:
            self._waiting.remove(hosted)
            self._begin(hosted)
        hosted.void(why)

    def recover(self) -> None:
        """Takes up what an earlier referee left: finished matches, and others to go on with."""
        if self._files is None:
            return
        files = self._files
        left = []
        # In this order: a match whose result was the last thing written is made a finished one by the first lines.
        for record, journal in files.unfinished():
            journal.close()  # there may be more of them than files can be open
            left.append(_created(record.header))
        records = files.records(self._limits.remembered_matches)
        over = {_created(record.header): HostedMatch.finished(record, files) for record in records}
        for created in sorted([*left, *over]):
            if created in over:
                self._add(over[created])
                self.matches.ended(over[created])
            elif (hosted := self._taken_up(created[1], files)) is not None:
                self._add(hosted)

    def begin_waiting(self) -> None:
        """Begins every waiting match whose bots all have room for one more, the oldest first."""
        if self._begins:
            for hosted in self._waiting.take_all():
                self._begin_or_wait(hosted)

    async def stop(self, grace: float) -> None:
        """Begins nothing new, gives the running matches some time, voids the others, and dismisses the bots.

        As long as nothing can be written, no match is voided: the next referee goes on with them.
        """
        self.stopping = True
        self._grace.deadline = trio.current_time() + grace
        with self._grace:
            await self._until_idle()
        if not self._disk_is_broken:  # else only some of them could be voided, those with room left in their last block
            for hosted in self._playing:
                hosted.void("the referee was stopped")
            await self._until_idle(or_broken=True)
        if self._playing:
            text = "%s could not be ended, for nothing can be written; the next referee goes on with what it finds"
            log.error(text, counted(len(self._playing), "match", "matches"))
        self.dismiss(may_reconnect=True)

    async def mind_disk(self) -> None:
        """Lets what waits for the disk go on when it takes something again. Runs until it is cancelled."""
        if self._files is None:
            return
        while True:
            await self._files.disk.until_broken()
            self._idle.set()
            await self._files.disk.mend()
            self.begin_waiting()

    def hurry(self) -> None:
        """Ends the grace of `stop`."""
        self._grace.cancel()

    def dismiss(self, *, may_reconnect: bool) -> None:
        """Says goodbye to all bots."""
        self._guests.dismiss(may_reconnect=may_reconnect)

    def leave_unfinished(self) -> None:
        """Closes the journals of the matches that are not over, when no task plays them any more."""
        for hosted in self.matches.values():
            hosted.leave()

    def bot(self, name: str) -> BotLink:
        """The bot of that name, whether it was ever there or not."""
        return self._guests.bot(name)

    def forget_bot(self, name: str) -> None:
        """Says goodbye to a bot that plays no more matches, and makes its token void."""
        self._guests.forget(name)

    def _taken_up(self, match_id: str, files: RecordFiles) -> HostedMatch | None:
        """A match that an earlier referee had to leave; None if it can not go on."""
        record, journal = files.take_up(match_id)
        bots = tuple(record.header.bots)
        links = partial(self._links, bots, {})
        return HostedMatch.resume(record, journal, links, files, self._courtesy, self._guests.needing_room(bots))

    def _links(self, bots: Sequence[str], local: Mapping[str, SeatLink]) -> list[SeatLink]:
        return [local.get(name) or self.bot(name).seat() for name in bots]

    def _add(self, hosted: HostedMatch) -> None:
        self.matches.add(hosted)
        if not hosted.over.is_set():
            self._begin_or_wait(hosted)

    def _begin_or_wait(self, hosted: HostedMatch) -> None:
        if self._begins and self._waiting.can_begin(hosted):
            self._begin(hosted)
        else:
            hosted.rest()
            self._waiting.add(hosted)
            self._guests.forget_strangers(hosted.by_stream)

    def _begin_next(self, names: Sequence[str]) -> None:
        """Begins what waits for these bots, as long as they have room."""
        while self._begins and (hosted := self._waiting.next_of(names)) is not None:
            self._begin(hosted)

    def _forget(self, match_id: str) -> None:
        if self.get(match_id) is not None:
            if self._files is not None:
                self._files.set_aside(match_id)  # first: if it fails, the same request may come again
            self.matches.forget(match_id)

    def _begin(self, hosted: HostedMatch) -> None:
        self._playing[hosted] = None
        self._guests.take_room(hosted.by_stream)
        self._nursery.start_soon(self._play, hosted)

    async def _play(self, hosted: HostedMatch) -> None:
        await hosted.play()
        del self._playing[hosted]
        self.matches.ended(hosted)
        self._guests.give_room(hosted.by_stream)
        self._idle.set()
        self._begin_next(hosted.by_stream)
        self._guests.forget_strangers(hosted.by_stream)

    @property
    def _begins(self) -> bool:
        """Whether matches are begun now."""
        return not self.stopping and not self._disk_is_broken

    @property
    def _disk_is_broken(self) -> bool:
        return self._files is not None and bool(self._files.disk.fault)

    async def _until_idle(self, *, or_broken: bool = False) -> None:
        """Waits until no match runs; with `or_broken` only as long as their ends can be written."""
        while self._playing and not (or_broken and self._disk_is_broken):
            self._idle = trio.Event()
            await self._idle.wait()


def _created(header: Header) -> tuple[float, str]:
    """When a match was created, and its id: in this order they are listed."""
    return 0.0 if header.time is None else header.time.begun_unix_s, header.match_id
