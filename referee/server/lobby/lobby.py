"""The bots that are there, and the matches that wait for them, run, or are over. Everything here is on trio's side."""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

import trio

from referee.errors import UsageError
from referee.kernel.job import MatchJob
from referee.kernel.record import Header, Record
from referee.server.bridge import Bridge
from referee.server.config import Config
from referee.server.errors import AlreadyThere, NotAllowed, NotFound, NotKnown, NotNow, Refusal, Stopping, TooMuch
from referee.server.lobby.bot_link import PROTOCOL_VERSION, BotLink, Stream
from referee.server.lobby.hosted_match import HostedMatch, State
from referee.server.lobby.waiting import Waiting
from referee.server.match.courtesy import Courtesy
from referee.server.match.link import SeatLink
from referee.server.storage.journal import RecordFiles
from referee.server.storage.tokens import Role, Tokens
from referee.v1 import play_service_pb2 as wire

MATCHES_OF_A_STRANGER = 1
NOBODY = ""
"""Stands for all the bots that were away when their match was created."""

log = logging.getLogger(__name__)


class Lobby:
    """Brings bots and matches together.

    Attributes:
        matches: By id the matches that are not over, and the last ones that are, the oldest first (treat as read-only).
        stopping: Whether nothing new is begun any more (treat as read-only).
    """

    def __init__(
        self, nursery: trio.Nursery, bridge: Bridge, config: Config, tokens: Tokens, files: RecordFiles | None
    ) -> None:
        self.matches: dict[str, HostedMatch] = {}
        self.stopping = False
        self._nursery = nursery
        self._bridge = bridge
        self._config = config
        self._tokens = tokens
        self._files = files
        self._bots: dict[str, BotLink] = {}
        self._bot_of_stream: dict[Stream, BotLink] = {}
        self._courtesy = Courtesy()
        self._over: deque[str] = deque()
        self._waiting = Waiting(self._has_room)
        self._busy: Counter[str] = Counter()
        self._playing = 0
        self._idle = trio.Event()
        self._grace = trio.CancelScope()

    def enter(self, hello: wire.Hello, stream: Stream) -> BotLink:
        """Lets a bot in. Raises a `Refusal` if it may not."""
        if hello.protocol_version != PROTOCOL_VERSION:
            raise NotNow(
                "PROTOCOL_VERSION",
                f"this referee speaks version {PROTOCOL_VERSION} of the protocol, not {hello.protocol_version}",
                supported=PROTOCOL_VERSION,
                given=hello.protocol_version,
            )
        issued = self._tokens.find(hello.token)
        if issued is None:
            raise NotKnown("WRONG_TOKEN", "the token is not one of this referee's")
        if issued.role is not Role.BOT:
            why = f"the token of {issued.name} is one of a {issued.role}; a bot needs a token of its own"
            raise NotAllowed("NOT_A_BOT", why, name=issued.name, role=issued.role)
        bot = self.bot(issued.name)
        if bot.stream is not None and hello.resume_token != bot.resume_token:
            raise AlreadyThere(
                "ALREADY_CONNECTED",
                f"{bot.name} is connected already, and the resume token is not its own",
                bot=bot.name,
            )
        self._bot_of_stream[stream] = bot
        bot.enter(hello, stream)
        self._begin_next([bot.name])
        return bot

    def lost(self, stream: Stream) -> None:
        """Takes notice that a stream has ended, whether a bot came in by it or not."""
        bot = self._bot_of_stream.pop(stream, None)
        if bot is not None:
            bot.lost(stream)

    def create(self, job: MatchJob, local: Mapping[str, SeatLink] | None = None) -> HostedMatch:
        """Makes a match that begins when its bots have room for it; `local` are links that need no stream.

        Raises `UsageError` or a `Refusal` if there can be no such match.
        """
        if self.stopping:
            raise Stopping("STOPPING", "the referee is about to stop")
        if self.get(job.match_id) is not None:
            raise AlreadyThere("MATCH_EXISTS", f"there is a match {job.match_id!r}", match_id=job.match_id)
        if len(set(job.bots)) < len(job.bots):
            raise UsageError(f"each bot can have one seat of a match, not several: {', '.join(job.bots)}")
        limit = self._config.limits.unfinished_matches
        if len(self._waiting) + self._playing >= limit:
            raise TooMuch("TOO_MANY_MATCHES", f"{limit} matches wait or run already", limit=limit)
        try:
            hosted = HostedMatch.begin(job, partial(self._links, job.bots, local or {}), self._files, self._courtesy)
        except (UsageError, Refusal):
            self._forget_strangers(job.bots)
            raise
        hosted.by_stream = self._needing_room([name for name in job.bots if name not in (local or {})])
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
            self.matches.pop(job.match_id, None)
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

    def cancel(self, hosted: HostedMatch, reason: str) -> None:
        """Voids a match that is not over."""
        if not hosted.begun:
            self._waiting.remove(hosted)
            self._begin(hosted)
        hosted.void(reason)

    def recover(self) -> None:
        """Takes up what an earlier referee left: finished matches, and others to go on with."""
        if self._files is None:
            return
        # In this order: a match whose result was the last thing written is made a finished one by the first lines.
        unfinished = []
        for record, journal in self._files.unfinished():
            journal.close()  # there may be more of them than files can be open
            unfinished.append((_begun(record.header), record.header.match_id))
        records = self._files.records(self._config.limits.remembered_matches)
        for over in sorted((HostedMatch.finished(record, self._files) for record in records), key=_begun_of):
            self._add(over)
            self._over.append(over.match_id)
        for _, match_id in sorted(unfinished):
            record, journal = self._files.take_up(match_id)
            bots = tuple(record.header.bots)
            links = partial(self._links, bots, {})
            hosted = HostedMatch.resume(record, journal, links, self._files, self._courtesy)
            if hosted is not None:
                hosted.by_stream = self._needing_room(bots)
                self._add(hosted)

    def begin_waiting(self) -> None:
        """Begins every waiting match whose bots all have room for one more, the oldest first."""
        if self._begins:
            for hosted in self._waiting.take_all():
                self._begin_or_wait(hosted)

    async def stop(self, grace: float) -> None:
        """Begins nothing new, gives the running matches some time, voids the others, and dismisses the bots."""
        self.stopping = True
        self._grace.deadline = trio.current_time() + grace
        with self._grace:
            await self._until_idle()
        for hosted in self._running():
            hosted.void("the referee was stopped")
        await self._until_idle(or_broken=True)
        if left := sum(1 for _ in self._running()):
            log.error(
                "%d matches could not be ended, for nothing can be written; the next referee goes on with them", left
            )
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
        for bot in self._bots.values():
            bot.close("the referee stops", may_reconnect=may_reconnect)

    def leave_unfinished(self) -> None:
        """Closes the journals of the matches that are not over, when no task plays them any more."""
        for hosted in self.matches.values():
            hosted.leave()

    def bot(self, name: str) -> BotLink:
        """The bot of that name, whether it was ever there or not."""
        if name not in self._bots:
            self._bots[name] = BotLink(name, self._bridge, self._config.limits)
        return self._bots[name]

    def forget_bot(self, name: str) -> None:
        """Says goodbye to a bot that plays no more matches, and makes its token void."""
        self._tokens.revoke(name)
        bot = self._bots.pop(name, None)
        if bot is not None:
            bot.close("your matches are over", may_reconnect=False)

    def _needing_room(self, bots: Sequence[str]) -> tuple[str, ...]:
        """The bots that need room for a match. If all of them are away, it also needs one of few places."""
        away = all((bot := self._bots.get(name)) is None or bot.stream is None for name in bots)
        return (*bots, NOBODY) if bots and away else tuple(bots)

    def _has_room(self, name: str) -> bool:
        if name == NOBODY:
            return self._busy[NOBODY] < self._config.limits.matches_of_nobody
        bot = self._bots.get(name)
        known = bot is not None and bot.hello.protocol_version
        return self._busy[name] < (bot.max_matches if bot is not None and known else MATCHES_OF_A_STRANGER)

    def _links(self, bots: Sequence[str], local: Mapping[str, SeatLink]) -> list[SeatLink]:
        return [local.get(name) or self.bot(name).seat() for name in bots]

    def _add(self, hosted: HostedMatch) -> None:
        self.matches[hosted.match_id] = hosted
        if not hosted.over.is_set():
            self._begin_or_wait(hosted)

    def _begin_or_wait(self, hosted: HostedMatch) -> None:
        if self._begins and self._waiting.can_begin(hosted):
            self._begin(hosted)
        else:
            hosted.rest()
            self._waiting.add(hosted)
            self._forget_strangers(hosted.by_stream)

    def _begin_next(self, names: Sequence[str]) -> None:
        """Begins what waits for these bots, as long as they have room."""
        while self._begins and (hosted := self._waiting.next_of(names)) is not None:
            self._begin(hosted)

    def _forget_strangers(self, names: Iterable[str]) -> None:
        """Forgets bots that were never there and play nothing: anybody may name thousands."""
        for name in names:
            bot = self._bots.get(name)
            if bot is not None and not bot.hello.protocol_version and not self._busy[name] and not bot.seats:
                del self._bots[name]

    def _forget(self, match_id: str) -> None:
        if self.get(match_id) is not None:
            self.matches.pop(match_id, None)
            if self._files is not None:
                self._files.set_aside(match_id)

    def _remember(self, over: HostedMatch) -> None:
        """Lists a match that is over, and no longer those that were over long before."""
        self._over.append(over.match_id)
        while len(self._over) > self._config.limits.remembered_matches:
            oldest = self.matches.get(self._over.popleft())
            if oldest is not None and oldest.over.is_set():
                del self.matches[oldest.match_id]

    def _begin(self, hosted: HostedMatch) -> None:
        hosted.begun = True
        self._playing += 1
        self._busy.update(hosted.by_stream)
        self._nursery.start_soon(self._play, hosted)

    async def _play(self, hosted: HostedMatch) -> None:
        await hosted.play()
        self._playing -= 1
        self._remember(hosted)
        for name in hosted.by_stream:
            self._busy[name] -= 1
            if not self._busy[name]:
                del self._busy[name]
        self._idle.set()
        self._begin_next(hosted.by_stream)
        self._forget_strangers(hosted.by_stream)

    def _running(self) -> Iterator[HostedMatch]:
        return (hosted for hosted in self.matches.values() if hosted.begun and not hosted.over.is_set())

    @property
    def _begins(self) -> bool:
        """Whether matches are begun now."""
        return not self.stopping and not self._disk_is_broken

    @property
    def _disk_is_broken(self) -> bool:
        return self._files is not None and bool(self._files.disk.fault)

    async def _until_idle(self, *, or_broken: bool = False) -> None:
        """Waits until no match runs; with `or_broken` only as long as their ends can be written."""
        while any(self._running()) and not (or_broken and self._disk_is_broken):
            self._idle = trio.Event()
            await self._idle.wait()


def _begun(header: Header) -> float:
    return 0.0 if header.time is None else header.time.begun_unix_s


def _begun_of(hosted: HostedMatch) -> float:
    return _begun(hosted.header)
