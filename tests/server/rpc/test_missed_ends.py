"""A bot that comes back receives the ends of its matches, wherever the connection broke."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import trio

from referee.kernel.job import TimeControl
from tests.support.matches import job
from tests.support.raw_bot import RawBot, raw_bot
from tests.support.running import Running, local_referee

LONG = TimeControl(decision_ms=60_000, bank_ms=60_000)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with local_referee(tmp_path) as referee:
        yield referee


@pytest.fixture
def other(running: Running) -> Iterator[RawBot]:
    with raw_bot(running.address) as bot:
        bot.hello(running.token("b"))
        yield bot


def void(running: Running, match_id: str) -> None:
    """Void a match that has begun; both bots are notified when this returns."""
    lobby = running.referee.lobby
    told = running.call(lambda: lobby.bot("b").ends.told)
    running.call(lambda: lobby.find(match_id).void("enough"))
    running.wait(_until(lambda: lobby.bot("b").ends.told > told))


def heard_at_return(running: Running, resume_token: str) -> list[str]:
    """What a returning stream receives, after the Welcome and up to the referee's last message."""
    with raw_bot(running.address) as back:
        back.hello(running.token("a"), resume_token=resume_token)
        running.call(lambda: running.referee.lobby.dismiss(may_reconnect=False))
        responses = [*back.call]
    kinds = [response.WhichOneof("response") for response in responses]
    assert kinds.pop() == "goodbye"
    ends = [response.match_ended.match_id for response in responses if response.HasField("match_ended")]
    assert len(ends) == kinds.count("match_ended")
    return ends


@pytest.mark.parametrize("resumes", [True, False])
def test_who_resumes_is_told_which_match_ended_meanwhile(running: Running, resumes: bool) -> None:
    token = running.token("a")
    with raw_bot(running.address) as away, raw_bot(running.address) as other:
        resume_token = away.hello(token).resume_token
        other.hello(running.token("b"))
        running.play(job(time_control=LONG))
        away.hear("match_started")
        away.close()
        running.wait(_until(lambda: running.referee.lobby.bot("a").stream is None))
    hosted = running.call(lambda: running.referee.lobby.find("m-1"))
    running.call(lambda: hosted.void("enough"))
    running.wait(hosted.over.wait)
    with raw_bot(running.address) as back:
        back.hello(token, resume_token=resume_token if resumes else "")
        if resumes:
            assert back.hear("match_ended").match_ended.match_id == "m-1"
        running.call(lambda: running.referee.lobby.dismiss(may_reconnect=False))
        back.hear("goodbye")


def test_who_was_lost_before_the_end_without_anybody_noticing_hears_of_it(running: Running, other: RawBot) -> None:
    """The first stream is never read again, as behind a cable that was pulled: to the referee it looks alive."""
    with raw_bot(running.address) as cut_off:
        token = cut_off.hello(running.token("a")).resume_token
        running.play(job(time_control=LONG))
        cut_off.hear_until("turn")
        void(running, "m-1")
        assert running.call(lambda: running.referee.lobby.bot("a").stream is not None)
        assert heard_at_return(running, token) == ["m-1"]


def test_who_was_lost_just_after_the_end_hears_of_it_twice(running: Running, other: RawBot) -> None:
    with raw_bot(running.address) as lost:
        token = lost.hello(running.token("a")).resume_token
        running.play(job(time_control=LONG))
        lost.hear("match_started")
        void(running, "m-1")
        assert lost.hear_until("match_ended").match_ended.match_id == "m-1"
    assert heard_at_return(running, token) == ["m-1"]


def test_an_answer_to_a_later_turn_proves_that_the_end_has_arrived(running: Running, other: RawBot) -> None:
    with raw_bot(running.address) as lost:
        token = lost.hello(running.token("a")).resume_token
        running.play(job(match_id="first", time_control=LONG))
        lost.hear("match_started")
        void(running, "first")
        running.play(job(match_id="second", time_control=LONG))
        turn = lost.hear_until("turn").turn
        lost.choose(lost.hear_until("turn").turn if turn.match_id == "first" else turn)
        running.wait(_until(lambda: running.referee.lobby.find("second").decisions == 1))
        void(running, "second")
    assert heard_at_return(running, token) == ["second"]


def test_an_answer_to_a_turn_from_before_the_end_proves_nothing(running: Running, other: RawBot) -> None:
    with raw_bot(running.address) as lost:
        token = lost.hello(running.token("a")).resume_token
        running.play(job(match_id="first", time_control=LONG))
        running.play(job(match_id="second", time_control=LONG))
        turns = [lost.hear_until("turn").turn for _ in range(2)]
        void(running, "first")
        lost.choose(next(turn for turn in turns if turn.match_id == "second"))
        running.wait(_until(lambda: running.referee.lobby.find("second").decisions == 1))
    assert heard_at_return(running, token) == ["first"]


def test_a_turn_that_comes_again_proves_nothing(running: Running, other: RawBot) -> None:
    """Its answer may have been on its way before the new stream sent anything."""
    with raw_bot(running.address) as lost:
        token = lost.hello(running.token("a")).resume_token
        running.play(job(match_id="first", time_control=LONG))
        lost.hear("match_started")
        void(running, "first")
        running.play(job(match_id="second", time_control=LONG))
        lost.hear_until("match_ended")
        turn = lost.hear_until("turn").turn
        with raw_bot(running.address) as again:
            token = again.hello(running.token("a"), resume_token=token).resume_token
            again.choose(turn)
            running.wait(_until(lambda: running.referee.lobby.find("second").decisions == 1))
            assert heard_at_return(running, token) == ["first"]


def test_a_fresh_process_gets_the_events_since_its_last_turn_and_no_others(running: Running, other: RawBot) -> None:
    running.play(job(time_control=LONG))
    with raw_bot(running.address) as first:
        first.hello(running.token("a"), wants_events=True)
        first.choose(first.hear_until("turn").turn)
        second_turn = first.hear_until("turn").turn
    running.wait(_until(lambda: running.referee.lobby.bot("a").stream is None))
    with raw_bot(running.address) as fresh:
        fresh.hello(running.token("a"), wants_events=True)
        assert fresh.hear("match_started").match_started.resumed
        again = fresh.hear("turn").turn
    assert (again.turn, again.position) == (second_turn.turn, second_turn.position)


def _until(condition: Callable[[], bool]) -> Callable[[], Awaitable[None]]:
    async def wait() -> None:
        while not condition():
            await trio.lowlevel.checkpoint()

    return wait
