"""A bot's side of the protocol without network, threads or clocks: the requests for each of the referee's messages.

`run` feeds a Session from a gRPC stream; a referee that plays a Python bot in its own process feeds it directly.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, NamedTuple

from referee_client.bot import BotFactory, Chooser, index_of
from referee_client.errors import ProtocolError
from referee_client.protocol import MatchOver, NewMatch, PlayProtocol, StrikeNotice
from referee_client.seat import ASKED
from referee_client.turn import MatchEnd, MatchInfo, Turn
from referee_client.v1 import play_service_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger("referee_client")


class _Played(NamedTuple):
    """A match, and the bot that plays it."""

    match: MatchInfo
    bot: Chooser


class Session:
    """Plays any number of matches, over any number of consecutive connections.

    Attributes:
        welcome: The referee's answer to the last Hello, `None` until it came (treat as read-only).
        goodbye: The Goodbye with which the referee closed the last connection, else `None` (treat as read-only).
    """

    def __init__(
        self,
        bot: BotFactory,
        *,
        token: str = "",
        name: str = "",
        wants_text: bool = False,
        wants_events: bool = True,
        max_matches: int = 0,
        wants_cards: bool = False,
    ) -> None:
        self._bot = bot
        hello = wire.Hello(
            token=token,
            software=name or getattr(bot, "__name__", ""),
            wants_text=wants_text,
            wants_events=wants_events,
            max_matches=max_matches,
            wants_cards=wants_cards,
        )
        self._protocol = PlayProtocol(hello)
        self._played: dict[str, _Played] = {}
        self.welcome: wire.Welcome | None = None
        self.goodbye: wire.Goodbye | None = None

    def hello(self) -> wire.PlayRequest:
        """Begin a connection: return the first request. After a lost connection, the request asks to resume."""
        self.welcome = None
        self.goodbye = None
        return self._protocol.hello()

    def receive(self, response: wire.PlayResponse, arrived: float | None = None) -> list[wire.PlayRequest]:
        """Process a message of the referee and return the requests to send.

        Args:
            response: The message.
            arrived: When it came, by `time.monotonic()`. Default: now.

        Raises:
            ProtocolError: the message does not fit the protocol.
            Exception: whatever the bot raises.
        """
        if response.HasField("turn"):
            return [self._take_turn(response.turn, time.monotonic() if arrived is None else arrived)]
        match self._protocol.receive(response):
            case NewMatch(seat, again=False):
                self._start(MatchInfo.from_wire(seat.started))
            case MatchOver(_, ended):
                self._end(ended)
            case StrikeNotice(strike):
                _warn(strike)
            case wire.Welcome() as welcome:
                self.welcome = welcome
            case wire.Goodbye() as goodbye:
                self.goodbye = goodbye
            case None:
                log.warning("the referee sent a kind of message that this library does not know")
        return []

    def _start(self, match: MatchInfo) -> None:
        """Make the bot for a match."""
        played = self._played[match.match_id] = _Played(match, self._bot())
        start: Callable[[MatchInfo], None] | None = getattr(played.bot, "start", None)
        if start is not None:
            start(match)

    def _take_turn(self, message: wire.Turn, arrived: float) -> wire.PlayRequest:
        """Ask the bot, unless it has already answered the Turn.

        `PlayProtocol.receive` would make two objects per Turn.
        """
        seat = self._protocol.seats.get(message.match_id)
        if seat is None:
            raise ProtocolError(f"the referee asks about match {message.match_id!r}, which it never started")
        seat.ask(message)
        if seat.state is not ASKED:
            return seat.said
        played = self._played[seat.match_id]
        turn = Turn(played.match, message, arrived)
        return seat.choose(index_of(played.bot.choose(turn), turn), turn.note)

    def _end(self, ended: wire.MatchEnded) -> None:
        played = self._played.pop(ended.match_id, None)
        if played is None:
            return
        end: Callable[[MatchEnd], None] | None = getattr(played.bot, "end", None)
        if end is not None:
            end(MatchEnd.from_wire(played.match, ended))


def _warn(strike: wire.Strike) -> None:
    left = f", strikes left: {strike.strikes_left}" if strike.HasField("strikes_left") else ""
    cost = f"counted{left}" if strike.counted else f"not counted{left}"
    log.warning("strike in match %s, turn %d: %s (%s)", strike.match_id or "-", strike.turn, strike.why, cost)
