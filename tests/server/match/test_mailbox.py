"""Good, repeated, late and wrong answers."""

from __future__ import annotations

import pytest

from referee.kernel.record import StrikeCause
from referee.server.match.mailbox import MAX_NOTE_BYTES, Ignored, Mailbox, Rejected


@pytest.mark.parametrize(
    ("turn", "option", "note_bytes", "verdict"),
    [
        pytest.param(4, 2, 0, None, id="good"),
        pytest.param(4, 2, MAX_NOTE_BYTES, None, id="longest note"),
        pytest.param(4, 3, 0, StrikeCause.ILLEGAL_OPTION, id="index one too high"),
        pytest.param(4, 2**32 - 1, 0, StrikeCause.ILLEGAL_OPTION, id="highest index"),
        pytest.param(4, 2, MAX_NOTE_BYTES + 1, StrikeCause.MALFORMED, id="note too long"),
        pytest.param(4, None, 0, StrikeCause.MALFORMED, id="no option"),
        pytest.param(1, None, 0, StrikeCause.STALE, id="no option, to an old turn"),
        pytest.param(2, None, 0, Ignored.LATE, id="no option, after the default was played"),
        pytest.param(1, 0, 0, Ignored.REPEATED, id="the same answer to an old turn"),
        pytest.param(1, 1, 0, StrikeCause.STALE, id="another answer to an old turn"),
        pytest.param(2, 1, 0, Ignored.LATE, id="after the default was played"),
        pytest.param(5, 0, 0, StrikeCause.STALE, id="the turn after this one"),
        pytest.param(0, 0, 0, StrikeCause.STALE, id="turn 0"),
    ],
)
def test_an_answer_while_turn_4_of_3_options_is_open(
    turn: int, option: int | None, note_bytes: int, verdict: StrikeCause | Ignored | None
) -> None:
    mailbox = Mailbox([0, None, 1])
    mailbox.open(3)
    said = mailbox.take(turn, option, note_bytes)
    assert (said.cause if isinstance(said, Rejected) else said) == verdict
    assert mailbox.option_count == (0 if verdict is None else 3)


def test_a_late_answer_is_excused_once() -> None:
    mailbox = Mailbox()
    mailbox.open(3)
    mailbox.close(None)
    assert mailbox.take(1, 2, 0) is Ignored.LATE
    assert mailbox.take(1, 2, 0) is Ignored.REPEATED
    assert mailbox.take(1, 1, 0) == Rejected(
        StrikeCause.STALE, "turn 1 is over: it was answered with option 2, now with 1"
    )


def test_between_turns_the_last_answer_counts_as_repeated() -> None:
    mailbox = Mailbox()
    mailbox.open(3)
    assert mailbox.take(1, 2, 0) is None
    assert mailbox.take(1, 2, 0) is Ignored.REPEATED
