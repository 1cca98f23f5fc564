"""The knock-out: the loser of a tie is out; with double elimination, the loser of two.

A tie consists of the deals of the plan. If both bots won the same number of points, further deals are played, one at a
time. If these do not decide the tie either, the better seed goes on. If there are too few bots for a bracket, the best
seeds skip the first round (they have a bye). If a bot is withdrawn, its opponent goes on; a tie that has been decided
does not change. A tie that was drawn keeps its bots, even if an earlier tie is played again with another result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto

from msgspec import Struct

from tournament.formats.bracket import SideSource, Tie, bracket_of
from tournament.formats.contract import Contest, NextDraw
from tournament.formats.seats import deals_at, seat_table, seats_so_far
from tournament.formats.tables import PlayedTable, seeds_of, tables_of
from tournament.schedule.slots import Drawn


class TieState(Enum):
    """How far a tie has come."""

    UNKNOWN = auto()
    READY = auto()
    PLAYING = auto()
    TIED = auto()
    DECIDED = auto()
    NOT_NEEDED = auto()


class TieResult(Struct, frozen=True, kw_only=True):
    """A tie with its bots, as far as they are known.

    Attributes:
        tie: Its place in the bracket.
        state: How far the tie has come. A tie is UNKNOWN until both sides are known, and
            TIED if it needs a further deal.
        bots: Its two bots. A side is None if it is not known yet or if no bot comes from there.
        winner: Who goes on, if that is decided and there is anyone.
        loser: Who lost, if anyone did.
        table: What was played.
    """

    tie: Tie
    state: TieState
    bots: tuple[str | None, str | None] = (None, None)
    winner: str | None = None
    loser: str | None = None
    table: PlayedTable | None = None


class BracketResults:
    """All ties of a contest, in the order of the bracket.

    Attributes:
        seeds: The bots in the order of their seeding.
        ties: The ties by number.
    """

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        entered = {bot.name for bot in contest.plans[0].playing}
        self.seeds = [bot for bot in seeds_of(contest) if bot in entered]
        self.ties: dict[int, TieResult] = {}
        self._playing = {bot.name for bot in contest.plan.playing}
        self._tables: Mapping[int, PlayedTable] = {table.table: table for table in tables_of(contest)}
        self._deals: dict[int, int] = {}
        self._drawn = {drawn.table: drawn.bots for drawn in contest.drawn}
        for drawn in contest.drawn:
            self._deals[drawn.table] = max(drawn.deal, self._deals.get(drawn.table, 0))
        format_ = contest.plan.format
        double = format_.elimination == "double"
        for tie in bracket_of(len(self.seeds), double=double, third_place=format_.third_place):
            self.ties[tie.number] = self._result(tie)

    def deals(self, tie: int) -> int:
        """Return how many deals of a tie were drawn."""
        return self._deals.get(tie, 0)

    def _result(self, tie: Tie) -> TieResult:
        if tie.number in self._drawn:
            return self._of_two(tie, *self._in_order(tie, self._drawn[tie.number]))
        before = self.ties.get(tie.number - 1)
        if tie.decider and before is not None and before.state is TieState.DECIDED and before.winner == before.bots[0]:
            return TieResult(tie=tie, state=TieState.NOT_NEEDED)
        (first_known, first), (second_known, second) = map(self._side, tie.sides)
        if not (first_known and second_known):
            return TieResult(tie=tie, state=TieState.UNKNOWN, bots=(first, second))
        if first is None or second is None:
            return TieResult(tie=tie, state=TieState.DECIDED, bots=(first, second), winner=first or second)
        return self._of_two(tie, first, second)

    def _in_order(self, tie: Tie, bots: Sequence[str]) -> tuple[str, str]:
        """Return the bots of a tie that was drawn in the order of its sides; by seeding, if others would come now."""
        sides = [bot for _, bot in map(self._side, tie.sides)]
        order: Sequence[str | None] = sides if {*bots} == {*sides} else self.seeds
        first, second = sorted(bots, key=order.index)
        return first, second

    def _side(self, source: SideSource) -> tuple[bool, str | None]:
        """Return whether it is known which bot comes from there, and which one it is."""
        if source.kind == "seed":
            return True, self.seeds[source.number] if source.number < len(self.seeds) else None
        before = self.ties[source.number]
        return before.state is TieState.DECIDED, before.winner if source.kind == "winner" else before.loser

    def _of_two(self, tie: Tie, first: str, second: str) -> TieResult:
        table, bots = self._tables.get(tie.number), (first, second)
        if table is None and self.deals(tie.number):
            return TieResult(tie=tie, state=TieState.PLAYING, bots=bots)
        there = [bot for bot in bots if bot in self._playing]
        if table is not None and not table.walkover and table.shares[first] != table.shares[second]:
            winner: str | None = max(bots, key=lambda bot: table.shares[bot])
        elif len(there) < 2:
            winner = there[0] if there else None
        elif table is None:
            return TieResult(tie=tie, state=TieState.READY, bots=bots)
        elif self.deals(tie.number) < self._contest.plan.format.deals + self._contest.plan.format.further_deals:
            return TieResult(tie=tie, state=TieState.TIED, bots=bots, table=table)
        else:
            winner = min(bots, key=self.seeds.index)
        loser = next((bot for bot in bots if bot != winner), None) if winner is not None else None
        return TieResult(tie=tie, state=TieState.DECIDED, bots=bots, winner=winner, loser=loser, table=table)


def draw_ties(contest: Contest) -> NextDraw:
    """Return all ties that can be played now, and a further deal for those that are tied."""
    results = BracketResults(contest)
    drawn: list[Drawn] = []
    names: list[str] = []
    sat = seats_so_far(contest)
    first_deals = {one.table: one.bots for one in contest.drawn if one.deal == 1}
    for number, result in results.ties.items():
        if result.state is TieState.READY:
            bots = seat_table([bot for bot in result.bots if bot is not None], sat)
            deals = range(1, contest.plan.format.deals + 1)
        elif result.state is TieState.TIED:
            bots, further = first_deals[number], results.deals(number) + 1
            deals = range(further, further + 1)
        else:
            continue
        drawn += deals_at(number, bots, deals, stage=contest.stage, duplicate=contest.duplicate)
        names.append(result.tie.name if result.state is TieState.READY else f"a further deal, {result.tie.name}")
    if drawn:
        return NextDraw(drawn=drawn, title=" and ".join(dict.fromkeys(names)))
    champion = champion_of(results)
    return NextDraw(over=f"{champion} has won" if champion else "no bot is left")


def champion_of(results: BracketResults) -> str | None:
    """Return the winner of the tie that decides the first place."""
    deciding = [one for one in results.ties.values() if one.tie.name in {"final", "grand final", "second grand final"}]
    decided = [one for one in deciding if one.state is TieState.DECIDED]
    left = [one for one in deciding if one.state not in {TieState.DECIDED, TieState.NOT_NEEDED}]
    return decided[-1].winner if decided and not left else None
