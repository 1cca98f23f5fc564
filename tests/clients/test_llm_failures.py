"""Every kind of server that the bot `llm` may meet: what it says, once and at the end, and what is counted.

The server and what it answers are real; only the waiting between two attempts is left out.
"""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from threading import Thread

import msgspec
import pytest
from referee_client.bots import llm
from referee_client.bots.chat import Endpoint
from referee_client.bots.chat_failures import seconds_to_wait
from referee_client.bots.first import First
from referee_client.errors import SettingsError
from referee_client.session import Session

from referee.kernel.defaulting import reasons
from referee.kernel.job import TimeControl
from referee.kernel.record import Cause, Record
from tests.support.certificates import make_certificate
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
from tests.support.inprocess import play_in_process
from tests.support.matches import job
from tournament.plan.plan import Entrant
from tournament.run.checking import _tryout
from tournament.storage.summary import finished

MODEL = Entrant(name="a", builtin="llm")
KEY = "sk-very-secret"
LONG = TimeControl()
SOON = TimeControl(decision_ms=750, bank_ms=0)
"""Leaves the model a quarter of a second."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of server.

    Attributes:
        reply: What it answers.
        cause: Why the default is played; empty if the model decides.
        said: What stderr says once, as a pattern.
        requests: How many there are for the first decision, and for each later one.
        waits: The seconds before each further request of the first decision.
    """

    reply: Reply
    cause: str = ""
    said: str = ""
    requests: tuple[int, int] = (1, 1)
    waits: tuple[float, ...] = ()
    time: TimeControl = LONG


def later(cause: str, said: str, reply: Reply, waits: tuple[float, ...] = (1, 3)) -> Kind:
    """A server that is asked again after a while."""
    return Kind(reply, cause, said, (3, 3), waits)


def at_once(cause: str, said: str, reply: Reply) -> Kind:
    """A model that is asked again, and told what was wrong."""
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
    # The server does not want to.
    "400": Kind(ECHO, "400 Bad Request", "127.0.0.1 answers 400 Bad Request: .*bad key \\*\\*\\*.*check LLM_MODEL"),
    "401": Kind(401, "401 Unauthorized", "answers 401 Unauthorized: .*check LLM_KEY", (1, 0)),
    "402": Kind(402, "402 Payment Required", "answers 402 Payment Required: .*LLM_KEY has to be charged", (1, 0)),
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
    # What it answers is of no use.
    "no JSON": later("no chat completion", "the answer is no chat completion: <html>", b"<html>"),
    "deep JSON": later("no chat completion", "the answer is no chat completion", b"[" * 100_000),
    "another shape": later("no chat completion", 'no chat completion: {"models": \\[]}', b'{"models": []}'),
    "no choices": later("no chat completion", "no chat completion", b'{"choices": []}'),
    "null": later("empty answer", "the model said nothing", completion(None)),
    "no text": later("empty answer", "the model said nothing", ""),
    "huge": Kind(b"x" * 5_000_000, "answer too long", "the answer is longer than 4194304 bytes"),
    # What the model says is of no use.
    "a refusal": at_once("no number of an option", "no number of one option stands in 'I would", "I would rather not."),
    "the field refusal": at_once("refusal", "the model refused: I do not play games.", REFUSAL),
    "a number too large": at_once("number of no option", "there is no option 999, only 0 to", "999"),
    "two numbers": at_once("no number of an option", "no number of one option stands in", "either 0 or 1"),
    "only thoughts": at_once("no number of an option", "the model thought, but gave no answer", "<think>0 or 1"),
    "cut off in the number": Kind(completion("1", "length"), "answer cut off", "cut off: .*raise the server's limit"),
    "cut off in its thoughts": Kind(completion("<think>if 1 then", "length"), "answer cut off", "cut off"),
    "cut off before it spoke": Kind(completion("", "length"), "answer cut off", "the model said nothing: raise"),
}


class Played(msgspec.Struct):
    """A match of the model, and what it waited for."""

    record: Record
    waits: list[float]

    @property
    def notes(self) -> list[str]:
        return [answer.note for step in self.record.steps for answer in step.answers if answer.seat == 0]


def play(url: str, monkeypatch: pytest.MonkeyPatch, time: TimeControl = LONG, key: str = KEY) -> Played:
    monkeypatch.setenv("LLM_URL", url)
    monkeypatch.setenv("LLM_MODEL", "tiny")
    monkeypatch.setenv("LLM_KEY", key)
    waits: list[float] = []
    match = msgspec.structs.replace(job(2, time_control=time), options={"max_rounds": 1})
    model = Session(lambda: llm.LanguageModel(sleep=waits.append), wants_text=True)
    return Played(play_in_process(match, [model, Session(First)]), waits)


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
    assert re.fullmatch(rf"turn 1: .*{kind.said}.* \(this is said once a match\)", once)
    asked = len(endpoint.asked)
    assert last == (
        f"the match is over: the default was played for {decisions} of {decisions} decisions "
        f"({decisions} x {kind.cause}); failed requests: {asked} x {kind.cause}"
    )
    assert all(re.fullmatch(rf"default: {re.escape(kind.cause)} \(.+\)", note) for note in played.notes)
    assert counted.seats[0].defaults == tryout.defaults == decisions
    (reason,) = reasons(played.record, 0)
    assert tryout.fault == f"it made none of its {decisions} decisions: {decisions} x {reason}"


def test_a_server_that_is_not_there(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    played = play("http://127.0.0.1:1/v1", monkeypatch)
    assert "cannot ask 127.0.0.1: [Errno 111] Connection refused: is the server of LLM_URL running?" in caplog.text
    assert {note.partition(" (")[0] for note in played.notes} == {"default: no connection"}
    assert [round(wait) for wait in played.waits[:3]] == [1, 3, 3], "the next turn waits, too"


def test_a_name_that_is_not_found(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    played = play("http://model.invalid/v1", monkeypatch)
    assert "turn 1: cannot ask model.invalid: " in caplog.text
    assert all(note.startswith("default: no ") for note in played.notes)


def test_a_certificate_that_nobody_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with secure_port(tmp_path) as port:
        played = play(f"https://localhost:{port}/v1", monkeypatch)
    assert re.search(
        "turn 1: no safe connection to localhost: .*CERTIFICATE_VERIFY_FAILED.*check http or https", caplog.text
    )
    assert {note.partition(" (")[0] for note in played.notes} == {"default: no TLS connection"}


def test_https_where_http_is_spoken(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    with chat_endpoint(lambda _request, _number: "1") as endpoint:
        played = play(endpoint.url.replace("http:", "https:"), monkeypatch)
    assert "turn 1: no safe connection to 127.0.0.1: " in caplog.text
    assert {note.partition(" (")[0] for note in played.notes} == {"default: no TLS connection"}
    assert endpoint.asked == []


@contextmanager
def secure_port(folder: Path) -> Iterator[int]:
    """A port that speaks TLS with a certificate of its own."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*make_certificate(folder))
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            try:
                while True:
                    connection, _ = server.accept()
                    with connection:
                        try:
                            context.wrap_socket(connection, server_side=True).close()
                        except OSError:
                            continue  # it did not like the certificate
            except OSError:
                return  # the port is closed

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
    thread.join()


def test_no_secret_is_said_whatever_the_server_repeats(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def echo(_request: object, number: int) -> Reply:
        said = f"{endpoint.keys[-1]} tiger-tiger {endpoint.paths[-1]}"
        return Answer(400, body=said.encode()) if number else f"1\n{said}"

    with chat_endpoint(echo) as endpoint:
        url = endpoint.url.replace("://", "://blake:tiger-tiger@") + "?api-key=0123456789"
        told = play(url, monkeypatch, key="")
    assert endpoint.keys[0] == "Basic Ymxha2U6dGlnZXItdGlnZXI="
    assert endpoint.paths[0].endswith("?api-key=0123456789")
    assert told.notes[0] == "Basic *** *** /v1/chat/completions?***"
    for secret in ("tiger-tiger", "Ymxha2U6", "0123456789"):
        assert secret not in caplog.text + "".join(told.notes)


@pytest.mark.parametrize("url", ["ftp://me:tiger-tiger@h/v1", "http://me:tiger-tiger@h:x/v1", "h/v1?key=tiger-tiger"])
def test_no_secret_of_a_wrong_address_is_said(url: str) -> None:
    with pytest.raises(SettingsError) as refused:
        Endpoint.from_environment({"LLM_URL": url, "LLM_MODEL": "m"})
    assert "tiger-tiger" not in str(refused.value)


def test_a_server_that_asks_to_wait_is_left_alone_in_the_next_match_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with chat_endpoint(lambda _request, _number: Answer(429, {"Retry-After": "3600"})) as endpoint:
        play(endpoint.url, monkeypatch)
        assert len(endpoint.asked) == 1
        again = play(endpoint.url, monkeypatch)
    assert len(endpoint.asked) == 1
    assert {note.partition(" (")[0] for note in again.notes} == {"default: 429 Too Many Requests"}


def test_no_server_makes_the_bot_wait_for_longer_than_for_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    patient = TimeControl(decision_ms=36_000_000)
    with chat_endpoint(lambda _request, _number: Answer(429, {"Retry-After": "3600"})) as endpoint:
        assert play(endpoint.url, monkeypatch, patient).waits == []


def test_after_401_the_next_match_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with chat_endpoint(lambda _request, number: "1" if number else 401) as endpoint:
        notes = [play(endpoint.url, monkeypatch).notes for _ in range(2)]
    assert [note.startswith("default: ") for note in notes[0]] == [True] * len(notes[0])
    assert [note.startswith("default: ") for note in notes[1]] == [False] * len(notes[1])


def test_a_failure_that_passes_is_said_but_costs_no_decision(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with chat_endpoint(lambda _request, number: "1" if number else 503) as endpoint:
        played = play(endpoint.url, monkeypatch)
    decisions = len(played.notes)
    assert caplog.records[-1].getMessage() == (
        f"the match is over: the default was played for 0 of {decisions} decisions; "
        "failed requests: 1 x 503 Service Unavailable"
    )
    assert _tryout(MODEL, played.record, []).defaults == 0


def test_a_reason_of_the_model_is_never_counted_as_a_default(monkeypatch: pytest.MonkeyPatch) -> None:
    with chat_endpoint(lambda _request, _number: "1\ndefault: it is the safest") as endpoint:
        played = play(endpoint.url, monkeypatch)
    assert set(played.notes) == {"reason: default: it is the safest"}
    assert reasons(played.record, 0) == {}


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("5", 5.0), (" 1.5 ", 1.5), ("9" * 12, 86400.0), ("", None), ("-1", None), ("soon", None), ("٣", None)],
)
def test_how_long_a_server_asks_to_wait(header: str, seconds: float | None) -> None:
    assert seconds_to_wait(header) == seconds


def test_a_date_that_is_over_asks_for_no_wait() -> None:
    assert seconds_to_wait("Wed, 21 Oct 2015 07:28:00 GMT") == 0.0
