"""A bot's answers to the referee's messages; no network."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from referee_client import Bot, MatchEnd, MatchInfo, ProtocolError, Session, Turn
from referee_client.games.keepers.v1 import keepers_pb2 as keepers
from referee_client.v1 import play_service_pb2 as wire

from tests.clients import messages


class Diary(Bot):
    """Records what it receives, and gives prepared answers."""

    pages: list[Any]
    answer: Any = 0

    def start(self, match: MatchInfo) -> None:
        self.pages.append(match)

    def choose(self, turn: Turn) -> Any:
        self.pages.append(turn)
        return self.answer(turn) if callable(self.answer) else self.answer

    def end(self, result: MatchEnd) -> None:
        self.pages.append(result)


def diary(answer: Any = 0) -> type[Diary]:
    return type("DiaryOfATest", (Diary,), {"pages": [], "answer": staticmethod(answer) if callable(answer) else answer})


def answers(session: Session, *responses: wire.PlayResponse) -> list[wire.PlayRequest]:
    return [request for response in responses for request in session.receive(response)]


def choice(match_id: str, number: int, option: int) -> wire.PlayRequest:
    return wire.PlayRequest(choice=wire.Choice(match_id=match_id, turn=number, option=option))


def test_the_hello_says_who_the_bot_is_and_what_it_wants() -> None:
    session = Session(diary(), token="secret", wants_text=True, wants_events=False, max_matches=3)
    assert session.hello().hello == wire.Hello(
        token="secret",
        software="DiaryOfATest",
        protocol_version=1,
        wants_text=True,
        max_matches=3,
    )


def test_a_bot_that_wants_cards_is_told_those_of_each_match() -> None:
    told = []

    class Reader(Bot):
        def start(self, match: MatchInfo) -> None:
            told.append(match.cards)

    session = Session(Reader, wants_cards=True)
    assert session.hello().hello.wants_cards
    assert not Session(Reader).hello().hello.wants_cards
    session.receive(messages.match_started("a", cards='{"card":[{"id":"inn","price":3}]}'))
    session.receive(messages.match_started("b"))
    assert told == [{"card": [{"id": "inn", "price": 3}]}, None]


def test_the_next_hello_asks_to_go_on() -> None:
    session = Session(diary())
    assert session.hello().hello.resume_token == ""
    session.receive(messages.welcome("abc"))
    assert session.welcome is not None
    assert session.hello().hello.resume_token == "abc"
    assert session.welcome is None


def test_a_bot_hears_of_the_start_its_turns_and_the_end() -> None:
    bot = diary()
    session = Session(bot)
    answers(session, messages.match_started(seat=1), messages.turn(), messages.match_ended())
    match, turn, result = bot.pages
    assert (match.match_id, match.game_id, match.seat, match.bots) == ("m1", "keepers", 1, ("a", "b"))
    assert match.options == {"max_rounds": "30"}
    assert (turn.match, turn.number, turn.seat, turn.option_count) == (match, 1, 1, 3)
    assert (result.match, result.reason, result.void_reason) == (match, "emptied", "")
    assert [seat.place for seat in result.seats] == [2, 1]


def test_a_turn_carries_the_position_of_the_game_and_the_time() -> None:
    bot = diary()
    session = Session(bot)
    session.receive(messages.match_started())
    session.receive(messages.turn(spaces=2), arrived=1000.0)
    turn: Turn = bot.pages[-1]
    assert isinstance(turn.position, keepers.Position)
    assert turn.view == keepers.View()
    assert [option.quest.space for option in turn.options] == [1, 2]
    assert list(turn.events) == []
    assert (turn.decision_left, turn.bank_left, turn.deadline) == (2.5, 60.0, 1062.5)


@pytest.mark.parametrize(
    ("answer", "index"),
    [
        pytest.param(0, 0, id="an index"),
        pytest.param(2, 2, id="the last index"),
        pytest.param(lambda turn: turn.options[1], 1, id="an option"),
        pytest.param(keepers.Option(quest=keepers.Quest(space=3)), 2, id="an equal option that the bot made itself"),
    ],
)
def test_a_bot_answers_with(answer: Any, index: int) -> None:
    session = Session(diary(answer))
    assert answers(session, messages.match_started(), messages.turn(number=7)) == [choice("m1", 7, index)]


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(3, id="an index too large"),
        pytest.param(-1, id="a negative index"),
        pytest.param(keepers.Option(quest=keepers.Quest(space=4)), id="an option that is not listed"),
        pytest.param(None, id="nothing"),
    ],
)
def test_a_wrong_answer_is_the_bots_own_error(answer: Any) -> None:
    session = Session(diary(answer))
    session.receive(messages.match_started())
    with pytest.raises(ValueError, match="chose"):
        session.receive(messages.turn())


def test_what_the_bot_raises_passes_through() -> None:
    def fail(turn: Turn) -> int:
        raise ZeroDivisionError

    session = Session(diary(fail))
    session.receive(messages.match_started())
    with pytest.raises(ZeroDivisionError):
        session.receive(messages.turn())


def test_a_note_goes_with_the_choice() -> None:
    def noting(turn: Turn) -> int:
        turn.note = "because"
        return 1

    session = Session(diary(noting))
    (request,) = answers(session, messages.match_started(), messages.turn())
    assert request.choice.note == b"because"


def test_the_same_turn_again_is_answered_the_same_without_asking_the_bot() -> None:
    replies = iter([2, 1])
    session = Session(diary(lambda turn: next(replies)))
    again = [messages.turn(number=4), messages.match_started(resumed=True), messages.turn(number=4)]
    expected = [choice("m1", 4, 2), choice("m1", 4, 2), choice("m1", 5, 1)]
    assert answers(session, messages.match_started(), *again, messages.turn(number=5)) == expected


def test_matches_at_the_same_time_have_a_bot_each() -> None:
    bots: list[Diary] = []

    def make() -> Diary:
        bots.append(diary()())
        return bots[-1]

    session = Session(make)
    answers(session, messages.match_started("m1"), messages.match_started("m2"))
    replies = answers(session, messages.turn("m2"), messages.turn("m1"), messages.turn("m2", 2))
    assert replies == [choice("m2", 1, 0), choice("m1", 1, 0), choice("m2", 2, 0)]
    assert [len(bot.pages) for bot in bots] == [2, 3]


def test_a_match_that_goes_on_after_a_lost_connection_keeps_its_bot() -> None:
    bot = diary()
    session = Session(bot)
    answers(session, messages.match_started(), messages.match_started(resumed=True))
    assert len(bot.pages) == 1


def test_a_restarted_process_takes_part_in_a_match_that_goes_on() -> None:
    bot = diary()
    session = Session(bot)
    assert answers(session, messages.match_started(resumed=True), messages.turn(number=9)) == [choice("m1", 9, 0)]
    assert bot.pages[0].resumed


def test_a_bot_needs_one_method_only() -> None:
    class Minimal:
        def choose(self, turn: Turn) -> int:
            return 0

    everything = [messages.match_started(), messages.turn(), messages.strike("late"), messages.match_ended()]
    assert answers(Session(Minimal), *everything) == [choice("m1", 1, 0)]


def test_a_bot_without_choose_is_told_so() -> None:
    session = Session(Bot)
    session.receive(messages.match_started())
    with pytest.raises(NotImplementedError, match=r"Bot needs a method choose\(self, turn\)"):
        session.receive(messages.turn())


def test_a_strike_is_shown(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="referee_client"):
        Session(diary()).receive(messages.strike("no answer in 2.5 seconds"))
    assert caplog.messages == ["strike in match m1, turn 3: no answer in 2.5 seconds (counted, strikes left: 2)"]


def test_what_costs_nothing_is_shown_as_that(caplog: pytest.LogCaptureFixture) -> None:
    unsupported = wire.Strike(cause=wire.Strike.CAUSE_UNSUPPORTED, why="not known")
    with caplog.at_level(logging.WARNING, logger="referee_client"):
        Session(diary()).receive(wire.PlayResponse(strike=unsupported))
    assert caplog.messages == ["strike in match -, turn 0: not known (not counted)"]


def test_the_goodbye_is_kept_until_the_next_hello() -> None:
    session = Session(diary())
    session.receive(messages.goodbye("restart", may_reconnect=True))
    assert session.goodbye == wire.Goodbye(why="restart", may_reconnect=True)
    session.hello()
    assert session.goodbye is None


def test_a_voided_match_has_no_places() -> None:
    bot = diary()
    answers(Session(bot), messages.match_started(), messages.match_ended(voided=True))
    assert bot.pages[-1].void_reason == "the power failed"
    assert bot.pages[-1].reason == ""
    assert bot.pages[-1].seats == ()


def test_a_message_of_a_later_protocol_is_passed_over() -> None:
    assert Session(diary()).receive(wire.PlayResponse()) == []


def test_the_end_of_an_unknown_match_is_passed_over() -> None:
    assert Session(diary()).receive(messages.match_ended("other")) == []


def test_a_turn_of_a_match_that_was_never_started_is_an_error() -> None:
    with pytest.raises(ProtocolError, match="never started"):
        Session(diary()).receive(messages.turn("other"))


@pytest.mark.parametrize(
    ("type_url", "value", "message"),
    [
        pytest.param("", b"", "expected the position of a game", id="empty"),
        pytest.param("type.example/os.Position", b"", "expected the position", id="no module of ours"),
        pytest.param("type.example/referee.games.keepers.v1.View", b"", "expected", id="no position"),
        pytest.param("type.example/referee.games.ludo.v1.Position", b"", "does not know", id="unknown game"),
        pytest.param("type.example/referee.games.keepers.v9.Position", b"", "does not know", id="unknown version"),
        pytest.param("type.example/referee.games.keepers.v1.Position", b"\xff", "cannot be read", id="bad bytes"),
    ],
)
def test_a_position_that_cannot_be_read_is_a_protocol_error(type_url: str, value: bytes, message: str) -> None:
    response = messages.turn()
    response.turn.position.type_url = type_url
    response.turn.position.value = value
    session = Session(diary(lambda turn: turn.options[0]))
    session.receive(messages.match_started())
    with pytest.raises(ProtocolError, match=message):
        session.receive(response)
