"""Groups, and then another format with the first of each group: a cup.

The bots are dealt to the groups in the order of their seeding, forwards and backwards in turn. Each group plays a round
robin. Its standings count points and tie-breaks as in a Swiss tournament; of bots that these do not separate, the
better seed is ahead. The first `advance` bots of each group that are not withdrawn play on. They are seeded by their
places, and in the order of the groups within a place; in the first round of a knock-out, bots of the same group do not
meet if that can be avoided. They begin the second part without points.

Like the tables that were drawn, the bots that play on remain the same, even if a match of a group is played again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from tournament.formats.bracket import bracket_of, order_of_seeds
from tournament.formats.contract import Contest, ContestFormat, NextDraw
from tournament.formats.groups_showing import final_table, group_tables
from tournament.formats.showing import FormatTable
from tournament.formats.swiss_standings import SwissLine, SwissRounds, standings_of_rounds
from tournament.formats.tables import seeds_of, tables_of
from tournament.plan.plan import Plan
from tournament.schedule.pairings import round_robin
from tournament.schedule.slots import seated


def groups_format(formats: Mapping[str, ContestFormat]) -> ContestFormat:
    """Return the format; `formats` are those that can follow, by kind."""

    def draw(contest: Contest) -> NextDraw:
        if not contest.drawn:
            return _draw_groups(contest)
        second = second_part(contest)
        seats = contest.plan.tournament.seats
        if len(second.plans[0].bots) < seats:
            return NextDraw(over=f"fewer than {seats} bots are left")
        answer = formats[contest.plan.format.then].draw(second)
        first = _tables_of_groups(contest)
        drawn = [msgspec.structs.replace(one, table=one.table + first, stage=contest.stage) for one in answer.drawn]
        return msgspec.structs.replace(answer, drawn=drawn)

    def show(contest: Contest) -> list[FormatTable]:
        if not contest.drawn:
            return []
        shown = group_tables(contest, group_standings(contest))
        if contest.stage < 2:
            return shown
        second = second_part(contest)
        if contest.plan.format.then == "round-robin":
            return [final_table(second, standings_of(second, seeds_of(second))), *shown]
        return [*formats[contest.plan.format.then].show(second), *shown]

    return ContestFormat(draw=draw, show=show)


def groups_of(contest: Contest) -> list[list[str]]:
    """Return the bots of each group in the order of their seeding."""
    entered = {bot.name for bot in contest.plans[0].playing}
    groups: list[list[str]] = [[] for _ in range(contest.plan.format.groups)]
    for number, bot in enumerate(bot for bot in seeds_of(contest) if bot in entered):
        turn, place = divmod(number, len(groups))
        groups[-1 - place if turn % 2 else place].append(bot)
    return groups


def _draw_groups(contest: Contest) -> NextDraw:
    plan = contest.plan
    seats, tables, seed = plan.tournament.seats, plan.format.tables, plan.tournament.seed
    of_groups = [table for group in groups_of(contest) for table in round_robin(group, seats, tables, seed)]
    deals = range(1, plan.format.deals + 1)
    plays = [(deal, number, table) for deal in deals for number, table in enumerate(of_groups, start=1)]
    return NextDraw(drawn=seated(plays, duplicate=contest.duplicate), title="the groups")


def standings_of(contest: Contest, bots: Sequence[str]) -> list[SwissLine]:
    """Return the standings of bots that have met only each other, in the order of their seeding; best first."""
    tables = {bot: {table.table: table for table in tables_of(contest) if bot in table.bots} for bot in bots}
    rounds = SwissRounds(bots, contest.plan.tournament.seats, tables)
    return standings_of_rounds(rounds, contest.plan.format.tie_breaks)


def group_standings(contest: Contest) -> list[list[SwissLine]]:
    """Return the standings of each group."""
    first = msgspec.structs.replace(contest, drawn=[one for one in contest.drawn if one.stage == 0])
    return [standings_of(first, group) for group in groups_of(contest)]


def second_part(contest: Contest) -> Contest:
    """Return the second part as a contest of its own."""
    first = _tables_of_groups(contest)
    drawn = [one for one in contest.drawn if one.stage > 0]
    began = drawn[0].edition if drawn else len(contest.plans) - 1
    bots = _playing_on(contest, contest.plans[began])
    moved = [
        msgspec.structs.replace(one, table=one.table - first, stage=one.stage - 1, edition=one.edition - began)
        for one in drawn
    ]
    results = {
        to.block: contest.results[one.block]
        for one, to in zip(drawn, moved, strict=True)
        if one.block in contest.results
    }
    plans = [_plan_of(plan, bots) for plan in contest.plans[began:]]
    return msgspec.structs.replace(contest, plans=plans, drawn=moved, results=results)


def _tables_of_groups(contest: Contest) -> int:
    return max(one.table for one in contest.drawn if one.stage == 0)


def _plan_of(plan: Plan, bots: Sequence[str]) -> Plan:
    by_name = {bot.name: bot for bot in plan.bots}
    format_ = msgspec.structs.replace(plan.format, kind=plan.format.then, ratings={})
    return msgspec.structs.replace(plan, bots=[by_name[bot] for bot in bots], format=format_)


def _playing_on(contest: Contest, plan: Plan) -> list[str]:
    """Return the bots of the second part in the order of their seeding; `plan` was in force when it began."""
    playing = {bot.name for bot in plan.playing}
    there = [[line.bot for line in lines if line.bot in playing] for lines in group_standings(contest)]
    places = [[group[place] for group in there if place < len(group)] for place in range(contest.plan.format.advance)]
    is_knockout = contest.plan.format.then == "knockout"
    bots = apart(places, groups_of(contest)) if is_knockout else [bot for place in places for bot in place]
    tables = {one.table: one.bots for one in contest.drawn if one.stage == 1}
    drawn = {bot for table in tables.values() for bot in table}
    out = [bot for bot in bots if bot not in drawn]
    for bot in sorted(drawn.difference(bots)):
        bots[bots.index(out.pop())] = bot
    return _as_drawn(bots, tables, _tables_of_groups(contest)) if is_knockout and tables else bots


def _as_drawn(bots: Sequence[str], tables: Mapping[int, Sequence[str]], first: int) -> list[str]:
    """Return the seeds of a knock-out in the order in which its first round was drawn."""
    seeds: dict[int, str] = {}
    for tie in bracket_of(len(bots), double=False, third_place=False):
        sides = sorted(side.number for side in tie.sides if side.kind == "seed")
        if sides and (table := tables.get(tie.number + first)):
            seeds |= dict(zip(sides, sorted(table, key=bots.index), strict=True))
    others = iter([bot for bot in bots if bot not in seeds.values()])
    return [seeds[seed] if seed in seeds else next(others) for seed in range(len(bots))]


def apart(places: Sequence[Sequence[str]], groups: Sequence[Sequence[str]]) -> list[str]:
    """Return the seeds of a knock-out from the bots of each place.

    Bots of the same place change seeds, as near as possible, so that fewer bots of the same group meet at once.
    """
    seeds = [bot for place in places for bot in place]
    place_of = {bot: number for number, place in enumerate(places) for bot in place}
    group_of = {bot: number for number, group in enumerate(groups) for bot in group}
    size = 2
    while size < len(seeds):
        size *= 2
    order = order_of_seeds(size)
    ties = [(one, other) for one, other in zip(order[::2], order[1::2], strict=True) if max(one, other) < len(seeds)]

    def mates(order: Sequence[str]) -> int:
        return sum(group_of[order[one]] == group_of[order[other]] for one, other in ties)

    for here in (max(tie) for tie in ties):
        same = [seed for seed, bot in enumerate(seeds) if place_of[bot] == place_of[seeds[here]]]
        for there in sorted(same, key=lambda seed: abs(seed - here)):
            changed = [*seeds]
            changed[here], changed[there] = seeds[there], seeds[here]
            if mates(changed) < mates(seeds):
                seeds = changed
                break
    return seeds
