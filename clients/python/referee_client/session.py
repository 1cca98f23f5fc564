"""The protocol without network, threads or clocks: what to say to the referee, given what it said.

`run` feeds a Session from a gRPC stream; a referee that plays a Python bot in its own process feeds it directly.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee_client.bot import BotFactory, Chooser, index_of
from referee_client.errors import ProtocolError
from referee_client.turn import MatchEnd, MatchInfo, Turn
from referee_client.v1 import play_service_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Callable

PROTOCOL_VERSION = 1

log = logging.getLogger("referee_client")


@dataclass
class _Seat:
    """One match of this bot, with the last answer in case its Turn comes again."""

    match: MatchInfo
    bot: Chooser
    answer: wire.PlayRequest


class Session:
    """Plays any number of matches, over any number of connections one after the other.

    Attributes:
        welcome: The referee's answer to the last Hello, `None` until it came (treat as read-only).
        goodbye: What the referee said before it closed the last connection, else `None` (treat as read-only).
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
        self._hello = wire.Hello(
            token=token,
            software=name or getattr(bot, "__name__", ""),
            protocol_version=PROTOCOL_VERSION,
            wants_text=wants_text,
            wants_events=wants_events,
            max_matches=max_matches,
            wants_cards=wants_cards,
        )
        self._seats: dict[str, _Seat] = {}
        self.welcome: wire.Welcome | None = None
        self.goodbye: wire.Goodbye | None = None

    def hello(self) -> wire.PlayRequest:
        """Begins a connection: what has to be said first. After a lost connection it asks to go on."""
        self.welcome = None
        self.goodbye = None
        return wire.PlayRequest(hello=self._hello)

    def receive(self, response: wire.PlayResponse, arrived: float | None = None) -> list[wire.PlayRequest]:
        """Takes in what the referee said and returns what to say to it.

        Args:
            response: The message.
            arrived: When it came, on the clock of `time.monotonic()`; now, if it is left out.

        Raises:
            ProtocolError: the message makes no sense.
            Exception: whatever the bot raises.
        """
        match response.WhichOneof("response"):
            case "turn":
                return [self._take_turn(response.turn, time.monotonic() if arrived is None else arrived)]
            case "match_started":
                self._start(response.match_started)
            case "match_ended":
                self._end(response.match_ended)
            case "strike":
                _warn(response.strike)
            case "welcome":
                self.welcome = response.welcome
                self._hello.resume_token = response.welcome.resume_token
            case "goodbye":
                self.goodbye = response.goodbye
            case None:
                log.warning("the referee sent a message of a kind that this library does not know")
        return []

    def _start(self, started: wire.MatchStarted) -> None:
        """Makes the bot of a match, unless the match only goes on after a lost connection."""
        if started.resumed and started.match_id in self._seats:
            return
        match = MatchInfo.from_wire(started)
        seat = _Seat(match, self._bot(), answer=wire.PlayRequest())
        self._seats[match.match_id] = seat
        start: Callable[[MatchInfo], None] | None = getattr(seat.bot, "start", None)
        if start is not None:
            start(match)

    def _take_turn(self, message: wire.Turn, arrived: float) -> wire.PlayRequest:
        """Asks the bot. A Turn that comes again, because our answer got lost, is answered the same again."""
        seat = self._seats.get(message.match_id)
        if seat is None:
            raise ProtocolError(f"the referee asks about match {message.match_id!r}, which it never started")
        if seat.answer.choice.turn != message.turn:
            turn = Turn(seat.match, message, arrived)
            seat.answer = _choice(index_of(seat.bot.choose(turn), turn), turn)
        return seat.answer

    def _end(self, ended: wire.MatchEnded) -> None:
        seat = self._seats.pop(ended.match_id, None)
        if seat is None:
            return
        end: Callable[[MatchEnd], None] | None = getattr(seat.bot, "end", None)
        if end is not None:
            end(MatchEnd.from_wire(seat.match, ended))


def _warn(strike: wire.Strike) -> None:
    left = f", strikes left: {strike.strikes_left}" if strike.HasField("strikes_left") else ""
    cost = f"counted{left}" if strike.counted else f"not counted{left}"
    log.warning("strike in match %s, turn %d: %s (%s)", strike.match_id or "-", strike.turn, strike.why, cost)


def _choice(option: int, turn: Turn) -> wire.PlayRequest:
    request = wire.PlayRequest()
    choice = request.choice  # written in place: as an argument it would be made, and then copied
    choice.match_id, choice.turn, choice.option = turn.match.match_id, turn.number, option
    if turn.note:
        choice.note = turn.note.encode() if isinstance(turn.note, str) else turn.note
    return request
