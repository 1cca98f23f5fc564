"""What the kit's referee says to the scripted bot."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import grpc
from referee_client.games.keepers.v1 import keepers_pb2 as keepers
from referee_client.v1 import play_service_pb2 as wire

from tests.clients import messages
from tests.clients.scripted_referee import Ear, Stream

DEFAULT = 2
"""The default option of every Turn here; there are three."""

Script = Callable[[Ear], Iterator[wire.PlayResponse]]


def ask(text: str, number: int = 1, match_id: str = "m1") -> wire.PlayResponse:
    """A Turn that says what the scripted bot is to do."""
    response = messages.turn(match_id, number)
    response.turn.text = text
    response.turn.option_texts.extend(["one", "two", "three"])
    response.turn.default_option = DEFAULT
    return response


def chosen(option: int, number: int = 1, match_id: str = "m1", note: bytes = b"") -> wire.PlayRequest:
    """The answer to such a Turn."""
    return wire.PlayRequest(choice=wire.Choice(match_id=match_id, turn=number, option=option, note=note))


def script(speak: Script) -> Stream:
    """A connection that begins with Welcome and the match m1, and ends with Goodbye."""

    def stream(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome(), messages.match_started()]
        yield from speak(ear)
        yield from [messages.match_ended(), messages.goodbye()]

    return stream


def worthwhile_quest(number: int, *, space: int) -> wire.PlayResponse:
    """Asks for a quest of Keepers where only the one in `space` prepares an adventurer."""
    response = messages.turn(number=number)
    position = keepers.Position()
    response.turn.position.Unpack(position)
    position.view.seat = 1
    position.view.seats.extend([keepers.SeatView(), keepers.SeatView(unprepared=keepers.Counts(rogue=3))])
    for each in (1, 2, 3):
        colour = keepers.COLOUR_ROGUE if each == space else keepers.COLOUR_WIZARD
        position.view.spaces.add(quest=[colour])
    response.turn.position.Pack(position)
    return response


def unreadable(number: int = 1, text: str = "") -> wire.PlayResponse:
    """A Turn whose position is no message."""
    response = ask(text, number)
    response.turn.position.value = b"\xff\xff\xff"
    return response
