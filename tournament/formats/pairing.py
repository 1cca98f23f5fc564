"""Pair bots for one round at tables of two, by an exact matching.

Of all pairings without a rematch, the best one is chosen by these rules, in this order of importance:

1. seats are as even as possible: as few bots as possible sit in the same seat two times more often than in the other;
2. scores are as close as possible: the sum of the squared differences is smallest;
3. within a score group, the upper half meets the lower half in order, as nearly as possible.

If several pairings are still equal, a random number decides that is derived from the seed of the plan. So there is
exactly one best pairing, whatever algorithm finds it. A field of more than `SECTION` bots is paired in sections of the
ranking, each of them exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

from msgspec import Struct

from referee.kernel.chance import Chance

SECTION = 48
"""How many bots are paired at a time; the computing time grows faster than the square of their number."""

LOT_BITS = 40
"""The size in bits of the random numbers that decide between otherwise equal pairings."""

Pair = tuple[str, str]


class PairedBot(Struct, frozen=True, kw_only=True):
    """A bot that is to be paired.

    Attributes:
        name: Its name.
        score: Its points so far.
        more_first: How many times more often it has sat in the first seat than in the second.
        lot: A random number of `LOT_BITS` bits.
    """

    name: str
    score: float
    more_first: int
    lot: int


def lots_of(names: Sequence[str], chance: Chance) -> dict[str, int]:
    """Return a random number for each bot."""
    return {name: chance.below(1 << LOT_BITS) | 1 for name in names}


def pair_bots(ranked: Sequence[PairedBot], met: Collection[frozenset[str]]) -> list[Pair] | None:
    """Pair an even number of bots, best first. Return the pairs in seat order; None if some must meet again.

    `met` are the pairs that have met already.
    """
    sections = _sections(ranked)
    found = [_pair_section(section, met) for section in sections]
    pairs = [pair for section in found for pair in section or ()]
    if any(section is None for section in found):
        if len(sections) == 1:
            return None
        whole = _pair_section(ranked, met)
        if whole is None:
            return None
        pairs = whole
    place = {bot.name: number for number, bot in enumerate(ranked)}
    pairs.sort(key=lambda pair: min(place[pair[0]], place[pair[1]]))
    by_name = {bot.name: bot for bot in ranked}
    return [_in_seat_order(by_name[one], by_name[other]) for one, other in pairs]


def _pair_section(ranked: Sequence[PairedBot], met: Collection[frozenset[str]]) -> list[Pair] | None:
    """Return the best pairing of all bots; None if not all of them can be paired."""
    import networkx as nx  # noqa: PLC0415 - it takes long to load, and only Swiss tournaments need it

    costs = _costs(ranked, met)
    most = max((cost for _, _, cost in costs), default=0) + 1
    graph = nx.Graph()
    graph.add_weighted_edges_from((one, other, most - cost) for one, other, cost in costs)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(ranked):
        return None
    return [(ranked[min(pair)].name, ranked[max(pair)].name) for pair in sorted(map(sorted, matching))]


def _costs(ranked: Sequence[PairedBot], met: Collection[frozenset[str]]) -> list[tuple[int, int, int]]:
    """Return the allowed pairs by number, each with its cost as one whole number, so that sums are exact.

    A less important cost, summed over all pairs, never outweighs a difference in a more important one.
    """
    size = len(ranked)
    group = Counter(bot.score for bot in ranked)
    # Scores are multiples of a fraction of a point, so a thousandth of a point is more exact than needed.
    scores = [round(1000 * bot.score) for bot in ranked]
    largest = (max(scores, default=0) - min(scores, default=0)) ** 2
    halves = size * size + 1
    costs = []
    for one, other in combinations(range(size), 2):
        first, second = ranked[one], ranked[other]
        if frozenset((first.name, second.name)) in met:
            continue
        uneven = first.more_first * second.more_first > 0
        same = scores[one] == scores[other]
        from_half = abs(other - one - group[first.score] // 2) if same else 0
        cost = uneven * (largest * size + 1) + (scores[one] - scores[other]) ** 2
        cost = (cost * halves + from_half) * (size << LOT_BITS) + _lot(first, second)
        costs.append((one, other, cost))
    return costs


def _lot(one: PairedBot, other: PairedBot) -> int:
    return (one.lot * other.lot >> LOT_BITS // 2) % (1 << LOT_BITS)


def _sections(ranked: Sequence[PairedBot]) -> list[Sequence[PairedBot]]:
    """Divide a large field into sections of the ranking; in each, as many bots need the first seat as the second."""
    if len(ranked) <= SECTION:
        return [ranked]
    sides: tuple[list[int], list[int]] = ([], [])
    for number, bot in enumerate(ranked):
        if bot.more_first:
            sides[bot.more_first > 0].append(number)
    for number, bot in enumerate(ranked):
        if not bot.more_first:
            min(sides, key=len).append(number)
    half = SECTION // 2
    first, second = sorted(sides[0]), sorted(sides[1])
    count = max(min(len(first), len(second)) // half, 1)
    parts = [sorted(first[half * part : half * (part + 1)] + second[half * part : half * (part + 1)])
             for part in range(count)]  # fmt: skip
    parts[-1] = sorted(parts[-1] + first[half * count :] + second[half * count :])
    return [[ranked[number] for number in part] for part in parts]


def _in_seat_order(one: PairedBot, other: PairedBot) -> Pair:
    """Return a pair in seat order: the bot that has sat more often in the first seat now sits in the second."""
    if one.more_first != other.more_first:
        first = min(one, other, key=lambda bot: bot.more_first)
    else:
        first = min(one, other, key=lambda bot: bot.lot)
    return (first.name, other.name if first is one else one.name)
