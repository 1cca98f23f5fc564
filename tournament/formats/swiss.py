"""The Swiss system: a fixed number of rounds, in each of which everyone meets bots with a similar score.

No two bots meet twice at tables of two. At larger tables, they meet again only if no other tables were found. If bots
remain when the tables are full, the lowest ranked bots that have not had a bye have one; `bye_points` returns the
points for it. A bot that enters late has no points for the rounds that it missed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

from referee.counts import counted
from referee.kernel.chance import Chance, seed_from
from tournament.formats.contract import Contest, ContestFormat, NextDraw
from tournament.formats.grouping import group_bots
from tournament.formats.pairing import Pair, PairedBot, lots_of, pair_bots
from tournament.formats.seats import deals_at, seat_table, seats_so_far
from tournament.formats.swiss_showing import swiss_tables
from tournament.formats.swiss_standings import SwissRounds, swiss_rounds
from tournament.formats.tables import byes_of, next_table


def rounds_of(contest: Contest) -> int:
    """Return the number of rounds. If the plan does not state it, it does not change when bots enter or leave."""
    plan = contest.plans[0] if contest.plan.format.rounds == "auto" else contest.plan
    return plan.rounds


def _draw(contest: Contest) -> NextDraw:
    """Return the next round."""
    plan, stage = contest.plan, contest.stage
    rounds = rounds_of(contest)
    if stage >= rounds:
        return NextDraw(over=f"all {counted(rounds, 'round')} were drawn")
    seats = plan.tournament.seats
    if len(plan.playing) < seats:
        return NextDraw(over=f"fewer than {seats} bots are left")
    tables = _pairs(contest) if seats == 2 else _groups(contest, seats)
    if tables is None:
        return NextDraw(over="no pairs without a rematch are left")
    number, deals = next_table(contest), range(1, plan.format.deals + 1)
    drawn = [
        one
        for place, bots in enumerate(tables)
        for one in deals_at(number + place, bots, deals, stage=stage, duplicate=contest.duplicate)
    ]
    return NextDraw(drawn=drawn, title=f"round {stage + 1} of {rounds}")


SWISS = ContestFormat(draw=_draw, show=swiss_tables)


def _pairs(contest: Contest) -> list[Pair] | None:
    """Return the pairs of the next round in seat order; None if there are none without a rematch."""
    ranked, rounds = _ranked(contest)
    chance = Chance(seed_from(contest.plan.tournament.seed), f"round {contest.stage + 1}", {})
    lots = lots_of(sorted(ranked), chance)
    sat = seats_so_far(contest)
    met = {frozenset(drawn.bots) for drawn in contest.drawn}
    for resting in _resting(ranked, len(ranked) % 2, Counter(bot for _, bot in byes_of(contest))):
        bots = [
            PairedBot(name=name, score=rounds.points[name], more_first=sat[name][0] - sat[name][1], lot=lots[name])
            for name in ranked
            if name not in resting
        ]
        pairs = pair_bots(bots, met)
        if pairs is not None:
            return pairs
    return None


def _groups(contest: Contest, seats: int) -> list[tuple[str, ...]]:
    """Return the tables of the next round in seat order."""
    ranked, rounds = _ranked(contest)
    resting = _resting(ranked, len(ranked) % seats, Counter(bot for _, bot in byes_of(contest)))[0]
    first_deals = {drawn.table: drawn for drawn in contest.drawn if drawn.deal == 1}.values()
    met = Counter(frozenset(pair) for drawn in first_deals for pair in combinations(drawn.bots, 2))
    seated = [name for name in ranked if name not in resting]
    sat = seats_so_far(contest)
    return [seat_table(table, sat) for table in group_bots(seated, seats, rounds.points, met)]


def _ranked(contest: Contest) -> tuple[list[str], SwissRounds]:
    """Return the bots that play on, best first."""
    rounds = swiss_rounds(contest)
    playing = {bot.name for bot in contest.plan.playing}
    return [name for name in rounds.ranked() if name in playing], rounds


def _resting(ranked: Sequence[str], count: int, byes: Counter[str]) -> Sequence[Collection[str]]:
    """Return the bots that may have the byes of a round, best choice first: with the fewest byes and lowest ranks."""
    if not count:
        return [()]
    order = sorted(ranked, key=lambda name: (byes[name], -ranked.index(name)))
    if count > 1:
        return [order[:count]]
    return [(name,) for name in order if byes[name] == byes[order[0]]]
