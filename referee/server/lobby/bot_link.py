"""One bot that dials in: its stream, its seats, and what it does wrong. No gRPC here."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

from google.protobuf.message import DecodeError
from referee_client.v1 import play_service_pb2 as wire

from referee.counts import counted
from referee.kernel.record import StrikeCause
from referee.server.bridge import Bridge
from referee.server.config import Limits
from referee.server.lobby.bot_seat import BotSeat
from referee.server.lobby.ends import Ends
from referee.server.match import messages
from referee.server.match.link import Cores, Receiver
from referee.version import referee_version

PROTOCOL_VERSION = 1


class Stream(Protocol):
    """A bot's stream. Its methods return at once; after the stream's end they do nothing."""

    def send(self, response: bytes, limit: Callable[[], int]) -> None:
        """Sends something. If more than `limit()` responses wait because the bot does not read, the stream ends."""

    def close(self, goodbye: wire.Goodbye) -> None:
        """Says a last word and ends the stream."""


class BotLink:
    """One bot by the name of its token, whether it is connected or not.

    Attributes:
        name: The name that the token was made for.
        hello: What it last said of itself.
        wants_text, wants_events, wants_cards: The same, as far as every Turn follows from it.
        stream: Its stream; None while there is no connection.
        gone: Whether it left and will not come back.
        seats: Its running matches (treat as read-only).
        resume_token: What lets it take the place of a stream that looks alive.
        ends: The ends that it may have missed.
        strikes_told: How many strikes this stream has brought it (treat as read-only).
        cores: How it gets the cores of this machine; None unless its process is one of ours.
        asked_before: For how many seconds it was asked in matches that are over.
    """

    def __init__(self, name: str, bridge: Bridge, limits: Limits) -> None:
        self.name = name
        self.hello = wire.Hello()
        self.wants_text = self.wants_events = self.wants_cards = False
        self.stream: Stream | None = None
        self.gone = False
        self.seats: dict[str, BotSeat] = {}
        self.resume_token = ""
        self.cores: Cores | None = None
        self.asked_before = 0.0
        self._bridge = bridge
        self._limits = limits
        self._unasked = self._unsupported = 0
        self.strikes_told = self._strikes_heard = 0
        self._over: OrderedDict[str, None] = OrderedDict()
        self.ends = Ends(limits.remembered_ends)

    def seat(self) -> BotSeat:
        """A link for one more match."""
        return BotSeat(self, self._bridge)

    @property
    def asked_s(self) -> float:
        """For how many seconds it was asked so far, in all its matches."""
        receivers = [seat.receiver for seat in self.seats.values()]
        return self.asked_before + sum(receiver.asked_s for receiver in receivers if receiver is not None)

    @property
    def max_matches(self) -> int:
        """How many matches it is given at once at most."""
        most = self._limits.max_matches_per_bot
        return min(self.hello.max_matches, most) if self.hello.max_matches else most

    def enter(self, hello: wire.Hello, stream: Stream) -> None:
        """Takes a new stream into use, and ends the one before."""
        if self.stream is not None:
            self.stream.close(wire.Goodbye(why="another connection took this one's place"))
        self.hello = hello
        self.wants_text, self.wants_events, self.wants_cards = hello.wants_text, hello.wants_events, hello.wants_cards
        self.stream = stream
        self.gone = False
        self._unasked = self._unsupported = self.strikes_told = self._strikes_heard = 0
        self.resume_token = secrets.token_urlsafe(16)
        welcome = wire.Welcome(
            resume_token=self.resume_token,
            bot=self.name,
            max_request_bytes=self._limits.max_request_bytes,
            max_unasked_requests=self._limits.max_unasked_requests,
            max_matches=self.max_matches,
            referee_version=referee_version(),
            features=messages.FEATURES,
        )
        self.send(wire.PlayResponse(welcome=welcome))
        if not hello.resume_token:
            self.ends = Ends(self._limits.remembered_ends)  # a fresh process knows nothing of what has ended
        for ended in self.ends.again():
            stream.send(ended, self._outbox)
        for seat in self.seats.values():
            seat.ends_before = seat.strikes_before = 0
        self._tell_matches(lambda receiver: receiver.link_changed(fresh=True))

    def lost(self, stream: Stream) -> None:
        """Takes notice that a stream has ended."""
        if stream is self.stream:
            self.stream = None
            self._tell_matches(lambda receiver: receiver.link_changed())

    def left(self) -> None:
        """Takes notice that the bot will not come back."""
        self.gone = True
        self._tell_matches(lambda receiver: receiver.link_changed())

    def send(self, response: wire.PlayResponse) -> None:
        """Sends something. Without a connection it is lost, but for the end of a match: that is told who resumes."""
        data = response.SerializeToString()
        if response.HasField("match_ended"):
            self.ends.tell(data)
        elif response.HasField("strike"):
            self.strikes_told += 1
        self.send_bytes(data)

    def send_bytes(self, response: bytes) -> None:
        """Sends a response that is serialised already, and not an end. Without a connection it is lost."""
        if self.stream is not None:
            self.stream.send(response, self._outbox)

    def _outbox(self) -> int:
        """How many responses may wait. Strikes have room besides, so that a flood is always told that it is one.

        They have it until the bot answers a Turn that came after them: that proves, as with `Ends`, that they are read.
        """
        return self._limits.outbox * (1 + len(self.seats) + len(self.ends)) + self.strikes_told - self._strikes_heard

    def close(self, why: str, *, may_reconnect: bool) -> None:
        """Says goodbye and ends the stream, if there is one."""
        stream = self.stream
        if stream is not None:
            self.lost(stream)
            stream.close(wire.Goodbye(why=why, may_reconnect=may_reconnect))

    def match_is_over(self, match_id: str) -> None:
        """Forgets a match, but for its id: an answer that was under way is no misdeed."""
        self.seats.pop(match_id, None)
        self._over[match_id] = None
        if len(self._over) > self._limits.remembered_ends:
            self._over.popitem(last=False)

    def received(self, stream: Stream, data: bytes) -> None:
        """Takes a request that has arrived."""
        if stream is not self.stream:
            return
        try:
            request = wire.PlayRequest.FromString(data)
        except DecodeError:
            self._misbehaved(StrikeCause.MALFORMED, "a request could not be read as a PlayRequest")
            return
        match request.WhichOneof("request"):
            case "choice":
                self._take_choice(request.choice)
            case "resign":
                self._take_resignation(request.resign.match_id)
            case "leave":
                self.gone = True
                self.close("you left", may_reconnect=False)
            case "hello":
                self._misbehaved(StrikeCause.MALFORMED, "a second Hello; only the first request of a stream is one")
            case _:
                self._count_unsupported()

    def _take_choice(self, choice: wire.Choice) -> None:
        seat = self.seats.get(choice.match_id)
        if seat is None or seat.receiver is None:
            self._no_such_match(choice.match_id, choice.turn)
            return
        before = (seat.ends_before, seat.strikes_before)  # this Turn: the next may be sent before the answer is taken
        if seat.receiver.choice(choice, seat.own_lag()):
            self._unasked = self._unsupported = 0
            self.ends.heard(before[0])
            self._strikes_heard = max(self._strikes_heard, before[1])
        else:
            self._count_unasked()

    def _take_resignation(self, match_id: str) -> None:
        seat = self.seats.get(match_id)
        if seat is None or seat.receiver is None:
            self._no_such_match(match_id, 0)
        elif not seat.receiver.resign():
            self._count_unasked()

    def _no_such_match(self, match_id: str, turn: int) -> None:
        if match_id in self._over:
            self._strike(StrikeCause.STALE, "this match is over; this costs nothing", match_id, turn)
            self._count_unasked()
        else:
            self._misbehaved(StrikeCause.UNKNOWN_MATCH, f"you play no match {match_id[:64]!r}")

    def _misbehaved(self, cause: StrikeCause, why: str) -> None:
        """Counts something against every match of the stream, as nobody knows which one was meant."""
        if not self.seats:
            self._strike(cause, why)
        self._tell_matches(lambda receiver: receiver.misbehaved(cause, why))
        self._count_unasked()

    def _count_unasked(self) -> None:
        self._unasked += 1
        if self._unasked > self._limits.max_unasked_requests and self.stream is not None:
            why = f"more than {counted(self._limits.max_unasked_requests, 'request')} that nobody asked for"
            self._tell_matches(lambda receiver: receiver.misbehaved(StrikeCause.FLOOD, why))
            self.close(why, may_reconnect=True)

    def _count_unsupported(self) -> None:
        """Tells a bot that what it said is not known here. However often it does so, no seat is forfeited for it."""
        self.send(messages.unsupported())
        self._unsupported += 1
        if self._unsupported > self._limits.max_unasked_requests:
            most = counted(self._limits.max_unasked_requests, "request")
            why = f"more than {most} of a kind that this referee does not know"
            self.close(why, may_reconnect=True)

    def _strike(self, cause: StrikeCause, why: str, match_id: str = "", turn: int = 0) -> None:
        """Tells a strike that counts in no match."""
        self.send(messages.strike(match_id, turn, cause, why, strikes_left=None, counted=False))

    def _tell_matches(self, tell: Callable[[Receiver], None]) -> None:
        for seat in list(self.seats.values()):
            if seat.receiver is not None:
                tell(seat.receiver)
