"""The states of a seat, event by event: the referee's messages, and the answers to them."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee_client.errors import SeatError
from referee_client.protocol import (
    Heard,
    MatchOver,
    NewMatch,
    OpenTurn,
    PlayProtocol,
    Repetition,
    StrangeTurn,
    StrikeNotice,
)
from referee_client.seat import TRANSITIONS, Seat, SeatEvent, SeatState
from referee_client.v1 import play_service_pb2 as wire

from tests.clients import messages

# The next state of a seat, and the request to the referee. A dash: it cannot happen. Written by hand, from sections 4,
# 5 and 7 of `referee manual wire`.
EXPECTED = """
            turn      same      too late  choice    resign    end
waiting     asked     asked     waiting   -         resigned  over
asked       asked     asked     waiting   answered  resigned  over
answered    asked     answered! answered  -         resigned  over
resigned    resigned! resigned! resigned  -         -         over
over        -         -         -         -         -         -
"""
EVENTS = ("turn", "same", "too late", "choice", "resign", "end")
AGAIN = "!"
"""The referee gets the same answer again."""


def expected() -> dict[tuple[str, str], str]:
    rows = [line.split() for line in EXPECTED.strip().splitlines()[1:]]
    return {(row[0], event): row[1:][number] for row in rows for number, event in enumerate(EVENTS)}


class Referee:
    """Feeds the protocol of a bot that has a seat in one match."""

    def __init__(self) -> None:
        self.protocol = PlayProtocol(wire.Hello())
        self.number = 0
        self.seat = self.begin()

    def begin(self, *, resumed: bool = False) -> Seat:
        heard = self.protocol.receive(messages.match_started(resumed=resumed))
        assert isinstance(heard, NewMatch)
        return heard.seat

    def turn(self, *, again: bool = False) -> Heard | None:
        self.number += not again
        return self.protocol.receive(messages.turn(number=self.number))

    def strike(self, cause: wire.Strike.Cause = wire.Strike.CAUSE_TIMEOUT) -> Heard | None:
        strike = wire.Strike(match_id="m1", turn=self.number, cause=cause, why="so it is", counted=True)
        return self.protocol.receive(wire.PlayResponse(strike=strike))

    def end(self) -> Heard | None:
        return self.protocol.receive(messages.match_ended())


def seat_that_is(state: str) -> Referee:
    referee = Referee()
    referee.turn()
    if state == "waiting":
        referee.strike()
    if state == "answered":
        referee.seat.choose(0)
    if state == "resigned":
        referee.seat.resign()
    if state == "over":
        referee.end()
    assert referee.seat.state.value == state
    return referee


def happens(referee: Referee, event: str) -> Heard | wire.PlayRequest | None:
    seat = referee.seat
    match event:
        case "turn":
            return referee.turn()
        case "same":
            return referee.turn(again=True)
        case "too late":
            return referee.strike()
        case "choice":
            return seat.choose(2)
        case "resign":
            return seat.resign()
        case _:
            return referee.end()


@pytest.mark.parametrize(("state", "event"), list(product(map(str, SeatState), EVENTS)))
def test_what_becomes_of_a_seat(state: str, event: str) -> None:
    referee, then = seat_that_is(state), expected()[state, event]
    if then == "-" and event in ("choice", "resign"):
        with pytest.raises(SeatError, match=f"m1.*cannot come while the seat is {state}"):
            happens(referee, event)
        then = state
    elif then == "-":  # the match is over: the seat is gone
        told = happens(referee, event)
        assert isinstance(told, StrangeTurn | StrikeNotice | MatchOver)
        assert getattr(told, "seat", None) is None
        then = state
    else:
        told = happens(referee, event)
        assert isinstance(told, Repetition) is then.endswith(AGAIN)
    assert referee.seat.state == then.removesuffix(AGAIN)


def test_the_table_is_whole() -> None:
    assert set(TRANSITIONS) == set(SeatState)
    assert {event for of in TRANSITIONS.values() for event in of} == set(SeatEvent)
    from_referee = {SeatEvent.TURN, SeatEvent.SAME_TURN, SeatEvent.END}
    assert all(from_referee <= set(of) for state, of in TRANSITIONS.items() if state != SeatState.OVER)


def test_a_turn_that_comes_again_before_the_answer_is_still_open() -> None:
    referee = seat_that_is("asked")
    heard = referee.turn(again=True)
    assert isinstance(heard, OpenTurn)
    assert heard.again
    assert referee.seat.open_turn is heard.turn


def test_an_answer_that_got_lost_is_said_again_to_the_letter() -> None:
    referee = Referee()
    referee.turn()
    said = referee.seat.choose(1, b"because")
    referee.begin(resumed=True)
    assert referee.turn(again=True) == Repetition(said)
    assert said.choice == wire.Choice(match_id="m1", turn=1, option=1, note=b"because")


@pytest.mark.parametrize(
    ("cause", "ends"),
    [
        (wire.Strike.CAUSE_TIMEOUT, True),
        (wire.Strike.CAUSE_DISCONNECTED, True),
        (wire.Strike.CAUSE_ILLEGAL_OPTION, False),
        (wire.Strike.CAUSE_MALFORMED, False),
        (wire.Strike.CAUSE_STALE, False),
    ],
)
def test_which_strikes_end_the_open_turn(cause: wire.Strike.Cause, ends: bool) -> None:
    referee = seat_that_is("asked")
    heard = referee.strike(cause)
    assert isinstance(heard, StrikeNotice)
    assert heard.ends_turn is ends
    assert (referee.seat.open_turn is None) is ends


def test_a_strike_for_an_earlier_turn_leaves_the_open_one() -> None:
    referee = seat_that_is("asked")
    referee.turn()
    referee.number -= 1
    heard = referee.strike()
    assert isinstance(heard, StrikeNotice)
    assert (heard.strike.turn, heard.ends_turn) == (1, False)
    assert referee.seat.state == SeatState.ASKED


@pytest.mark.parametrize(
    ("turn", "option", "may"), [(1, 0, True), (1, 2, True), (1, 3, False), (1, -1, False), (0, 0, False), (2, 0, False)]
)
def test_what_may_be_chosen(turn: int, option: int, may: bool) -> None:
    assert seat_that_is("asked").seat.may_choose(turn, option) is may


@pytest.mark.parametrize("option", [-1, 3])
def test_an_option_that_is_not_there_leaves_the_turn_open(option: int) -> None:
    seat = seat_that_is("asked").seat
    with pytest.raises(SeatError, match=f"match 'm1': the options of turn 1 are 0 to 2, not {option}"):
        seat.choose(option)
    assert seat.state == SeatState.ASKED


def test_a_match_that_begins_anew_under_the_same_id_is_another_one() -> None:
    """As after a crash of a referee that keeps nothing: its turns are numbered from 1 again."""
    referee = seat_that_is("answered")
    first, second = referee.seat, referee.begin()
    assert second is not first
    assert isinstance(referee.turn(again=True), OpenTurn)


def test_what_a_person_is_told_of_a_strike() -> None:
    texts = {
        "too late. Strikes left: 0.": wire.Strike(why="too late", counted=True, strikes_left=0),
        "not known.": wire.Strike(why="not known", strikes_left=2),
        "a flood.": wire.Strike(why="a flood", counted=True),
    }
    assert {text: StrikeNotice(strike, ends_turn=False).text for text, strike in texts.items()} == {t: t for t in texts}


@given(st.lists(st.sampled_from(EVENTS[:-1]), max_size=40))
def test_no_turn_is_ever_answered_in_two_ways(events: list[str]) -> None:
    referee = Referee()
    said: dict[int, set[str]] = {}
    for event in events:
        if event == "choice" and not referee.seat.may(SeatEvent.CHOICE):
            continue
        if event == "resign" and not referee.seat.may(SeatEvent.RESIGNATION):
            continue
        told = happens(referee, event)
        request = told.request if isinstance(told, Repetition) else told
        if isinstance(request, wire.PlayRequest) and request.HasField("choice"):
            said.setdefault(request.choice.turn, set()).add(str(request))
        assert (referee.seat.open_turn is not None) is referee.seat.may_choose(referee.number, 0)
    assert all(len(answers) == 1 for answers in said.values())
