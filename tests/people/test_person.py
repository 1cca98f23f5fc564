"""A person at a terminal, event by event: questions, answers, and what arrives too late."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
import trio
from referee_client.protocol import Heard, PlayProtocol
from referee_client.v1 import match_pb2
from referee_client.v1 import play_service_pb2 as wire
from trio.testing import wait_all_tasks_blocked

from referee.people.keyboard import Keyboard
from referee.people.person import Person
from referee.people.screen import Screen
from referee.terminal.console import NeutralConsole

NOBODY_KNOWS = "ferry"  # a game that is not installed: only its text is known


class AtTheTerminal:
    """A person, the messages of their referee, and what they type and send."""

    def __init__(self, keys: int, types: int) -> None:
        self.protocol = PlayProtocol(wire.Hello())
        self.said: list[wire.PlayRequest] = []
        self._types = types
        self._screen = StringIO()
        screen = Screen(NeutralConsole(file=self._screen, width=80, height=30))
        self._person = Person(Keyboard(keys), screen, timed=False)
        self._tell, self._heard = trio.open_memory_channel[Heard](100)

    async def play(self) -> None:
        await self._person.play(self._heard, self.said.append)

    async def hears(self, response: wire.PlayResponse, *, later: bool = False) -> None:
        """Receive a message; with `later` it has arrived, but the person has not noticed it yet."""
        heard = self.protocol.receive(response)
        assert heard is not None
        if not later:
            self._tell.send_nowait(heard)
            await wait_all_tasks_blocked()

    async def types(self, line: str) -> None:
        os.write(self._types, f"{line}\n".encode())
        await wait_all_tasks_blocked()

    def sees(self) -> str:
        """What was printed since the last look."""
        shown = self._screen.getvalue()
        self._screen.seek(0)
        self._screen.truncate()
        return shown

    def leaves(self) -> None:
        self._tell.close()


@contextmanager
def _pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    try:
        yield ends
    finally:
        for end in ends:
            os.close(end)


def at_the_terminal(script: Callable[[AtTheTerminal], Awaitable[None]]) -> None:
    """Run a script with a person whose match has begun."""

    async def run() -> None:
        with _pipe() as (keys, types):
            person = AtTheTerminal(keys, types)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(person.play)
                await person.hears(began())
                await script(person)
                person.leaves()

    trio.run(run)


def began(match_id: str = "m", *, resumed: bool = False) -> wire.PlayResponse:
    seats = [match_pb2.Seat(bot=bot) for bot in ("ada", "bob")]
    started = wire.MatchStarted(match_id=match_id, game_id=NOBODY_KNOWS, seats=seats, resumed=resumed)
    return wire.PlayResponse(match_started=started)


def asks(number: int, match_id: str = "m") -> wire.PlayResponse:
    texts = ["row", "wait"]
    turn = wire.Turn(match_id=match_id, turn=number, option_count=2, option_texts=texts, text=f"Trip {number}.")
    return wire.PlayResponse(turn=turn)


def too_late(number: int) -> wire.PlayResponse:
    cause = wire.Strike.CAUSE_TIMEOUT
    strike = wire.Strike(match_id="m", turn=number, cause=cause, why="too late", counted=True, strikes_left=2)
    return wire.PlayResponse(strike=strike)


def choice(number: int, option: int) -> wire.PlayRequest:
    return wire.PlayRequest(choice=wire.Choice(match_id="m", turn=number, option=option))


def test_an_answer_is_said_once() -> None:
    async def script(person: AtTheTerminal) -> None:
        await person.hears(asks(1))
        await person.types("wait")
        assert person.said == [choice(1, 1)]
        assert "You: wait" in person.sees()

    at_the_terminal(script)


def test_a_question_that_comes_again_goes_on() -> None:
    async def script(person: AtTheTerminal) -> None:
        await person.hears(asks(1))
        assert "Trip 1." in person.sees()
        await person.hears(began(resumed=True))
        await person.hears(asks(1))
        assert "Your choice [0-1]" in (shown := person.sees())
        assert "Trip 1." not in shown, "the turn has already arrived"
        await person.types("0")
        assert person.said == [choice(1, 0)]

    at_the_terminal(script)


def test_a_strike_closes_the_question_and_the_next_one_is_asked() -> None:
    async def script(person: AtTheTerminal) -> None:
        await person.hears(asks(1))
        await person.hears(too_late(1))
        assert "too late. Strikes left: 2." in person.sees()
        await person.hears(asks(2))
        await person.types("1")
        assert person.said == [choice(2, 1)]

    at_the_terminal(script)


def test_an_answer_after_the_turn_has_ended_is_not_said_for_the_next_one() -> None:
    """The referee's message is still on its way to the person when the line is typed."""

    async def script(person: AtTheTerminal) -> None:
        await person.hears(asks(1))
        await person.hears(too_late(1), later=True)
        await person.hears(asks(2), later=True)
        person.sees()
        await person.types("1")
        assert person.said == []
        assert "You: " not in person.sees()

    at_the_terminal(script)


def test_who_has_resigned_is_asked_no_more() -> None:
    async def script(person: AtTheTerminal) -> None:
        await person.hears(asks(1))
        await person.types("q")
        await person.types("y")
        assert [request.WhichOneof("request") for request in person.said] == ["resign"]
        assert "You have resigned" in person.sees()

    at_the_terminal(script)


def test_a_match_that_begins_anew_under_the_same_id_is_asked_from_its_first_turn() -> None:
    async def script(person: AtTheTerminal) -> None:
        await person.hears(asks(1))
        await person.types("1")
        await person.hears(began())
        await person.hears(asks(1))
        await person.types("0")
        assert person.said == [choice(1, 1), choice(1, 0)]

    at_the_terminal(script)


@pytest.mark.parametrize("other", ["another", ""])
def test_what_is_of_another_match_is_not_asked(other: str) -> None:
    async def script(person: AtTheTerminal) -> None:
        await person.hears(asks(1, other))
        assert "Trip" not in person.sees()

    at_the_terminal(script)
