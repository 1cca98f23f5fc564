"""Every kind of server that the bot `llm` may meet: what the bot logs, once and at the end, and what it counts.

The server and its answers are real; only the waits between two attempts are left out.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import msgspec
import pytest

from referee.kernel.defaulting import reasons
from referee.kernel.job import TimeControl
from referee.kernel.record import Cause
from tests.clients.model_match import KEY, LONG, MODEL, SOON, play
from tests.support.chat_endpoint import (
    HANG_UP,
    HEADERS_SLOWLY,
    NEVER,
    SLOWLY,
    Answer,
    ChatEndpoint,
    Reply,
    chat_endpoint,
    completion,
)
from tournament.run.checking import _tryout
from tournament.storage.summary import finished


class Kind(msgspec.Struct, frozen=True):
    """A kind of server.

    Attributes:
        reply: What it answers.
        cause: Why the default is played; empty if the model decides.
        said: A pattern for the line that is logged once.
        requests: The number of requests for the first decision, and for each later one.
        waits: The seconds before each further request of the first decision.
    """

    reply: Reply
    cause: str = ""
    said: str = ""
    requests: tuple[int, int] = (1, 1)
    waits: tuple[float, ...] = ()
    time: TimeControl = LONG


def later(cause: str, said: str, reply: Reply, waits: tuple[float, ...] = (1, 3)) -> Kind:
    """A server that is asked again after a wait."""
    return Kind(reply, cause, said, (3, 3), waits)


def at_once(cause: str, said: str, reply: Reply) -> Kind:
    """A model that is asked again, with a hint about what was wrong."""
    return Kind(reply, cause, said, (3, 3))


IN_A_MINUTE = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
ECHO = Answer(400, body=f'{{"error": "bad key {KEY}"}}'.encode())
REFUSAL = completion(None, refusal="I do not play games.")

KINDS = {
    # The model decides.
    "good": Kind("1\nIt is the best."),
    "prose around the number": Kind("I think that option 1 is the best one."),
    "thoughts before it": Kind("<think>0 or 2? No.</think>\n1"),
    "cut off in its reason": Kind(completion("1\nBecause", "length")),
    # The server refuses.
    "400": Kind(ECHO, "400 Bad Request", "127.0.0.1 answers 400 Bad Request: .*bad key \\*\\*\\*.*check LLM_MODEL"),
    "401": Kind(401, "401 Unauthorized", "answers 401 Unauthorized: .*check LLM_KEY", (1, 0)),
    "402": Kind(402, "402 Payment Required", "answers 402 Payment Required: .*LLM_KEY has no credit", (1, 0)),
    "403": Kind(403, "403 Forbidden", "answers 403 Forbidden: .*LLM_KEY is not allowed", (1, 0)),
    "404": Kind(404, "404 Not Found", "answers 404 Not Found: .*check LLM_URL", (1, 0)),
    "redirect": Kind(Answer(302, {"Location": "/v2"}), "302 Found", "answers 302 Found: .*the new address", (1, 0)),
    "429": later("429 Too Many Requests", "answers 429 .*raise the limit", 429),
    "429 with seconds": later("429 Too Many Requests", "answers 429", Answer(429, {"Retry-After": "7"}), (7, 7)),
    "429 with a date": Kind(
        Answer(429, {"Retry-After": IN_A_MINUTE}), "429 Too Many Requests", "answers 429", requests=(1, 0)
    ),
    "429 with nonsense": later("429 Too Many Requests", "answers 429", Answer(429, {"Retry-After": "soon"})),
    "500": later("500 Internal Server Error", "answers 500 Internal Server Error: .*not loaded", 500),
    "502": later("502 Bad Gateway", "answers 502 Bad Gateway", 502),
    "503": later("503 Service Unavailable", "answers 503", Answer(503, {"Retry-After": "2"}), (2, 3)),
    # It does not answer.
    "no answer": Kind(
        NEVER, "no answer in time", r"no answer from 127.0.0.1 within 0\.2 seconds: give more", time=SOON
    ),
    "byte after byte": Kind(SLOWLY, "no answer in time", "no answer from 127.0.0.1 within", time=SOON),
    "headers byte after byte": Kind(HEADERS_SLOWLY, "no answer in time", "no answer from 127.0.0.1", time=SOON),
    "hangs up": later("no connection", "cannot ask 127.0.0.1: Remote end closed", HANG_UP),
    # Its answer is useless.
    "no JSON": later("no chat completion", "the answer is not a chat completion: <html>", b"<html>"),
    "deep JSON": later("no chat completion", "the answer is not a chat completion", b"[" * 100_000),
    "another shape": later("no chat completion", 'not a chat completion: {"models": \\[]}', b'{"models": []}'),
    "no choices": later("no chat completion", "not a chat completion", b'{"choices": []}'),
    "null": later("empty answer", "the model said nothing", completion(None)),
    "no text": later("empty answer", "the model said nothing", ""),
    "huge": Kind(b"x" * 5_000_000, "answer too long", "the answer is longer than 4194304 bytes"),
    # The model's answer is useless.
    "a refusal": at_once("no option number", "cannot find the number of one option in 'I would", "I would rather not."),
    "the field refusal": at_once("refusal", "the model refused: I do not play games.", REFUSAL),
    "a number too large": at_once("unknown option number", "there is no option 999, only 0 to", "999"),
    "two numbers": at_once("no option number", "cannot find the number of one option in", "either 0 or 1"),
    "only thoughts": at_once(
        "no option number", "the model produced only its reasoning, and no answer", "<think>0 or 1"
    ),
    "cut off in the number": Kind(completion("1", "length"), "answer cut off", "cut off: .*raise the server's limit"),
    "cut off in its thoughts": Kind(completion("<think>if 1 then", "length"), "answer cut off", "cut off"),
    "cut off before it spoke": Kind(completion("", "length"), "answer cut off", "the model said nothing: raise"),
}


def requests_per_turn(endpoint: ChatEndpoint) -> list[int]:
    turns = [re.search(r"Turn (\d+)\.", request["messages"][1]["content"]) for request in endpoint.asked]
    numbers = [int(turn[1]) for turn in turns if turn]
    return [numbers.count(number) for number in range(1, max(numbers) + 1)]


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_server(name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    kind = KINDS[name]
    with chat_endpoint(lambda _request, _number: kind.reply) as endpoint:
        played = play(endpoint.url, monkeypatch, kind.time)
    assert {answer.cause for step in played.record.steps for answer in step.answers} == {Cause.CHOSEN}, "no strike"
    decisions = len(played.notes)
    first, rest = kind.requests
    assert (requests_per_turn(endpoint) + [0] * decisions)[:decisions] == [first, *[rest] * (decisions - 1)]
    assert [round(wait) for wait in played.waits[: len(kind.waits)]] == list(kind.waits)
    assert all(wait > 0 for wait in played.waits)
    assert KEY not in caplog.text + "".join(played.notes)
    counted = finished(played.record).ending
    assert counted is not None
    tryout = _tryout(MODEL, played.record, [])
    if not kind.cause:
        assert caplog.text == "", "nothing to say"
        assert (counted.seats[0].defaults, tryout.fault, tryout.defaults) == (0, "", 0)
        return
    once, last = [record.getMessage() for record in caplog.records]
    assert re.fullmatch(rf"turn 1: .*{kind.said}.* \(logged once per match\)", once)
    asked = len(endpoint.asked)
    assert last == (
        f"the match is over: the default was played for {decisions} of {decisions} decisions "
        f"({decisions} x {kind.cause}); failed requests: {asked} x {kind.cause}"
    )
    assert all(re.fullmatch(rf"default: {re.escape(kind.cause)} \(.+\)", note) for note in played.notes)
    assert counted.seats[0].defaults == tryout.defaults == decisions
    (reason,) = reasons(played.record, 0)
    assert tryout.fault == f"it made none of its {decisions} decisions: {decisions} x {reason}"
