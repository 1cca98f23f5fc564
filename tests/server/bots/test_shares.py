"""Which bots were kept from the cores, and by which: the rule, and how bots are measured."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

import pytest
import trio
from trio.testing import MockClock

from referee.server.bots.core_time import CoreTime
from referee.server.bots.shares import BotCores, Shares, Shortage, Use, shortages

IDLE = Use(plays=True, asked=0.0, used=0.0, waited=0.0)
THINKS = Use(plays=True, asked=1.0, used=0.6, waited=0.4)
"""A bot with one thread that was ready to run all the time, and had a core for 60 % of it."""
PONDERS = replace(IDLE, used=0.6)
SPINS = replace(IDLE, used=1.4)
HAS_A_CORE = replace(THINKS, used=0.98, waited=0.02)


@pytest.mark.parametrize(
    ("cores", "uses", "expected"),
    [
        pytest.param(2, [THINKS, SPINS], [(0, 0.4, [1])], id="a bot that is not asked uses what another one needs"),
        pytest.param(2, [THINKS, PONDERS], [(0, 0.4, [1])], id="be it with one thread"),
        pytest.param(2, [HAS_A_CORE, PONDERS], [], id="it may, if nobody waits"),
        pytest.param(2, [THINKS, replace(PONDERS, asked=1.0)], [], id="or if it is asked itself"),
        pytest.param(2, [THINKS, replace(SPINS, asked=1.0)], [(0, 0.4, [1])], id="but then with one core"),
        pytest.param(8, [THINKS, replace(SPINS, asked=1.0)], [], id="or as many as there are for each"),
        pytest.param(2, [replace(THINKS, waited=0.05), SPINS], [], id="who hardly waits is not short"),
        pytest.param(2, [replace(THINKS, asked=0.0), SPINS], [], id="nor who is not asked"),
        pytest.param(2, [replace(THINKS, used=0.97, waited=9.0), SPINS], [], id="nor whose threads share a core"),
        pytest.param(2, [replace(THINKS, waited=9.0), SPINS], [(0, 0.4, [1])], id="it waits for what it lacks at most"),
        pytest.param(2, [replace(THINKS, waited=40.0), IDLE], [], id="nobody can make itself short"),
        pytest.param(2, [replace(THINKS, used=1.5, waited=40.0), PONDERS], [], id="nor by taking too much"),
        pytest.param(2, [THINKS, SPINS, IDLE, IDLE], [(0, 0.4, [1])], id="more bots than cores"),
        pytest.param(2, [THINKS] * 4, [], id="all who are asked do so rightly"),
        pytest.param(2, [THINKS, replace(IDLE, used=0.1), IDLE, IDLE], [], id="a little is for collecting garbage"),
        pytest.param(2, [THINKS, IDLE, replace(PONDERS, plays=False)], [(0, 0.4, [2])], id="a bot between matches"),
    ],
)
def test_who_is_short_and_who_took_it(
    cores: int, uses: list[Use], expected: list[tuple[int, float, list[int]]]
) -> None:
    assert list(shortages(1.0, cores, uses)) == expected


@dataclass
class Runs:
    """A process and its seat, with the values that are measured."""

    time: CoreTime = CoreTime()  # noqa: RUF009 - it cannot be changed
    asked: float = 0.0
    plays: bool = True
    seen: bool = True

    def core_time(self) -> CoreTime | None:
        return self.time if self.seen else None

    def watched(self, shares: Shares, name: str) -> AbstractContextManager[BotCores]:
        return shares.watch_over(name, self, lambda: self.asked, lambda: self.plays)


def looked_at(*spans: tuple[Runs, Runs], begin: float = 0.0, other: str = "chaos") -> list[Shortage]:
    """What is noted for a bot beside another one that uses this much more in each second."""

    async def main() -> list[Shortage]:
        clock = trio.lowlevel.current_clock()
        assert isinstance(clock, MockClock)
        shares = Shares(cores=2)
        bots = Runs(), Runs()
        with bots[0].watched(shares, "honest") as honest, bots[1].watched(shares, other):
            await shares.look()
            base = trio.current_time()
            for span in spans:
                clock.jump(1.0)
                for bot, more in zip(bots, span, strict=True):
                    bot.time = CoreTime(bot.time.used + more.time.used, bot.time.waited + more.time.waited)
                    bot.asked, bot.plays, bot.seen = bot.asked + more.asked, more.plays, more.seen
                await shares.look()
        return [replace(one, begin=one.begin - base, end=one.end - base) for one in honest.shortages(base + begin)]

    return trio.run(main, clock=MockClock())


SHORT = Runs(CoreTime(0.6, 0.4), 1.0)
TAKES = Runs(CoreTime(1.4, 3.0))
SLEEPS = Runs()


def test_each_look_tells_of_the_time_since_the_one_before() -> None:
    noted = looked_at((SHORT, TAKES), (SHORT, SLEEPS), (SLEEPS, TAKES), (SHORT, TAKES))
    assert [(one.begin, one.end, one.takers) for one in noted] == [(0, 1, ("chaos",)), (3, 4, ("chaos",))]
    assert [one.seconds for one in noted] == pytest.approx([0.4, 0.4])


def test_a_bot_is_not_kept_from_the_cores_by_its_own_copy_in_another_match() -> None:
    assert looked_at((SHORT, TAKES), other="honest") == []


def test_what_ended_before_a_moment_is_not_told() -> None:
    assert [one.end for one in looked_at((SHORT, TAKES), (SHORT, TAKES), begin=1.0)] == [2]


def test_a_process_that_began_anew_has_used_nothing_yet() -> None:
    again = Runs(CoreTime(-1.0, -0.4), 1.0)
    assert [one.end for one in looked_at((SHORT, TAKES), (again, TAKES), (SHORT, TAKES))] == [1, 3]


def test_what_cannot_be_read_once_does_not_look_like_a_burst_later() -> None:
    """What a bot used while it could not be measured is left out: all at once, it would exceed its share."""
    lost = Runs(CoreTime(1.0), asked=1.0, seen=False)
    fair = Runs(CoreTime(1.0), asked=1.0)
    assert [one.end for one in looked_at((SHORT, TAKES), (SHORT, lost), (SHORT, fair), (SHORT, TAKES))] == [1, 4]


def test_a_bot_that_has_just_ended_its_match_had_its_share_until_then() -> None:
    ended = Runs(CoreTime(1.0), asked=1.0, plays=False)
    idle = Runs(CoreTime(1.0), plays=False)
    assert [one.end for one in looked_at((SHORT, ended), (SHORT, idle))] == [2]
