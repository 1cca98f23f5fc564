"""One seat of one match, without network, threads or clocks: whether it is asked, and what it has answered.

One table, `TRANSITIONS`, contains the next state for each state and event. It is the same for bots, and for people at a
terminal or in a browser. An event that is not in the table cannot happen in that state.

If the connection is lost before the answer to a Turn has arrived, the Turn comes again with the same number. If it was
open, it stays open; if it was already answered, the same answer is sent again. After a resignation, every Turn is
answered with the same resignation, because the referee may not have received it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from referee_client.errors import SeatError
from referee_client.v1 import play_service_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Mapping


class SeatState(StrEnum):
    """The state of a seat."""

    WAITING = "waiting"
    """The seat has not been asked yet, or the last Turn ended without an answer."""
    ASKED = "asked"
    ANSWERED = "answered"
    RESIGNED = "resigned"
    OVER = "over"


class SeatEvent(StrEnum):
    """What happens to a seat: the first four come from the referee, the others from the bot or person."""

    TURN = "a new Turn"
    SAME_TURN = "the last Turn again"
    TOO_LATE = "the end of the open Turn"
    END = "the end of the match"
    CHOICE = "a choice"
    RESIGNATION = "a resignation"


WAITING, ASKED, ANSWERED, RESIGNED, OVER = SeatState
TURN, SAME_TURN, TOO_LATE, END, CHOICE, RESIGNATION = SeatEvent

TRANSITIONS: Mapping[SeatState, Mapping[SeatEvent, SeatState]] = {
    WAITING: {TURN: ASKED, SAME_TURN: ASKED, RESIGNATION: RESIGNED, END: OVER},
    ASKED: {TURN: ASKED, SAME_TURN: ASKED, TOO_LATE: WAITING, CHOICE: ANSWERED, RESIGNATION: RESIGNED, END: OVER},
    ANSWERED: {TURN: ASKED, SAME_TURN: ANSWERED, RESIGNATION: RESIGNED, END: OVER},
    RESIGNED: {TURN: RESIGNED, SAME_TURN: RESIGNED, END: OVER},
    OVER: {},
}

CAUSES_THAT_END_A_TURN = frozenset({wire.Strike.CAUSE_TIMEOUT, wire.Strike.CAUSE_DISCONNECTED})


class Seat:
    """A seat that this bot or person plays. Made and fed by a `PlayProtocol`.

    Attributes:
        started: How the match began (treat as read-only).
        match_id: The id of the match (treat as read-only).
        state: The state of the seat (treat as read-only).
        turn: The last Turn, `None` before the first one (treat as read-only).
        said: The last choice or resignation (treat as read-only).
    """

    __slots__ = ("_number", "match_id", "said", "started", "state", "turn")

    def __init__(self, started: wire.MatchStarted) -> None:
        self.started = started
        self.match_id = started.match_id
        self.state = WAITING
        self.turn: wire.Turn | None = None
        self._number = -1
        self.said = wire.PlayRequest()

    @property
    def open_turn(self) -> wire.Turn | None:
        """The Turn that waits for an answer."""
        return self.turn if self.state is ASKED else None

    def may(self, event: SeatEvent) -> bool:
        """Whether an event can happen now."""
        return event in TRANSITIONS[self.state]

    def may_choose(self, turn: int, option: int) -> bool:
        """Whether the Turn with this number is open, and has this option."""
        asked = self.open_turn
        return asked is not None and turn == asked.turn and 0 <= option < asked.option_count

    def choose(self, option: int, note: str | bytes = "") -> wire.PlayRequest:
        """Answer the open Turn; return the request to send.

        Raises:
            SeatError: no Turn is open, or it has no such option.
        """
        turn = self.turn
        if turn is not None and not 0 <= option < turn.option_count:
            last = turn.option_count - 1
            raise SeatError(f"match {self.match_id!r}: the options of turn {turn.turn} are 0 to {last}, not {option}")
        state = TRANSITIONS[self.state].get(CHOICE)
        if state is None:
            raise self._cannot(CHOICE)
        self.state = state
        request = wire.PlayRequest()
        choice = request.choice  # filled in place: an argument would be built and then copied
        choice.match_id, choice.turn, choice.option = self.match_id, self._number, option
        if note:
            choice.note = note.encode() if isinstance(note, str) else note
        self.said = request
        return request

    def resign(self) -> wire.PlayRequest:
        """Resign the match; return the request to send.

        Raises:
            SeatError: it is resigned already, or over.
        """
        self._go(RESIGNATION)
        self.said = wire.PlayRequest(resign=wire.Resign(match_id=self.match_id))
        return self.said

    def ask(self, turn: wire.Turn) -> bool:
        """Take in a Turn. Return whether the Turn came before; unless it is open now, `said` is the answer to it."""
        number = turn.turn
        again = number == self._number
        self.state = TRANSITIONS[self.state][SAME_TURN if again else TURN]  # inlined, as it is often called
        self.turn, self._number = turn, number
        return again

    def strike(self, strike: wire.Strike) -> bool:
        """Take in a strike. Return whether it ended the open Turn."""
        ends = self.state is ASKED and strike.turn == self._number and strike.cause in CAUSES_THAT_END_A_TURN
        if ends:
            self._go(TOO_LATE)
        return ends

    def end(self) -> None:
        """Process the end of the match."""
        self._go(END)

    def _go(self, event: SeatEvent) -> None:
        state = TRANSITIONS[self.state].get(event)
        if state is None:
            raise self._cannot(event)
        self.state = state

    def _cannot(self, event: SeatEvent) -> SeatError:
        return SeatError(f"match {self.match_id!r}: {event} cannot come while the seat is {self.state}")
