"""Decides which bots meet at which tables, for round robin and gauntlet. It is a pure function of the seed."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import ceil, comb

from referee.counts import counted
from referee.kernel.chance import Chance, seed_from
from tournament.errors import UserError
from tournament.schedule.balanced import balanced_tables
from tournament.schedule.seating import seat_evenly

MIN_SEATS, MAX_SEATS = 2, 8
NamesAtTable = tuple[str, ...]


def round_robin(bots: Sequence[str], seats: int, budget: int, seed: int) -> list[NamesAtTable]:
    """Return all tables of `seats` out of these bots if there are at most `budget`, otherwise a balanced sample.

    In both cases, all pairs of bots meet equally often and every bot sits in every seat equally often (give or take
    one), and all bots are linked. A sample has at least `budget` tables. Only some numbers of tables can be balanced.
    So the number is rounded up, in steps of the number of bots, to the next one for which `balanced_tables` finds a
    set. In rare cases this takes several steps; the length of the result shows how many. If there is no balanced set
    for any of ten numbers, the numbers of meetings differ by more than one; everything else remains true, and
    `meetings_of` counts the meetings. Bots are in seat order, tables in a random order that is derived from the seed.

    Raises:
        UserError: too few bots, a duplicate name, or a number out of range.
    """
    _check(bots, seats, budget)
    chance = Chance(seed_from(seed), "round robin", {})
    return seat_evenly(_sample(bots, seats, budget, chance))


def gauntlet(
    challengers: Sequence[str], field: Sequence[str], seats: int, budget: int, seed: int
) -> list[NamesAtTable]:
    """Return tables of each challenger against the field: one challenger and `seats` - 1 bots of the field each.

    These are all such tables if each challenger has at most `budget`, otherwise a balanced sample as in `round_robin`:
    a challenger meets every bot of the field equally often. Give or take one, any two bots of the field meet equally
    often at each challenger's tables, and every bot sits in every seat equally often.

    Raises:
        UserError: no challenger, too few bots, a duplicate name, or a number out of range.
    """
    if not challengers:
        raise UserError("a gauntlet needs at least one challenger")
    _check([*challengers, *field], seats, budget)
    if len(field) < seats - 1:
        raise UserError(
            f"a gauntlet at tables of {seats} needs at least {counted(seats - 1, 'other bot')}, not {len(field)}"
        )
    chance = Chance(seed_from(seed), "gauntlet", {})
    tables = [(challenger, *table) for challenger in challengers for table in _sample(field, seats - 1, budget, chance)]
    chance.shuffle(tables)
    return seat_evenly(tables)


def late_round_robin(
    newcomers: Sequence[str], field: Sequence[str], seats: int, budget: int, seed: int
) -> list[NamesAtTable]:
    """Return tables of bots that enter a round robin late: each with bots of the field and with earlier newcomers.

    `budget` is that of the whole round robin: a newcomer sits at as many tables as if it had taken part from the start,
    or at all possible tables if there are fewer. At its tables, all other bots sit equally often, give or take one.
    """
    tables: list[NamesAtTable] = []
    there = sorted(field)
    own = ceil(budget * seats / (len(field) + len(newcomers)))
    for newcomer in sorted(newcomers):
        tables += _tables_with((newcomer,), there, seats, own, seed)
        there.append(newcomer)
    return seat_evenly(tables)


def late_gauntlet(
    newcomers: Sequence[str], challengers: Sequence[str], others: Sequence[str], seats: int, budget: int, seed: int
) -> list[NamesAtTable]:
    """Return tables of bots that enter a gauntlet late; `challengers` and `others` are all bots, newcomers included.

    A newcomer of the field meets each earlier challenger, at as many tables as if it had been there from the start. A
    new challenger meets the whole field, as in `gauntlet`.
    """
    new = set(newcomers)
    tables: list[NamesAtTable] = []
    there = sorted(set(others) - new)
    own = ceil(budget * (seats - 1) / max(len(others), 1))
    for newcomer in sorted(new.intersection(others)):
        for challenger in sorted(set(challengers) - new):
            tables += _tables_with((challenger, newcomer), there, seats, own, seed)
        there.append(newcomer)
    for challenger in sorted(new.intersection(challengers)):
        chance = Chance(seed_from(seed), f"entry of {challenger}", {})
        tables += [(challenger, *table) for table in _sample(there, seats - 1, budget, chance)]
    return seat_evenly(tables)


def meetings_of(tables: Iterable[NamesAtTable], bots: Sequence[str]) -> tuple[int, int]:
    """Return the smallest and the largest number of tables at which two of these bots sit together."""
    among = set(bots)
    met = Counter(pair for table in tables for pair in combinations(sorted(among.intersection(table)), 2))
    return min(met.values(), default=0) if len(met) == comb(len(among), 2) else 0, max(met.values(), default=0)


def _tables_with(bots: NamesAtTable, field: Sequence[str], seats: int, budget: int, seed: int) -> list[NamesAtTable]:
    """Return tables of these bots with bots of the field, each of which sits at the same number, give or take one.

    These are all such tables if there are at most `budget`; none if the field is too small.
    """
    free = seats - len(bots)
    chance = Chance(seed_from(seed), f"entry of {' '.join(bots)}", {})
    if comb(len(field), free) <= budget:
        tables = [bots + table for table in combinations(field, free)]
        chance.shuffle(tables)
        return tables
    tables, line = [], list[str]()
    while len(tables) < budget:
        table: list[str] = []
        while len(table) < free:
            if all(name in table for name in line):
                more = list(field)
                chance.shuffle(more)
                line += more
            table.append(line.pop(next(place for place, name in enumerate(line) if name not in table)))
        tables.append((*bots, *table))
    return tables


def _sample(bots: Sequence[str], seats: int, budget: int, chance: Chance) -> list[NamesAtTable]:
    order = sorted(bots)
    chance.shuffle(order)
    tables = [tuple(order[bot] for bot in table) for table in balanced_tables(len(order), seats, budget, chance)]
    chance.shuffle(tables)
    return tables


def _check(bots: Sequence[str], seats: int, budget: int) -> None:
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise UserError(f"invalid number of seats {seats}: use {MIN_SEATS} to {MAX_SEATS}")
    if len(bots) < seats:
        raise UserError(f"{counted(len(bots), 'bot')} cannot fill a table of {seats} seats: name at least {seats}")
    if budget < 1:
        raise UserError(f"invalid budget {budget}: use at least 1 table")
    twice = [bot for bot, count in Counter(bots).items() if count > 1]
    if twice:
        raise UserError(f"two bots are named {twice[0]}; names must differ")
