"""What strangers see on a referee that lets anyone watch, and with which delay."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import grpc
import pytest
import trio
from referee_client.v1 import match_pb2
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub
from trio.testing import MockClock

from referee.errors import UsageError
from referee.server.config import Config
from referee.server.lobby.hosted_match import HostedMatch
from referee.server.match.delay import LIVE, UNTIL_OVER, Delay, read_delay
from referee.server.storage.tokens import Role
from tests.support.matches import job
from tests.support.raw_bot import RawBot, raw_bot, reason_of
from tests.support.running import Running, running_referee
from tests.support.seats import MemorySeat
from tests.support.waiting import PATIENCE, wait_until

SEED = bytes(range(32))
FINISHED, RUNNING = match_pb2.Match.STATE_FINISHED, match_pb2.Match.STATE_RUNNING
Metadata = list[tuple[str, str]]


class Public:
    """A referee that lets anyone watch, and two bots that answer as many turns as the test allows."""

    def __init__(self, running: Running, stub: MatchServiceStub, crowd: ThreadPoolExecutor) -> None:
        self.a_bot = _showing(running.token("snoop"))
        self._stub = stub
        self._boss = _showing(running.token("boss", Role.ORGANISER))
        self._guest = _showing(running.token("guest", Role.SPECTATOR))
        self._crowd = crowd
        self._may_answer = threading.Semaphore(0)

    def create(self, match_id: str, seed: bytes = b"", bots: str = "ab") -> None:
        seats = [match_pb2.Seat(bot=bot) for bot in bots]
        request = wire.CreateMatchRequest(
            match_id=match_id, game_id="keepers", seats=seats, seed=seed, options={"max_rounds": "2"}
        )
        self._stub.CreateMatch(request, metadata=self._boss)

    def get(self, match_id: str, who: Metadata | None = None) -> match_pb2.Match:
        found: match_pb2.Match = self._stub.GetMatch(wire.GetMatchRequest(match_id=match_id), metadata=who).match
        return found

    def listed(self, who: Metadata | None = None) -> list[match_pb2.Match]:
        return [*self._stub.ListMatches(wire.ListMatchesRequest(), metadata=who).matches]

    def watch(self, match_id: str, who: Metadata | None = None) -> tuple[list[wire.WatchMatchResponse], Future[None]]:
        """A growing list of what was shown so far, and the end of it."""
        shown: list[wire.WatchMatchResponse] = []

        def follow() -> None:
            for response in self._stub.WatchMatch(wire.WatchMatchRequest(match_id=match_id), metadata=who):
                shown.append(response)  # noqa: PERF402 - the test looks at it meanwhile

        return shown, self._crowd.submit(follow)

    def answer(self, match_id: str, turns: int) -> int:
        """Let the bots answer `turns` more turns; return how many were answered, which a token shows at once."""
        before = self.get(match_id, self._guest).decisions
        for _ in range(turns):
            self._may_answer.release()
        wait_until(lambda: self.get(match_id, self._guest).decisions >= before + turns or self.over(match_id))
        return self.get(match_id, self._guest).decisions

    def over(self, match_id: str) -> bool:
        return self.get(match_id, self._guest).state == FINISHED

    def play(self, match_id: str) -> None:
        """Lets the bots play a match to its end."""
        while not self.over(match_id):
            self.answer(match_id, 1)

    def let_go(self) -> None:
        """Lets the bots answer whatever they are asked."""
        self._may_answer.release(10_000)

    def serve(self, bot: RawBot) -> None:
        """Answers what the bot is asked."""
        for response in bot.call:
            if response.HasField("turn"):
                self._may_answer.acquire()
                bot.choose(response.turn)


@contextmanager
def public_referee(folder: Path, delay: Delay) -> Iterator[Public]:
    config = Config(address=f"unix:{folder / 'socket'}", public=delay)
    with running_referee(config) as running, ThreadPoolExecutor(max_workers=8) as crowd, ExitStack() as stack:
        channel = stack.enter_context(grpc.insecure_channel(running.address))
        public = Public(running, MatchServiceStub(channel), crowd)
        for name in "ab":
            bot = stack.enter_context(raw_bot(running.address))
            bot.hello(running.token(name), max_matches=1)
            crowd.submit(public.serve, bot)
        try:
            yield public
        finally:
            public.let_go()


@pytest.mark.parametrize("stranger", ["nobody", "a bot"])
def test_until_it_is_over_a_match_is_there_and_nothing_more(tmp_path: Path, stranger: str) -> None:
    with public_referee(tmp_path, UNTIL_OVER) as public:
        who = public.a_bot if stranger == "a bot" else None
        public.create("m")
        shown, watching = public.watch("m", who)
        assert public.answer("m", 5) == 5
        match = public.get("m", who)
        assert (match.state, match.decisions, match.reason, len(match.results)) == (RUNNING, 0, "", 0)
        assert public.listed(who) == [match]
        assert shown == []
        public.play("m")
        watching.result()
        assert len(shown) > 10
        assert [shown[-1].match] == public.listed(who) == [public.get("m", who)]
        assert shown[-1].match.decisions >= len(shown) - 2


def test_with_a_delay_in_steps_the_last_ones_are_not_shown(tmp_path: Path) -> None:
    with public_referee(tmp_path, Delay(steps=3)) as public:
        public.create("m")
        shown, watching = public.watch("m")
        for _ in range(6):
            made = public.answer("m", 1)
            wait_until(partial(_has_length, shown, max(0, made - 2)))  # the beginning is shown, too
        assert {(response.match.state, response.match.decisions) for response in shown} == {(RUNNING, 0)}
        public.play("m")
        watching.result()
        assert (shown[-1].match.state, shown[-1].match.decisions) == (FINISHED, len(shown) - 2)


def test_with_a_delay_in_seconds_everything_comes_by_the_clock(tmp_path: Path) -> None:
    """Including the last steps, after which nothing happens any more."""
    with public_referee(tmp_path, Delay(seconds=0.5)) as public:
        public.create("m")
        shown, watching = public.watch("m")
        before_answers = []
        while not public.over("m"):
            before_answers.append(time.monotonic())
            public.answer("m", 1)
        watching.result(PATIENCE)
        assert time.monotonic() - before_answers[-1] >= 0.5
        assert (shown[-1].match.state, shown[-1].match.decisions) == (FINISHED, len(shown) - 2)


def test_a_match_whose_seed_was_given_is_not_shown_to_strangers(tmp_path: Path) -> None:
    """Other matches may have its cards, now or later; and nothing may reveal whether there are any."""
    with public_referee(tmp_path, read_delay("0steps")) as public:
        public.create("m", seed=SEED)
        public.answer("m", 2)
        check_that_nothing_is_told(public, "m")
        public.play("m")
        check_that_nothing_is_told(public, "m")
        over = public.get("m")
        assert over.state == FINISHED
        public.create("another", seed=SEED, bots="ba")
        assert public.get("m") == over


def check_that_nothing_is_told(public: Public, match_id: str) -> None:
    match = public.get(match_id)
    assert public.listed() == [match]
    assert (match.decisions, match.reason, len(match.results)) == (0, "", 0)
    with pytest.raises(grpc.RpcError) as raised:
        public.watch(match_id)[1].result()
    assert (raised.value.code().name, reason_of(raised.value)) == ("PERMISSION_DENIED", "SEED_WAS_GIVEN")


async def _times(delay: Delay) -> tuple[list[float], list[float], HostedMatch]:
    """When each step of a match was made, and when it may be shown; the last one is the end."""
    async with trio.open_nursery() as nursery:
        seats = [MemorySeat(nursery, thinks=1.0), MemorySeat(nursery, thinks=1.0)]
        hosted = HostedMatch.begin(job(), lambda: seats, None)
        shown: list[float] = []

        async def until(shown_at: Callable[[], float]) -> None:
            while shown_at() > trio.current_time():
                moved = trio.Event()
                hosted.progress.listeners[:] = [moved.set]
                with trio.move_on_at(shown_at()):
                    await moved.wait()
            shown.append(trio.current_time())

        async def look() -> None:
            for step in range(20):
                await until(partial(delay.shown_at, hosted.progress, step))
            await until(partial(delay.end_shown_at, hosted.progress))
            nursery.cancel_scope.cancel()

        nursery.start_soon(look)
        await hosted.play()
        made = [hosted.progress.over_at - (hosted.decisions - step) for step in range(20)]
        await trio.sleep_forever()
    return [*made, hosted.progress.over_at], shown, hosted


@pytest.mark.parametrize(
    ("delay", "later"),
    [
        pytest.param(LIVE, 0.0, id="at once"),
        pytest.param(Delay(steps=4), 4.0, id="four steps, which take four seconds"),
        pytest.param(Delay(seconds=2.5), 2.5, id="seconds"),
    ],
)
def test_how_much_later_a_step_is_shown(delay: Delay, later: float) -> None:
    made, shown, _ = trio.run(_times, delay, clock=MockClock(autojump_threshold=0))
    differences = [at - when for at, when in zip(shown, made, strict=True)]
    assert differences[:-1] == pytest.approx([later] * 20)
    assert differences[-1] == pytest.approx(delay.seconds or 0.0)


def test_everything_is_shown_when_the_match_is_over() -> None:
    made, shown, _ = trio.run(_times, UNTIL_OVER, clock=MockClock(autojump_threshold=0))
    assert set(shown) == {made[-1]}


@pytest.mark.parametrize(
    ("text", "delay"),
    [
        ("end", UNTIL_OVER),
        ("20steps", Delay(steps=20)),
        ("1 step", Delay(steps=1)),
        ("90s", Delay(seconds=90)),
        ("500ms", Delay(seconds=0.5)),
    ],
)
def test_a_delay_as_people_write_it(text: str, delay: Delay) -> None:
    assert read_delay(text) == delay


@pytest.mark.parametrize("text", ["", "soon", "20", "-1 steps", "9999999steps", "٣steps", "1e9s"])
def test_what_is_no_delay(text: str) -> None:
    with pytest.raises(UsageError, match=r"invalid delay .*: use 'end'"):
        read_delay(text)


def _has_length(shown: list[wire.WatchMatchResponse], length: int) -> bool:
    return len(shown) == length


def _showing(token: str) -> Metadata:
    return [("authorization", f"Bearer {token}")]
