"""Plain counts in addition to the ratings: results of bots against each other, margins, and results by seat."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import permutations
from math import fsum, sqrt

import msgspec

from tournament.statistics.results import MatchResult, blocks_of


class Mean(msgspec.Struct, frozen=True):
    """A mean over blocks and its standard error, which is None if there are fewer than two blocks."""

    value: float
    error: float | None


class PairRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The results of `bot` at the tables where it met `other`: matches in which it was ahead, level or behind.

    `share` is its share of their points, a tie being half a point. `margin` is its score minus the other's; None
    without scores.
    """

    bot: str
    other: str
    wins: int
    ties: int
    losses: int
    share: Mean
    margin: Mean | None


class SeatRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The results of one seat, for one bot or (`bot` None) for all: `share` is the share of points against the others.

    If the share for all bots is far from 0.5, measured by its error, the seat is an advantage or a disadvantage.
    """

    bot: str | None
    seat: int
    matches: int
    first_places: int
    share: Mean
    place: Mean


def pairwise(results: Iterable[MatchResult]) -> dict[tuple[str, str], PairRecord]:
    """Return the results of each bot against each other one that it met, by (bot, other), sorted."""
    shares: dict[tuple[str, str], list[float]] = defaultdict(list)
    margins: dict[tuple[str, str], list[float]] = defaultdict(list)
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for block in blocks_of(results):
        for pair in permutations(block.bots, 2):
            points, differences = [], []
            for result in block.results:
                seat, other = (result.bots.index(bot) for bot in pair)
                points.append(result.points(seat, other))
                counts[pair][int(2 - 2 * points[-1])] += 1
                if result.scores:
                    differences.append(result.scores[seat] - result.scores[other])
            shares[pair].append(fsum(points) / len(points))
            if differences:
                margins[pair].append(fsum(differences) / len(differences))
    return {
        pair: PairRecord(
            bot=pair[0],
            other=pair[1],
            wins=counts[pair][0],
            ties=counts[pair][1],
            losses=counts[pair][2],
            share=mean_of(shares[pair]),
            margin=mean_of(margins[pair]) if margins[pair] else None,
        )
        for pair in sorted(shares)
    }


def by_seat(results: Iterable[MatchResult]) -> list[SeatRecord]:
    """Return the results of each seat for all bots together, then of each bot in each seat that it had, sorted."""
    shares: dict[tuple[str | None, int], list[float]] = defaultdict(list)
    places: dict[tuple[str | None, int], list[float]] = defaultdict(list)
    matches: dict[tuple[str | None, int], int] = defaultdict(int)
    first_places: dict[tuple[str | None, int], int] = defaultdict(int)
    for block in blocks_of(results):
        in_block: dict[tuple[str | None, int], list[tuple[float, int]]] = defaultdict(list)
        for result in block.results:
            others = len(result.bots) - 1
            for seat, bot in enumerate(result.bots):
                share = fsum(result.points(seat, other) for other in range(others + 1) if other != seat) / others
                for name in (None, bot):
                    in_block[name, seat].append((share, result.places[seat]))
                    first_places[name, seat] += result.places[seat] == 1
        for key, seen in in_block.items():
            matches[key] += len(seen)
            shares[key].append(fsum(share for share, _ in seen) / len(seen))
            places[key].append(fsum(place for _, place in seen) / len(seen))
    return [
        SeatRecord(
            bot=key[0],
            seat=key[1],
            matches=matches[key],
            first_places=first_places[key],
            share=mean_of(shares[key]),
            place=mean_of(places[key]),
        )
        for key in sorted(shares, key=lambda key: (key[0] is not None, key[0] or "", key[1]))
    ]


def mean_of(values: Sequence[float]) -> Mean:
    """Return the mean of one value per block; `fsum` rounds only once, so the order of the blocks does not matter."""
    count = len(values)
    mean = fsum(values) / count
    if count < 2:
        return Mean(mean, None)
    return Mean(mean, sqrt(fsum((value - mean) ** 2 for value in values) / (count - 1) / count))
