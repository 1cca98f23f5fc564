"""What one seat was asked and answered: distinguishes valid, repeated, late and wrong answers."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from referee.kernel.record import StrikeCause

MAX_NOTE_BYTES = 1024


class Rejected(NamedTuple):
    """Why an answer is rejected, for the strike."""

    cause: StrikeCause
    why: str


class Ignored(Enum):
    """Answers that are ignored without a strike."""

    REPEATED = "the same answer again"
    LATE = "an answer to a turn for which the default was played; there is already a strike for that"


class Mailbox:
    """The turns of one seat.

    Attributes:
        turn: The number of the last turn (treat as read-only).
        option_count: How many options the open turn has; 0 while none is open (treat as read-only).
    """

    def __init__(self, answered: Sequence[int | None] = ()) -> None:
        """Begin after earlier turns, given the option chosen in each; None where the default was played."""
        self._answered: list[int | None] = list(answered)
        self.turn = len(self._answered)
        self.option_count = 0

    def open(self, option_count: int) -> None:
        """Open the next turn."""
        self.turn += 1
        self.option_count = option_count

    def take(self, turn: int, option: int | None, note_bytes: int) -> Rejected | Ignored | None:
        """Judge an answer; `option` is None if it has none. Return None if it is valid; the turn is then closed."""
        if turn != self.turn or not self.option_count:
            return self._judge_stale(turn, option)
        if option is None:
            why = f"the Choice for turn {turn} has no answer that this referee knows: set option, even if it is 0"
            return Rejected(StrikeCause.MALFORMED, why)
        if option >= self.option_count:
            why = f"turn {turn} has the options 0 to {self.option_count - 1}, not {option}"
            return Rejected(StrikeCause.ILLEGAL_OPTION, why)
        if note_bytes > MAX_NOTE_BYTES:
            why = f"the note has {note_bytes} bytes; at most {MAX_NOTE_BYTES} are allowed"
            return Rejected(StrikeCause.MALFORMED, why)
        self.close(option)
        return None

    def close(self, option: int | None) -> None:
        """Close the open turn; None: the default is played."""
        self.option_count = 0
        self._answered.append(option)

    def _judge_stale(self, turn: int, option: int | None) -> Rejected | Ignored:
        if not 1 <= turn <= self.turn:
            return Rejected(StrikeCause.STALE, f"turn {turn} was never asked; the last one is {self.turn}")
        before = self._answered[turn - 1]
        if before is None:
            self._answered[turn - 1] = option
            return Ignored.LATE
        if before == option:
            return Ignored.REPEATED
        now = "none" if option is None else option
        why = f"turn {turn} is over: it was answered with option {before}, now with {now}"
        return Rejected(StrikeCause.STALE, why)
