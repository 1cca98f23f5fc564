"""The states of a running match, as one table: for each state and event, the next state.

| state    | who acts next                                        | open turns | the task of the match               |
|----------|------------------------------------------------------|------------|-------------------------------------|
| waiting  | the bots, which connect, or their time to do so ends | none       | waits for them                      |
| due      | the task, which plays the step                       | none       | runs, or is about to                |
| stepping | either the task or a callback, which plays the step  | changing   | runs, or sleeps beside the callback |
| asked    | the bots, or the alarm                               | some       | sleeps until the alarm              |
| held     | the disk, which does not take the last step          | none       | waits for the disk                  |
| failed   | the task, which raises the failure                   | any        | is woken                            |
| over     | the task, which writes the result                    | none       | ends                                |

A match can be voided in every state: then its task is cancelled, and no further event is handled.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class TaskState(StrEnum):
    """The state of a match's task."""

    WAITING = "waiting"
    DUE = "due"
    STEPPING = "stepping"
    ASKED = "asked"
    HELD = "held"
    FAILED = "failed"
    OVER = "over"


class TaskEvent(StrEnum):
    """What happens to a match."""

    START = "the start"
    STEP = "a step"
    QUESTIONS = "open questions"
    NO_QUESTIONS = "all questions are answered while they are being asked"
    ANSWERS = "the last answer"
    UNWRITTEN = "the disk could not store the step"
    WRITTEN = "a disk that takes it"
    FAILURE = "a failure"
    RESULT = "the result"


WAITING, DUE, STEPPING, ASKED, HELD, FAILED, OVER = TaskState
START, STEP, QUESTIONS, NO_QUESTIONS, ANSWERS, UNWRITTEN, WRITTEN, FAILURE, RESULT = TaskEvent

TRANSITIONS: Mapping[TaskState, Mapping[TaskEvent, TaskState]] = {
    WAITING: {START: DUE},
    DUE: {STEP: STEPPING},
    STEPPING: {QUESTIONS: ASKED, NO_QUESTIONS: DUE, UNWRITTEN: HELD, RESULT: OVER, FAILURE: FAILED},
    ASKED: {ANSWERS: DUE, FAILURE: FAILED},
    HELD: {WRITTEN: DUE},
    FAILED: {},
    OVER: {},
}
