"""One bot that connects: its stream, its seats, and its mistakes. No gRPC here."""

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
    """A bot's stream. Its methods return at once; after the end of the stream they do nothing."""

    def send(self, response: bytes, limit: Callable[[], int]) -> None:
        """Send a response. If more than `limit()` responses wait because the bot does not read, the stream ends."""

    def close(self, goodbye: wire.Goodbye) -> None:
        """Send a last message and end the stream."""


class BotLink:
    """One bot, identified by the name of its token, whether it is connected or not.

    Attributes:
        name: The name that its token was issued for.
        hello: Its most recent Hello.
        wants_text, wants_events, wants_cards, wants_updates: The fields of that Hello that say what it receives.
        stream: Its stream; None while there is no connection.
        gone: Whether it has left and will not come back.
        seats: Its running matches (treat as read-only).
        resume_token: Lets it replace a stream that still seems to be connected.
        ends: The ends of matches that it may have missed.
        strikes_told: How many strikes were sent on this stream (treat as read-only).
        cores: Its use of this machine's cores; None unless its process is one of ours.
        asked_before: For how many seconds it had a question to answer in ended matches.
    """

    def __init__(self, name: str, bridge: Bridge, limits: Limits) -> None:
        self.name = name
        self.hello = wire.Hello()
        self.wants_text = self.wants_events = self.wants_cards = self.wants_updates = False
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
        """Make a link for one more match."""
        return BotSeat(self, self._bridge)

    @property
    def asked_s(self) -> float:
        """For how many seconds it had a question to answer so far, in all of its matches."""
        receivers = [seat.receiver for seat in self.seats.values()]
        return self.asked_before + sum(receiver.asked_s for receiver in receivers if receiver is not None)

    @property
    def max_matches(self) -> int:
        """How many matches it gets at once, at most."""
        most = self._limits.max_matches_per_bot
        return min(self.hello.max_matches, most) if self.hello.max_matches else most

    def enter(self, hello: wire.Hello, stream: Stream) -> None:
        """Use a new stream, and end the previous one."""
        if self.stream is not None:
            self.stream.close(wire.Goodbye(why="another connection replaced this one"))
        self.hello = hello
        self.wants_text, self.wants_events, self.wants_cards = hello.wants_text, hello.wants_events, hello.wants_cards
        self.wants_updates = hello.wants_updates
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
            self.ends = Ends(self._limits.remembered_ends)  # a fresh process knows nothing about ended matches
        for ended in self.ends.again():
            stream.send(ended, self._outbox)
        for seat in self.seats.values():
            seat.ends_before = seat.strikes_before = 0
        self._tell_matches(lambda receiver: receiver.link_changed(fresh=True))

    def lost(self, stream: Stream) -> None:
        """Record that a stream has ended."""
        if stream is self.stream:
            self.stream = None
            self._tell_matches(lambda receiver: receiver.link_changed())

    def left(self) -> None:
        """Record that the bot will not come back."""
        self.gone = True
        self._tell_matches(lambda receiver: receiver.link_changed())

    def send(self, response: wire.PlayResponse) -> None:
        """Send a response.

        Without a connection the message is lost, unless it is the end of a match, which a bot receives when it resumes.
        """
        data = response.SerializeToString()
        if response.HasField("match_ended"):
            self.ends.tell(data)
        elif response.HasField("strike"):
            self.strikes_told += 1
        self.send_bytes(data)

    def send_bytes(self, response: bytes) -> None:
        """Send a response that is already serialised and is not the end of a match. Without a connection it is lost."""
        if self.stream is not None:
            self.stream.send(response, self._outbox)

    def _outbox(self) -> int:
        """How many responses may wait. Strikes get additional room, so that a flooding bot is always notified of it.

        They keep it until the bot answers a Turn sent after them: as with `Ends`, that proves that they were read.
        """
        return self._limits.outbox * (1 + len(self.seats) + len(self.ends)) + self.strikes_told - self._strikes_heard

    def close(self, why: str, *, may_reconnect: bool) -> None:
        """Send a Goodbye and end the stream, if there is one."""
        stream = self.stream
        if stream is not None:
            self.lost(stream)
            stream.close(wire.Goodbye(why=why, may_reconnect=may_reconnect))

    def match_is_over(self, match_id: str) -> None:
        """Forget a match, except its id: an answer that was already on its way does not count as a mistake."""
        self.seats.pop(match_id, None)
        self._over[match_id] = None
        if len(self._over) > self._limits.remembered_ends:
            self._over.popitem(last=False)

    def received(self, stream: Stream, data: bytes) -> None:
        """Handle a request."""
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
        before = (seat.ends_before, seat.strikes_before)  # of this Turn: the next may be sent now
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
            self._strike(StrikeCause.STALE, "this match is over; the strike does not count", match_id, turn)
            self._count_unasked()
        else:
            self._misbehaved(StrikeCause.UNKNOWN_MATCH, f"you do not play in match {match_id[:64]!r}")

    def _misbehaved(self, cause: StrikeCause, why: str) -> None:
        """Count a strike in every match of the stream, because the referee does not know which match was meant."""
        if not self.seats:
            self._strike(cause, why)
        self._tell_matches(lambda receiver: receiver.misbehaved(cause, why))
        self._count_unasked()

    def _count_unasked(self) -> None:
        self._unasked += 1
        if self._unasked > self._limits.max_unasked_requests and self.stream is not None:
            why = f"more than {counted(self._limits.max_unasked_requests, 'request')} in a row that were not asked for"
            self._tell_matches(lambda receiver: receiver.misbehaved(StrikeCause.FLOOD, why))
            self.close(why, may_reconnect=True)

    def _count_unsupported(self) -> None:
        """Report to a bot that this referee does not know the kind of its request.

        However often that happens, no seat is forfeited.
        """
        self.send(messages.unsupported())
        self._unsupported += 1
        if self._unsupported > self._limits.max_unasked_requests:
            most = counted(self._limits.max_unasked_requests, "request")
            why = f"more than {most} of a kind that this referee does not know"
            self.close(why, may_reconnect=True)

    def _strike(self, cause: StrikeCause, why: str, match_id: str = "", turn: int = 0) -> None:
        """Report a strike that counts in no match."""
        self.send(messages.strike(match_id, turn, cause, why, strikes_left=None, counted=False))

    def _tell_matches(self, tell: Callable[[Receiver], None]) -> None:
        for seat in list(self.seats.values()):
            if seat.receiver is not None:
                tell(seat.receiver)
