"""Two matches that differ in one secret, played in step; a seat that may not know it must receive the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

import referee
from referee.games.brick.state import BrickTable
from referee.kernel.asking import Option
from referee.kernel.match import Match
from referee.kernel.redealing import running_phase
from referee.kernel.seats import Seat

Watcher = Seat | None
Plant = Callable[[BrickTable], None]

# Kinds that give things away, or whose effect shows what lies in a hand.
NEVER = {"RedrawAll", "SellPoints", "CloseStore"}
CAUTIOUS = {"OpenBid", "RaiseBid", "PayStore", "StockAmount"}


def kind(option: Option) -> str:
    return type(option).__name__


def lively(options: Sequence[Option], randomly: Random) -> Option:
    """Builds, stocks and sells, with little debt, and never shows its whole hand."""
    kept = [option for option in options if kind(option) not in NEVER] or list(options)
    if kind(kept[-1]) in CAUTIOUS:
        return kept[min(randomly.randrange(3), len(kept) - 1)]
    return randomly.choice(kept)


def positions(phase: str, seats: int, *, seed: int, cards: str) -> Iterator[BrickTable]:
    """The tables of one lively match wherever that phase begins and a seat is asked in it."""
    match, randomly = referee.start("brick", seats=seats, seed=seed, cards=cards), Random(seed)
    while match.asked:
        if match.table.phase == phase and not running_phase(match).steps:
            table = match.game.decode(running_phase(match).start)
            assert isinstance(table, BrickTable)
            yield table
        match.answer({seat: options.index(lively(options, randomly)) for seat, options in match.asked.items()})


def world(table: BrickTable, cards: str, *plants: Plant) -> Match:
    """The match that continues from a table in which something is planted."""
    changed = msgspec.msgpack.decode(msgspec.msgpack.encode(table), type=BrickTable)
    for plant in plants:
        plant(changed)
    return referee.Match.from_table("brick", table=changed, phase=table.phase, cards=cards)


class InStep:
    """Plays two worlds with the same choices, one answer after the other, and compares after each what is sent.

    `until` names the event that lays the secret open.
    """

    def __init__(self, worlds: tuple[Match, Match], watchers: Sequence[Watcher], seed: int, *, until: str = "") -> None:
        self.worlds = worlds
        self.watchers = watchers
        self.randomly = Random(seed)
        self.since = 0
        self.until = until
        self.compare()

    @property
    def over(self) -> bool:
        """Whether the match is over, or the secret open."""
        match = self.worlds[0]
        return not match.asked or self.until in {type(event).__name__ for event in match.events(None)}

    def compare(self) -> None:
        if self.until and self.over:
            return
        one, other = self.worlds
        assert set(one.asked) == set(other.asked)
        assert one.event_count == other.event_count
        for watcher in self.watchers:
            assert one.position_bytes(watcher, self.since) == other.position_bytes(watcher, self.since), (
                f"seat {watcher} receives something else in {one.table.phase} (asked: {sorted(one.asked)})"
            )
        self.since = one.event_count

    def differs(self, seat: Watcher) -> bool:
        """The control: whether a seat receives something else, from the first event on."""
        one, other = self.worlds
        return one.position_bytes(seat, 0) != other.position_bytes(seat, 0)

    def answer(self, seat: Seat, *choices: Option) -> None:
        """The same choice in both worlds, or one for each."""
        for match, choice in zip(self.worlds, (choices * 2)[:2], strict=True):
            match.answer({seat: match.asked[seat].index(choice)})
        self.compare()

    def play(self, steps: int) -> int:
        """Plays what both worlds offer; returns the number of answers."""
        answers = 0
        while not self.over and answers < steps:
            seat = min(self.worlds[0].asked)
            one, other = [match.asked[seat] for match in self.worlds]
            common = [option for option in one if option in other]
            self.answer(seat, lively(common, self.randomly))
            answers += 1
        return answers


def others(table: BrickTable, *knowing: int) -> list[Watcher]:
    """The spectator and all seats but those that know."""
    return [None, *(seat for seat in table.all_seats() if seat not in knowing)]


def swap(first: list[Any], at: int, second: list[Any], other: int) -> None:
    first[at], second[other] = second[other], first[at]
