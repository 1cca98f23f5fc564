"""A person in a browser, event by event: what the page offers, and what the referee receives."""

from __future__ import annotations

import pytest
import trio
from referee_client.protocol import Heard, PlayProtocol, Repetition
from referee_client.v1 import play_service_pb2 as wire
from trio.testing import wait_all_tasks_blocked

from referee.kernel.game import find_game
from referee.web.seats import WebSeat
from tests.people.test_person import asks, began, choice, too_late


class AtThePage:
    """A seat whose match has begun, and the messages it sent."""

    def __init__(self) -> None:
        self.said: list[wire.PlayRequest] = []
        self.seat = WebSeat()
        self._protocol = PlayProtocol(wire.Hello())
        self.hears(began())

    def hears(self, response: wire.PlayResponse) -> Heard | None:
        """Receive a message in the way that `FarTable` delivers it."""
        heard = self._protocol.receive(response)
        if isinstance(heard, Repetition):
            self.said.append(heard.request)
        elif heard is not None:
            trio.run(self._play, heard)
        return heard

    def shows(self) -> str:
        return "".join(piece for pieces in self.seat.feed.parts.values() for piece in pieces)

    async def _play(self, heard: Heard) -> None:
        send, receive = trio.open_memory_channel[Heard](1)
        send.send_nowait(heard)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.seat.play, receive, self.said.append)
            await wait_all_tasks_blocked()
            send.close()


def test_rules_of_a_game_that_is_not_installed_here_are_not_known() -> None:
    assert "The rules of this game are not available here." in AtThePage().shows()


def test_the_rules_are_those_of_the_match_and_harmless(monkeypatch: pytest.MonkeyPatch) -> None:
    keepers = find_game("keepers")
    monkeypatch.setitem(keepers.__dict__, "rules", "# Keepers\n\nBid <script>alert(1)</script> on *quests*.")
    started = began()
    started.match_started.game_id = "keepers"
    started.match_started.match_id = "another"
    page = AtThePage()
    page.hears(wire.PlayResponse(match_ended=wire.MatchEnded(match_id="m")))
    page.hears(started)
    assert "<h3>Keepers</h3>" in page.shows()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; on <em>quests</em>" in page.shows()


def test_an_option_is_chosen_once() -> None:
    page = AtThePage()
    page.hears(asks(1))
    assert "Your turn 1" in page.shows()
    assert page.seat.choose(1, 1)
    assert not page.seat.choose(1, 0)
    assert page.seat.has_answered(1), "the same answer twice is no answer too late"
    assert not page.seat.has_answered(2)
    assert page.said == [choice(1, 1)]
    assert "Your answer was sent" in page.shows()


def test_what_the_page_shows_no_more_cannot_be_chosen() -> None:
    page = AtThePage()
    page.hears(asks(1))
    page.hears(too_late(1))
    assert "too late. Strikes left: 2." in page.shows()
    assert not page.seat.choose(1, 0)
    assert not page.seat.has_answered(1)
    page.hears(asks(2))
    assert not page.seat.choose(1, 0)
    assert not page.seat.choose(2, 2)
    assert page.said == []


def test_an_answer_that_got_lost_is_said_again_and_an_open_question_is_asked_again() -> None:
    page = AtThePage()
    page.hears(asks(1))
    page.seat.choose(1, 0)
    page.hears(began(resumed=True))
    page.hears(asks(1))
    page.hears(asks(2))
    page.hears(asks(2))
    assert "Your turn 2" in page.shows()
    assert page.seat.choose(2, 1)
    assert page.said == [choice(1, 0), choice(1, 0), choice(2, 1)]


def test_a_resignation_is_said_once_and_again_for_every_turn() -> None:
    page = AtThePage()
    page.hears(asks(1))
    page.seat.resign()
    page.seat.resign()
    assert "You have resigned" in page.shows()
    assert isinstance(page.hears(asks(2)), Repetition)
    assert [request.WhichOneof("request") for request in page.said] == ["resign", "resign"]
    assert not page.seat.choose(2, 0)


def test_a_match_that_begins_anew_under_the_same_id_is_asked_from_its_first_turn() -> None:
    page = AtThePage()
    page.hears(asks(1))
    page.seat.choose(1, 1)
    page.hears(began())
    page.hears(asks(1))
    assert page.seat.choose(1, 0)
    assert page.said == [choice(1, 1), choice(1, 0)]


def test_the_table_is_shown_while_others_play_and_at_the_end() -> None:
    page = AtThePage()
    page.hears(asks(1))
    page.seat.choose(1, 0)
    page.hears(wire.PlayResponse(update=wire.Update(match_id="m", text="the rival has bid")))
    assert "the rival has bid" in page.shows()
    assert "Waiting for the others" in page.shows()
    ended = wire.MatchEnded(match_id="m", reason="emptied", text="the last table")
    ended.position.SetInParent()
    page.hears(wire.PlayResponse(match_ended=ended))
    assert "the last table" in page.shows()
    assert "the rival has bid" not in page.shows()


def test_the_end_of_a_match_closes_it() -> None:
    page = AtThePage()
    page.hears(asks(1))
    page.hears(wire.PlayResponse(match_ended=wire.MatchEnded(match_id="m", void_reason="the power failed")))
    page.seat.resign()
    assert not page.seat.choose(1, 0)
    assert page.said == []
    assert "the power failed" in page.shows()
