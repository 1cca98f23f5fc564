"""A person at a remote referee, over real gRPC: lost connections, repeated messages, and refusals."""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterator
from pathlib import Path

import grpc
import pytest
import trio
from referee_client.protocol import Heard, OpenTurn
from referee_client.settings import Settings
from referee_client.v1 import play_service_pb2 as wire

from referee.people.far import FarRefereeError, FarTable
from referee.people.person import Say
from tests.clients import messages
from tests.clients.scripted_referee import Ear, scripted_referee


class Quick:
    """Takes a different option at each turn."""

    def __init__(self) -> None:
        self.asked = 0

    async def play(self, heard: AsyncIterable[Heard], say: Say) -> None:
        async for one in heard:
            if isinstance(one, OpenTurn):
                say(one.seat.choose(self.asked % one.turn.option_count))
                self.asked += 1


def play(settings: Settings, person: Quick, patience: float = 30.0) -> list[str]:
    """Play until the goodbye, and return what the person sees."""
    told: list[str] = []
    trio.run(FarTable(settings, person, told.append, patience).play)
    return told


def refusal(settings: Settings, patience: float = 30.0) -> str:
    with pytest.raises(ExceptionGroup) as refused:
        play(settings, Quick(), patience)
    (error,) = refused.value.exceptions
    assert isinstance(error, FarRefereeError)
    return str(error)


def test_an_answer_that_got_lost_is_said_again_without_asking(tmp_path: Path) -> None:
    def lost(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome("come back"), messages.match_started(), messages.turn(number=1)]
        assert ear.hear().choice.option == 0
        context.abort(grpc.StatusCode.UNAVAILABLE, "the cable broke")

    def the_rest(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        assert ear.hello.resume_token == "come back"
        yield from [messages.welcome(), messages.match_started(resumed=True), messages.turn(number=1)]
        assert ear.hear().choice.option == 0
        yield messages.turn(number=2)
        assert ear.hear().choice.option == 1
        yield from [messages.match_ended(), messages.goodbye()]

    person = Quick()
    with scripted_referee(tmp_path, lost, the_rest) as (referee, address):
        told = play(Settings(address, "secret"), person)
    assert [(hello.token, hello.max_matches) for hello in referee.hellos] == [("secret", 1)] * 2
    assert person.asked == 2
    assert told == [
        "Connected as bot. Waiting for a match; Ctrl-C leaves.",
        "\nThe connection is lost (UNAVAILABLE: the cable broke); reconnecting.",
    ]


def test_a_message_of_a_later_protocol_is_passed_over(tmp_path: Path) -> None:
    def stream(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome(), wire.PlayResponse(), messages.goodbye()]

    with scripted_referee(tmp_path, stream) as (_, address):
        assert len(play(Settings(address), Quick())) == 1


def test_a_refusal_says_why(tmp_path: Path) -> None:
    def stream(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        context.abort(grpc.StatusCode.UNAUTHENTICATED, "no such token")
        yield messages.goodbye()

    with scripted_referee(tmp_path, stream) as (_, address):
        assert refusal(Settings(address)) == "the referee ended the stream with UNAUTHENTICATED: no such token"


def test_a_referee_that_is_not_there_is_given_up(tmp_path: Path) -> None:
    address = f"unix:{tmp_path / 'nobody'}"
    refused = refusal(Settings(address), patience=0.2)
    assert refused.startswith(f"no connection to {address} for 0.2 seconds; last error: ")


def test_an_authority_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    assert "nothing.pem" in refusal(Settings("example:1", ca=tmp_path / "nothing.pem"))
