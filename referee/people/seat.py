"""A person's seat at a match in this process."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
from referee_client.protocol import Heard, PlayProtocol, Repetition
from referee_client.v1 import play_service_pb2 as wire

from referee.people.person import Person
from referee.server.lag import NO_LAG, Lag
from referee.server.match.link import Receiver


class PersonSeat:
    """The `SeatLink` to a person at this terminal, for one match after the other. Made by `open_seat`."""

    wants_text = True
    wants_events = True
    wants_cards = True
    wants_updates = False
    connected = True
    gone = False
    cores = None

    def __init__(self, heard: trio.MemorySendChannel[Heard]) -> None:
        self._heard = heard
        self._protocol = PlayProtocol(wire.Hello())
        self._receiver: Receiver | None = None

    def attach(self, match_id: str, receiver: Receiver) -> None:  # noqa: ARG002 - there is one match at a time
        """See `SeatLink`."""
        self._receiver = receiver

    def detach(self, match_id: str) -> None:  # noqa: ARG002 - as above
        """See `SeatLink`."""
        self._receiver = None

    def post(self, response: wire.PlayResponse) -> None:
        """See `SeatLink`."""
        match self._protocol.receive(response):
            case Repetition(request):
                self.say(request)
            case None:
                pass  # the referee sends no message that this process does not know
            case heard:
                self._heard.send_nowait(heard)

    def ask(self, turn: int, response: bytes) -> None:  # noqa: ARG002 - the response contains it
        """See `SeatLink`."""
        self.post(wire.PlayResponse.FromString(response))

    def own_lag(self) -> Lag:
        """See `SeatLink`. There is no queue between the match and the person."""
        return NO_LAG

    def say(self, request: wire.PlayRequest) -> None:
        """Pass a person's message to the match."""
        if self._receiver is None:
            return
        if request.HasField("choice"):
            self._receiver.choice(request.choice)
        elif request.HasField("resign"):
            self._receiver.resign()


@asynccontextmanager
async def open_seat(person: Person) -> AsyncIterator[PersonSeat]:
    """Let a person play the matches of this seat for the duration of the block."""
    tell, heard = trio.open_memory_channel[Heard](math.inf)
    seat = PersonSeat(tell)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.play, heard, seat.say)
        yield seat
        tell.close()  # earlier messages are still shown
