"""How a request to a model can fail: the name of each failure, what to do about it, and when to ask again."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import Enum
from http import HTTPStatus

LONGEST_WAIT_TOLD = 86400.0
"""The longest wait, in seconds, that an endpoint can ask for; larger values are reduced to it."""


class Again(Enum):
    """When a model is asked again after a failure."""

    AT_ONCE = "at once, with a hint about what was wrong"
    LATER = "after a while"
    NEXT_TURN = "in the next turn"
    NEXT_MATCH = "in the next match"


@dataclass(frozen=True)
class Failure:
    """A kind of failure. Failures are counted by `name`; `hint` says what to do about them."""

    name: str
    hint: str
    again: Again

    def __str__(self) -> str:
        return f"{self.name} ({self.hint})"


class ChatError(Exception):
    """The model gave no useful answer.

    Attributes:
        failure: The kind of failure.
        said: What the model said, if it said anything.
        wait: The seconds to wait that the endpoint asks for; None if it does not say.
    """

    def __init__(self, message: str, failure: Failure, said: str = "", wait: float | None = None) -> None:
        super().__init__(message)
        self.failure = failure
        self.said = said
        self.wait = wait


_FASTER = "give more time in decision and bank, or use a faster model"
_ANSWERS = "answer with the number of an option; a larger model may do so"
_SERVER = "the server's log may say why"
_API = "LLM_URL must be the address of an API like OpenAI's, e.g. http://localhost:11434/v1"

NO_TIME = Failure("no time left to ask", _FASTER, Again.NEXT_TURN)
TOO_LATE = Failure("no answer in time", _FASTER, Again.NEXT_TURN)
NOT_REACHED = Failure(
    "no connection", "is the server of LLM_URL running? In the sandbox, a bot has no network by default", Again.LATER
)
TLS_FAILED = Failure(
    "no TLS connection", "check http or https in LLM_URL, and the server's certificate", Again.NEXT_MATCH
)
BAD_SHAPE = Failure("no chat completion", _API, Again.LATER)
TOO_LONG = Failure("answer too long", _API, Again.NEXT_TURN)
NOTHING_SAID = Failure("empty answer", "does the model support chat? Try another one", Again.LATER)
REFUSED = Failure("refusal", "the model does not want to play; try another one", Again.AT_ONCE)
CUT_OFF = Failure("answer cut off", "raise the server's limit of tokens, or switch thinking off", Again.NEXT_TURN)
NO_NUMBER = Failure("no option number", f"the model must {_ANSWERS}", Again.AT_ONCE)
OUT_OF_RANGE = Failure("unknown option number", f"the model must {_ANSWERS}", Again.AT_ONCE)

_OF_STATUS = {
    400: ("check LLM_MODEL, and whether the position is too long for the model", Again.NEXT_TURN),
    401: ("check LLM_KEY: it is wrong, or was not passed on", Again.NEXT_MATCH),
    402: ("the account of LLM_KEY has no credit", Again.NEXT_MATCH),
    403: ("LLM_KEY is not allowed to use LLM_MODEL", Again.NEXT_MATCH),
    404: ("check LLM_URL, which usually ends in /v1, and LLM_MODEL", Again.NEXT_MATCH),
    405: (_API, Again.NEXT_MATCH),
    408: (_SERVER, Again.LATER),
    413: ("the position is too long for the server", Again.NEXT_TURN),
    422: ("check LLM_MODEL", Again.NEXT_TURN),
    425: (_SERVER, Again.LATER),
    429: ("play fewer matches at once, give more time, or raise the limit of LLM_KEY", Again.LATER),
}


def failure_of_status(status: int) -> Failure:
    """The failure for an HTTP status. The name of the failure contains nothing from the server except the number."""
    known = {one.value: one.phrase for one in HTTPStatus}
    name = f"{status} {known[status]}" if status in known else str(status)
    if status in _OF_STATUS:
        return Failure(name, *_OF_STATUS[status])
    if 300 <= status < 400:
        return Failure(name, "the key is not sent to another server: set LLM_URL to the new address", Again.NEXT_MATCH)
    return Failure(name, _SERVER if status >= 500 else _API, Again.LATER if status >= 500 else Again.NEXT_TURN)


def seconds_to_wait(header: str) -> float | None:
    """The seconds that a `Retry-After` header asks for, as a number or a date; None if it has neither."""
    if re.fullmatch(r"\s*\d{1,12}(\.\d*)?\s*", header, re.ASCII):
        return min(float(header), LONGEST_WAIT_TOLD)
    try:
        moment = parsedate_to_datetime(header).timestamp()
    except (ValueError, TypeError, OverflowError, OSError):
        return None
    return min(max(moment - time.time(), 0.0), LONGEST_WAIT_TOLD)
