"""The bots that are connected, and the matches that wait for them, run, or are over."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
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
from referee.server.match.link import SeatLink
from referee.server.match.taking_turns import TakingTurns
from referee.server.storage.journal import RecordFiles
from referee.server.storage.tokens import Tokens

log = logging.getLogger(__name__)


class Lobby:
    """Brings bots and matches together.

    Attributes:
        matches: The matches that are not over, and the most recently ended ones (treat as read-only).
        stopping: Whether no new match is begun any more (treat as read-only).
        on_ended: Called with the record of each match that has ended; it must return at once.
    """

    def __init__(
        self, nursery: trio.Nursery, bridge: Bridge, config: Config, tokens: Tokens, files: RecordFiles | None
    ) -> None:
        self.matches = Matches(config.limits.remembered_matches)
        self.stopping = False
        self.on_ended: Callable[[Record], object] | None = None
        self._nursery = nursery
        self._limits = config.limits
        self._files = files
        self._guests = Guests(bridge, config.limits, tokens)
        self._taking_turns = TakingTurns()
        self._waiting = Waiting(self._guests.has_room)
        self._playing: dict[HostedMatch, None] = {}
        self._idle = trio.Event()
        self._grace = trio.CancelScope()

    def enter(self, hello: wire.Hello, stream: Stream) -> BotLink:
        """Let a bot in, and begin the matches that wait for it. Raises a `Refusal` if the bot is not accepted."""
        bot = self._guests.enter(hello, stream)
        self._begin_next([bot.name])
        return bot

    def lost(self, stream: Stream) -> None:
        """Record that a stream has ended, whether or not a bot was accepted on it."""
        self._guests.lost(stream)

    def create(self, job: MatchJob, local: Mapping[str, SeatLink] | None = None) -> HostedMatch:
        """Create a match that begins when its bots have room for it; `local` are links that need no stream.

        Raises `UsageError`, `CardSetError` or a `Refusal` if the match cannot be created.
        """
        if self.stopping:
            raise Stopping("STOPPING", "the referee is stopping")
        if self.get(job.match_id) is not None:
            raise AlreadyThere("MATCH_EXISTS", f"match {job.match_id!r} already exists", match_id=job.match_id)
        if len(set(job.bots)) < len(job.bots):
            why = f"each bot can have only one seat in a match: {', '.join(job.bots)}"
            raise UsageError(why, "DUPLICATE_BOT", bots=", ".join(job.bots))
        limit = self._limits.unfinished_matches
        if len(self._waiting) + len(self._playing) >= limit:
            raise TooMuch(
                "TOO_MANY_MATCHES",
                f"at most {counted(limit, 'match', 'matches')} may wait or run at the same time",
                limit=limit,
            )
        needing_room = self._guests.needing_room([name for name in job.bots if name not in (local or {})])
        links = partial(self._links, job.bots, local or {})
        try:
            hosted = HostedMatch.begin(job, links, self._files, self._taking_turns, needing_room)
        except (UsageError, CardSetError, Refusal):
            self._guests.forget_strangers(job.bots)
            raise
        self._add(hosted)
        return hosted

    async def play(self, job: MatchJob, local: Mapping[str, SeatLink] | None = None) -> Record:
        """Play a match to its end.

        If the match exists already, it is not played a second time, unless it was voided.
        """
        hosted = self.get(job.match_id)
        if hosted is None or hosted.state is State.VOIDED:
            self._forget(job.match_id)
            hosted = self.create(job, local)
        try:
            await hosted.over.wait()
        except trio.Cancelled:
            self.cancel(hosted, "its caller no longer waits for it")
            raise
        record = hosted.record()
        if self._files is None:
            self.matches.forget(job.match_id)
        return record

    def get(self, match_id: str) -> HostedMatch | None:
        """The match with this id; one that ended long ago is read from the disk. None if there is none."""
        hosted = self.matches.get(match_id)
        record = self._files.find(match_id) if hosted is None and self._files is not None else None
        return HostedMatch.finished(record, self._files) if record is not None and self._files is not None else hosted

    def open_matches(self) -> list[HostedMatch]:
        """The matches that wait or run, and perhaps some that have just ended. Any thread may call this."""
        return [*self._waiting.all(), *list(self._playing)]

    @property
    def streams(self) -> int:
        """How many bots are connected. Any thread may read this."""
        return self._guests.streams

    def find(self, match_id: str) -> HostedMatch:
        """The match with this id. Raises `NotFound` if there is none."""
        hosted = self.get(match_id)
        if hosted is None:
            raise NotFound("NO_SUCH_MATCH", f"there is no match {match_id[:64]!r}", match_id=match_id[:64])
        return hosted

    def cancel(self, hosted: HostedMatch, why: str) -> None:
        """Void a match that is not over."""
        if hosted in self._waiting:
            self._waiting.remove(hosted)
            self._begin(hosted)
        hosted.void(why)

    def recover(self) -> None:
        """Take over the matches of an earlier referee: list the finished ones, and continue the others."""
        if self._files is None:
            return
        files = self._files
        left = []
        # The order matters: if the result is the last line of a journal, the next lines make the match a finished one.
        for record, journal in files.unfinished():
            journal.close()  # there may be more of them than we can have files open
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
        """Begin every waiting match whose bots all have room for one more, the oldest first."""
        if self._begins:
            for hosted in self._waiting.take_all():
                self._begin_or_wait(hosted)

    async def stop(self, grace: float) -> None:
        """Begin nothing new, give the running matches `grace` seconds, void what remains, and disconnect the bots.

        As long as the disk cannot be written, no match is voided: the next referee continues them.
        """
        self.stopping = True
        self._grace.deadline = trio.current_time() + grace
        with self._grace:
            await self._until_idle()
        if not self._disk_is_broken:  # otherwise only those with room left in their last block could be voided
            for hosted in self._playing:
                hosted.void("the referee was stopped")
            await self._until_idle(or_broken=True)
        if self._playing:
            text = "%s could not be ended because the disk cannot be written; the next referee continues what it finds"
            log.error(text, counted(len(self._playing), "match", "matches"))
        self.dismiss(may_reconnect=True)

    async def mind_disk(self) -> None:
        """Let matches that wait for the disk continue once it can be written again. Runs until it is cancelled."""
        if self._files is None:
            return
        while True:
            await self._files.disk.until_broken()
            self._idle.set()
            await self._files.disk.mend()
            self.begin_waiting()

    def hurry(self) -> None:
        """End the grace period of `stop`."""
        self._grace.cancel()

    def dismiss(self, *, may_reconnect: bool) -> None:
        """Send a Goodbye to all bots."""
        self._guests.dismiss(may_reconnect=may_reconnect)

    def leave_unfinished(self) -> None:
        """Close the journals of the matches that are not over, once no task plays them any more."""
        for hosted in self.matches.values():
            hosted.leave()

    def bot(self, name: str) -> BotLink:
        """The bot with this name, whether it was ever connected or not."""
        return self._guests.bot(name)

    def forget_bot(self, name: str) -> None:
        """Send a Goodbye to a bot that plays no more matches, and revoke its token."""
        self._guests.forget(name)

    def _taken_up(self, match_id: str, files: RecordFiles) -> HostedMatch | None:
        """Resume a match that an earlier referee left; None if it cannot continue."""
        record, journal = files.take_up(match_id)
        bots = tuple(record.header.bots)
        links = partial(self._links, bots, {})
        return HostedMatch.resume(record, journal, links, files, self._taking_turns, self._guests.needing_room(bots))

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
        """Begin matches that wait for these bots, as long as they have room."""
        while self._begins and (hosted := self._waiting.next_of(names)) is not None:
            self._begin(hosted)

    def _forget(self, match_id: str) -> None:
        if self.get(match_id) is not None:
            if self._files is not None:
                self._files.set_aside(match_id)  # first: if it fails, the caller can repeat the request
            self.matches.forget(match_id)

    def _begin(self, hosted: HostedMatch) -> None:
        self._playing[hosted] = None
        self._guests.take_room(hosted.by_stream)
        self._nursery.start_soon(self._play, hosted)

    async def _play(self, hosted: HostedMatch) -> None:
        record = await hosted.play()
        del self._playing[hosted]
        self.matches.ended(hosted)
        if self.on_ended is not None:
            self.on_ended(record)
        self._guests.give_room(hosted.by_stream)
        self._idle.set()
        self._begin_next(hosted.by_stream)
        self._guests.forget_strangers(hosted.by_stream)

    @property
    def _begins(self) -> bool:
        """Whether matches may begin now."""
        return not self.stopping and not self._disk_is_broken

    @property
    def _disk_is_broken(self) -> bool:
        return self._files is not None and bool(self._files.disk.fault)

    async def _until_idle(self, *, or_broken: bool = False) -> None:
        """Wait until no match runs; with `or_broken`, only as long as the disk can be written to."""
        while self._playing and not (or_broken and self._disk_is_broken):
            self._idle = trio.Event()
            await self._idle.wait()


def _created(header: Header) -> tuple[float, str]:
    """When a match was created, and its id: the order in which matches are listed."""
    return 0.0 if header.time is None else header.time.begun_unix_s, header.match_id
