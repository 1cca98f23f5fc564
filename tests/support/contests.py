"""Contests whose matches are decided by made-up strengths: any format is played to its end in no time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from math import log
from random import Random

import msgspec

from tournament.formats.contract import Contest, NextDraw
from tournament.formats.course import format_of, has_to_wait, next_draw, oldest_open_stage
from tournament.plan.plan import Plan
from tournament.schedule.scheduler import Scheduler
from tournament.schedule.slots import Slot, make_slots
from tournament.statistics.results import MatchResult

Outcome = Callable[[Slot], MatchResult]


def by_strength(strengths: Mapping[str, float], *, luck: float = 1.0, ties: float = 0.0, seed: int = 0) -> Outcome:
    """Decides matches by strength and luck; the same match always ends in the same way. `ties` is their share."""

    def outcome(slot: Slot) -> MatchResult:
        chance = Random(blake2b(f"{seed} {slot.match} {slot.bots}".encode(), digest_size=8).digest())
        if chance.random() < ties:
            return result_of(slot, [0.0] * len(slot.bots))
        return result_of(slot, [strengths[bot] + luck * _noise(chance) for bot in slot.bots])

    return outcome


def result_of(slot: Slot, scores: list[float], *, rated: bool = True) -> MatchResult:
    """The result of a match in which the largest score wins."""
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    return MatchResult(
        match=slot.match, number=slot.number, block=slot.block, bots=slot.bots, places=places, rated=rated
    )


def _noise(chance: Random) -> float:
    """A logistic variable, so that the difference of two strengths gives the odds of winning in about the usual way."""
    share = min(max(chance.random(), 1e-9), 1 - 1e-9)
    return log(share / (1 - share))


class Playing:
    """A contest that is being played, without a database.

    Attributes:
        contest: What the format may look at.
        answer: The last answer of the format.
        slots: All slots that were drawn.
    """

    def __init__(self, plan: Plan, outcome: Outcome, *, duplicate: bool = False) -> None:
        self._results: dict[str, list[MatchResult]] = {}
        self.contest = Contest(plans=[plan], duplicate=duplicate, results=self._results)
        self.answer = NextDraw()
        self.slots: list[Slot] = []
        self._outcome = outcome
        self._stored: set[str] = set()

    @property
    def is_over(self) -> bool:
        return bool(self.answer.over)

    def change(self, plan: Plan) -> None:
        """Goes on with another plan."""
        self.contest = msgspec.structs.replace(self.contest, plans=[*self.contest.plans, plan])

    def play(self, chance: Random | None = None, *, at_once: int = 1, most: int | None = None) -> Contest:
        """Plays up to `most` matches, several at once if so many can run, which end in an order by `chance`."""
        chance = chance or Random(0)
        scheduler = Scheduler(self.in_play(), self._stored)
        running: list[Slot] = []
        ended = 0
        while most is None or ended < most:
            known = len(self.slots)
            self._draw()
            scheduler.extend(self.slots[known:])
            while len(running) < at_once and (slot := scheduler.issue()) is not None:
                assert slot.block not in {other.block for other in running}, "two rotations of a deal run at once"
                running.append(slot)
            if not running:
                break
            slot = running.pop(chance.randrange(len(running)))
            of_block = [*self._results.get(slot.block, ()), self._outcome(slot)]
            self._results[slot.block] = sorted(of_block, key=lambda result: result.number)
            self._stored.add(slot.match)
            scheduler.fix(slot.match)
            ended += 1
        return self.contest

    def in_play(self) -> list[Slot]:
        """The slots that are played or still will be."""
        playing = {bot.name for bot in self.contest.plan.playing}
        return [slot for slot in self.slots if slot.match in self._stored or playing.issuperset(slot.bots)]

    def _draw(self) -> None:
        while not self.is_over and not has_to_wait(
            self.contest.plan, self.contest.stage, oldest_open_stage(self.in_play(), self._stored)
        ):
            self.answer = next_draw(self.contest)
            edition = len(self.contest.plans) - 1
            further = [msgspec.structs.replace(one, edition=edition) for one in self.answer.drawn]
            self.contest = msgspec.structs.replace(self.contest, drawn=[*self.contest.drawn, *further])
            self.slots += make_slots(further, duplicate=self.contest.duplicate, first=len(self.slots))


def played(plan: Plan, outcome: Outcome, *, duplicate: bool = False) -> Playing:
    """Plays a contest to its end, one match after the other."""
    playing = Playing(plan, outcome, duplicate=duplicate)
    playing.play()
    assert playing.is_over or not format_of(plan).needs_results
    return playing
