"""Decisions that a bot did not make itself: how often the default was played, and why."""

from __future__ import annotations

from collections import Counter

from referee.kernel.record import Answer, Cause, Record

SAYS_DEFAULT = "default: "
"""The prefix of a bot's note if it had no answer and took the default; the reason follows."""

MOST_REASONS = 5
LONGEST_REASON = 200
"""The number of characters of a reason that are shown; a bot's note may be longer."""


def is_default(answer: Answer) -> bool:
    """Whether the default was played for the bot, or the bot's note says that it fell back to the default."""
    return answer.cause is not Cause.CHOSEN or answer.note.startswith(SAYS_DEFAULT)


def reasons(record: Record, seat: int) -> Counter[str]:
    """Why a seat did not decide: the reasons in the bot's notes, or else the causes of its defaults."""
    defaults = (
        answer for step in record.steps for answer in step.answers if answer.seat == seat and is_default(answer)
    )
    return Counter(
        answer.note.removeprefix(SAYS_DEFAULT) if answer.cause is Cause.CHOSEN else str(answer.cause)
        for answer in defaults
    )


def reasons_text(found: Counter[str]) -> str:
    """The most frequent reasons, for people."""
    said = [f"{count} x {reason[:LONGEST_REASON]}" for reason, count in found.most_common(MOST_REASONS)]
    return ", ".join([*said, *(["..."] if len(found) > MOST_REASONS else [])])
