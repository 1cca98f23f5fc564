"""How a bot in any language connects, comes back, and ends."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from referee_client.reconnecting import WORTH_TRYING_AGAIN
from referee_client.v1 import play_service_pb2 as wire

from tests.clients import messages
from tests.clients.processes import bot_process, exit_of, run_bot
from tests.clients.scripted_referee import Ear, Stream, scripted_referee
from tests.languages.asking import ask, chosen, script
from tests.languages.languages import Language
from tests.support.certificates import self_signed

pytestmark = pytest.mark.clients

PROMPTLY = 10
"""Seconds in which a bot ends on a busy machine after it is stopped."""


def one_turn(ear: Ear) -> Iterator[wire.PlayResponse]:
    yield ask("choose 1")
    assert ear.hear() == chosen(1)


def ended_with(code: grpc.StatusCode) -> Stream:
    """A connection that is lost after Welcome."""

    def stream(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield messages.welcome("come back")
        if code is not grpc.StatusCode.OK:
            context.abort(code, "so it is")

    return stream


def test_a_match_goes_on_after_a_lost_connection(language: Language, tmp_path: Path) -> None:
    def first(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome("first"), messages.match_started()]
        for number in (1, 2):
            yield ask("count", number)
            assert ear.hear() == chosen(number - 1, number)
        context.abort(grpc.StatusCode.UNAVAILABLE, "the cable broke")

    def second(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        assert ear.hello.resume_token == "first"
        yield from [messages.welcome("second"), messages.match_started(resumed=True), ask("count", 2)]
        assert ear.hear() == chosen(1, 2)
        context.abort(grpc.StatusCode.INTERNAL, "and again")

    def third(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        assert ear.hello.resume_token == "second"
        assert ear.hello.token == "secret"
        yield from [messages.welcome("third"), messages.match_started(resumed=True), ask("count", 3)]
        assert ear.hear() == chosen(2, 3)
        yield from [messages.match_ended(), messages.goodbye()]

    with scripted_referee(tmp_path, first, second, third) as (referee, address):
        code, output, _ = run_bot(language.command("scripted"), address)
    assert (code, output, len(referee.hellos)) == (0, "", 3)


def test_an_answer_that_was_thought_out_too_late_is_given_on_the_next_connection(
    language: Language, tmp_path: Path
) -> None:
    def first(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome(), messages.match_started(), ask("count", 1)]
        assert ear.hear() == chosen(0, 1)
        yield ask("wait 1000 1", 2)
        context.abort(grpc.StatusCode.UNAVAILABLE, "the cable broke")

    def second(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome(), messages.match_started(resumed=True), ask("wait 1000 1", 2)]
        heard = [ear.hear()]
        assert heard == [chosen(1, 2)]
        yield ask("count", 3)
        while heard[-1] == chosen(1, 2):  # the same answer twice is fine; another is not
            heard.append(ear.hear())
        assert heard[-1] == chosen(2, 3)
        yield from [messages.match_ended(), messages.goodbye()]

    with scripted_referee(tmp_path, first, second) as (_, address):
        code, output, errors = run_bot(language.command("scripted"), address)
    assert (code, output) == (0, ""), errors


@pytest.mark.parametrize("code", sorted(WORTH_TRYING_AGAIN, key=str), ids=lambda code: str(code.name))
def test_some_endings_are_worth_another_try(language: Language, tmp_path: Path, code: grpc.StatusCode) -> None:
    with scripted_referee(tmp_path, ended_with(code), script(one_turn)) as (referee, address):
        assert run_bot(language.command("scripted"), address)[:2] == (0, "")
    assert [hello.resume_token for hello in referee.hellos] == ["", "come back"]


@pytest.mark.parametrize(
    "code",
    [
        grpc.StatusCode.ABORTED,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.FAILED_PRECONDITION,
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.PERMISSION_DENIED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.UNAUTHENTICATED,
    ],
    ids=lambda code: str(code.name),
)
def test_a_refusal_is_said_and_not_tried_again(language: Language, tmp_path: Path, code: grpc.StatusCode) -> None:
    with scripted_referee(tmp_path, ended_with(code)) as (referee, address):
        exit_code, output, errors = run_bot(language.command("scripted"), address)
    assert (exit_code, output, len(referee.hellos)) == (1, "", 1), errors
    assert "so it is" in errors
    said = errors.upper().replace("_", "")  # in the spelling of that language
    assert code.name.replace("_", "") in said


def test_a_goodbye_for_now_is_followed_by_a_new_connection(language: Language, tmp_path: Path) -> None:
    def for_now(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome("come back"), messages.goodbye(may_reconnect=True)]

    with scripted_referee(tmp_path, for_now, script(one_turn)) as (referee, address):
        assert run_bot(language.command("scripted"), address)[:2] == (0, "")
    assert [hello.resume_token for hello in referee.hellos] == ["", "come back"]


def test_a_goodbye_for_good_waits_for_no_thought(language: Language, tmp_path: Path) -> None:
    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        yield ask("wait 120000 1")

    with scripted_referee(tmp_path, script(speak)) as (referee, address):
        assert run_bot(language.command("scripted"), address)[:2] == (0, "")
    assert len(referee.hellos) == 1


def test_a_referee_that_comes_late_is_waited_for(language: Language, tmp_path: Path) -> None:
    with bot_process(language.command("scripted"), f"unix:{tmp_path / 'referee'}") as process:
        time.sleep(2)  # what is waited for is that nothing happens
        assert process.poll() is None
        with scripted_referee(tmp_path, script(one_turn)) as (referee, _):
            assert exit_of(process)[:2] == (0, "")
    assert [hello.token for hello in referee.hellos] == ["secret"]


@pytest.mark.parametrize(
    "text", [pytest.param("choose 1", id="after an answer"), pytest.param("wait 120000 1", id="while it thinks")]
)
def test_it_leaves_on_sigterm(language: Language, tmp_path: Path, text: str) -> None:
    processes: list[subprocess.Popen[str]] = []

    def stream(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome(), messages.match_started(), ask("choose 0")]
        assert ear.hear() == chosen(0)
        yield ask(text, 2)
        if text == "choose 1":
            assert ear.hear() == chosen(1, 2)
        processes[0].send_signal(signal.SIGTERM)
        assert ear.hear() == wire.PlayRequest(leave=wire.Leave())
        ear.hear_the_end()

    with (
        scripted_referee(tmp_path, stream) as (_, address),
        bot_process(language.command("scripted"), address) as process,
    ):
        processes.append(process)
        assert exit_of(process) == (0, "", "")


def test_sigterm_ends_it_while_it_waits_for_a_referee(language: Language, tmp_path: Path) -> None:
    with bot_process(language.command("scripted"), f"unix:{tmp_path / 'nobody'}") as process:
        time.sleep(2)  # what is waited for is that nothing happens
        process.send_signal(signal.SIGTERM)
        assert process.wait(PROMPTLY) == 0


def test_tls_with_the_organisers_own_authority(language: Language, tmp_path: Path) -> None:
    key, certificate = self_signed()
    (tmp_path / "ca.pem").write_bytes(certificate)
    credentials = grpc.ssl_server_credentials([(key, certificate)])
    with scripted_referee(tmp_path, script(one_turn), credentials=credentials) as (_, address):
        more = {"REFEREE_CA": str(tmp_path / "ca.pem")}
        assert run_bot(language.command("scripted"), address, more) == (0, "", "")


def test_an_unknown_authority_is_not_trusted(language: Language, tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_bytes(self_signed()[1])
    credentials = grpc.ssl_server_credentials([self_signed()])
    more = {"REFEREE_CA": str(tmp_path / "ca.pem")}
    with (
        scripted_referee(tmp_path, script(one_turn), credentials=credentials) as (referee, address),
        bot_process(language.command("scripted"), address, more=more) as process,
    ):
        time.sleep(3)  # what is waited for is that nothing happens
        process.send_signal(signal.SIGTERM)
        process.wait(PROMPTLY)
    assert referee.hellos == []


@pytest.mark.parametrize(
    ("address", "more", "named"),
    [
        pytest.param("", {}, "REFEREE_ADDRESS", id="no address"),
        pytest.param("localhost:1", {"REFEREE_CA": "/nowhere/ca.pem"}, "REFEREE_CA", id="no such file of authorities"),
    ],
)
def test_bad_settings_are_said(
    language: Language, address: str, more: dict[str, str], named: str, tmp_path: Path
) -> None:
    code, output, errors = run_bot(language.command("scripted"), address, more)
    assert (code, output) == (1, "")
    assert named in errors
