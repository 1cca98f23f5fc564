"""The protocol between a bot or a person and the referee, without network, threads or clocks.

The owner of the connection feeds a `PlayProtocol` with each message that arrives, and gets back its meaning: one of the
classes below, or the wire's own Welcome or Goodbye. The `Seat` in such a message builds the answers.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from referee_client.seat import ASKED, Seat
from referee_client.v1 import play_service_pb2 as wire

PROTOCOL_VERSION = 1


class OpenTurn(NamedTuple):
    """The seat is asked. `again`: the seat was asked this before, and has not answered yet."""

    seat: Seat
    turn: wire.Turn
    again: bool


class Repetition(NamedTuple):
    """A Turn that has already been answered arrived again: send the same answer again."""

    request: wire.PlayRequest


class NewMatch(NamedTuple):
    """A match begins. `again`: the match only continues after a lost connection, with the same seat as before."""

    seat: Seat
    again: bool


class StrikeNotice(NamedTuple):
    """The referee reports a mistake. `ends_turn`: the open Turn is over."""

    strike: wire.Strike
    ends_turn: bool

    @property
    def text(self) -> str:
        """The text for a person."""
        strike = self.strike
        left = f" Strikes left: {strike.strikes_left}." if strike.counted and strike.HasField("strikes_left") else ""
        return f"{strike.why}.{left}"


class MatchOver(NamedTuple):
    """A match is over; `seat` is `None` if the match never began in this process."""

    seat: Seat | None
    ended: wire.MatchEnded


class StepSeen(NamedTuple):
    """What a seat sees after a step that brings it no Turn. It arrives only if the Hello asked for updates."""

    seat: Seat
    update: wire.Update


class StrangeTurn(NamedTuple):
    """A Turn of a match that never began in this process."""

    match_id: str


Heard: TypeAlias = (
    OpenTurn | Repetition | NewMatch | StrikeNotice | MatchOver | StepSeen | StrangeTurn | wire.Welcome | wire.Goodbye
)


class PlayProtocol:
    """The state of the conversation so far, over any number of consecutive connections.

    Attributes:
        seats: The matches that have begun and are not over, by id (treat as read-only).
        welcome: The referee's answer to the last Hello, `None` until it came (treat as read-only).
        goodbye: The Goodbye with which the referee closed the last connection, else `None` (treat as read-only).
    """

    def __init__(self, hello: wire.Hello) -> None:
        """Use `hello` for every connection; its version and resume token are filled in."""
        self.seats: dict[str, Seat] = {}
        self.welcome: wire.Welcome | None = None
        self.goodbye: wire.Goodbye | None = None
        self._hello = hello
        self._hello.protocol_version = PROTOCOL_VERSION

    def hello(self) -> wire.PlayRequest:
        """Begin a connection: return the first request. After a lost connection, the request asks to resume."""
        self.welcome = self.goodbye = None
        return wire.PlayRequest(hello=self._hello)

    def receive(self, response: wire.PlayResponse) -> Heard | None:
        """Process a message and return its meaning; `None` if this version does not know its kind."""
        match response.WhichOneof("response"):
            case "turn":  # inlined for speed: it comes for every decision
                turn = response.turn
                seat = self.seats.get(turn.match_id)
                if seat is None:
                    return StrangeTurn(turn.match_id)
                again = seat.ask(turn)
                return OpenTurn(seat, turn, again) if seat.state is ASKED else Repetition(seat.said)
            case "match_started":
                return self._begin(response.match_started)
            case "match_ended":
                return self._end(response.match_ended)
            case "update":
                watching = self.seats.get(response.update.match_id)
                return None if watching is None else StepSeen(watching, response.update)
            case "strike":
                return self._strike(response.strike)
            case "welcome":
                self.welcome = response.welcome
                self._hello.resume_token = response.welcome.resume_token
                return response.welcome
            case "goodbye":
                self.goodbye = response.goodbye
                return response.goodbye
        return None

    def _begin(self, started: wire.MatchStarted) -> NewMatch:
        """Begin a match.

        A resumed match continues if it began in this process; otherwise another process of this bot has played it so
        far.
        """
        seat = self.seats.get(started.match_id)
        if seat is not None and started.resumed:
            return NewMatch(seat, again=True)
        seat = self.seats[started.match_id] = Seat(started)
        return NewMatch(seat, again=False)

    def _strike(self, strike: wire.Strike) -> StrikeNotice:
        seat = self.seats.get(strike.match_id)
        return StrikeNotice(strike, ends_turn=seat is not None and seat.strike(strike))

    def _end(self, ended: wire.MatchEnded) -> MatchOver:
        seat = self.seats.pop(ended.match_id, None)
        if seat is not None:
            seat.end()
        return MatchOver(seat, ended)
