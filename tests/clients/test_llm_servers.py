"""More about servers of the bot `llm`: failing connections, secrets, and when it asks again."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from referee_client.bots.chat import Endpoint
from referee_client.bots.chat_failures import seconds_to_wait
from referee_client.errors import SettingsError

from referee.kernel.defaulting import reasons
from referee.kernel.job import TimeControl
from tests.clients.model_match import MODEL, play
from tests.support.certificates import make_certificate
from tests.support.chat_endpoint import Answer, Reply, chat_endpoint
from tournament.run.checking import _tryout


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
        "turn 1: no secure connection to localhost: .*CERTIFICATE_VERIFY_FAILED.*check http or https", caplog.text
    )
    assert {note.partition(" (")[0] for note in played.notes} == {"default: no TLS connection"}


def test_https_where_http_is_spoken(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    with chat_endpoint(lambda _request, _number: "1") as endpoint:
        played = play(endpoint.url.replace("http:", "https:"), monkeypatch)
    assert "turn 1: no secure connection to 127.0.0.1: " in caplog.text
    assert {note.partition(" (")[0] for note in played.notes} == {"default: no TLS connection"}
    assert endpoint.asked == []


@contextmanager
def secure_port(folder: Path) -> Iterator[int]:
    """A TLS port with a self-signed certificate."""
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
                            continue  # it refused the certificate
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
