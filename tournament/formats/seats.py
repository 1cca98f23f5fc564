"""Decides which bot sits where at a drawn table, so that each bot sits in each seat as equally often as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from tournament.formats.contract import Contest
from tournament.schedule.slots import Drawn


def seats_so_far(contest: Contest) -> dict[str, list[int]]:
    """Return how often each bot sat in each seat. Duplicate deals are balanced in themselves."""
    seats = contest.plan.tournament.seats
    sat = {bot.name: [0] * seats for bot in contest.plan.bots}
    for drawn in () if contest.duplicate else contest.drawn:
        for seat, bot in enumerate(drawn.bots):
            sat[bot][seat] += 1
    return sat


def seat_table(bots: Sequence[str], sat: Mapping[str, Sequence[int]]) -> tuple[str, ...]:
    """Return the bots of a table in the seats that they have had least often (least sum of squares)."""

    @cache
    def best(seat: int, free: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
        if not free:
            return 0, ()
        options = []
        for bot in free:
            cost, rest = best(seat + 1, tuple(other for other in free if other != bot))
            options.append((cost + (2 * sat[bot][seat] + 1), (bot, *rest)))
        return min(options, key=lambda option: option[0])

    return best(0, tuple(bots))[1]


def deals_at(table: int, bots: Sequence[str], deals: Sequence[int], *, stage: int, duplicate: bool) -> list[Drawn]:
    """Return deals at a table. If deals are not duplicated, each bot moves by one seat from deal to deal.

    `bots` are in the seat order of the first deal.
    """
    drawn = []
    for deal in deals:
        turn = 0 if duplicate else (deal - 1) % len(bots)
        seated = (*bots[len(bots) - turn :], *bots[: len(bots) - turn])
        drawn.append(Drawn(table=table, deal=deal, bots=seated, stage=stage))
    return drawn
