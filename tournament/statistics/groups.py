"""Which bots can be compared at all: ratings are finite only among bots that won points against each other in a circle.

Draw an arrow from each bot to every bot from which it took a point (a tie gives half a point, so an arrow each way).
Bots that can reach each other along the arrows form a group; within a group, the most likely ratings are finite.
Between groups, no finite difference fits the results best: either one group never lost a point to the other (the larger
the difference, the higher the likelihood), or the two never met. Anchored bots have a known difference, so they count
as linked both ways.
"""

import enum
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from tournament.statistics.league import Floats


class Standing(enum.Enum):
    """How a bot's group relates to the main group, whose ratings the table shows."""

    MAIN = "main"
    """In the main group: its rating can be compared with every other one of the group."""
    ABOVE = "above"
    """Never lost a point to the main group, directly or through others, so it is stronger by an unknown amount."""
    BELOW = "below"
    """Never took a point from the main group, directly or through others, so it is weaker by an unknown amount."""
    APART = "apart"
    """Its bots never met the main group, not even through others, so nothing is known."""


def groups_of(points: Floats, anchored: Collection[int]) -> list[tuple[int, ...]]:
    """Return the groups of comparable bots, the main group first.

    The main group contains the anchors if there are any. Otherwise it is the largest group, then the one with the most
    points played, then the one with the first name.
    """
    reach = _reach(points, anchored)
    mutual = reach & reach.T
    groups = {tuple(int(bot) for bot in np.flatnonzero(row)) for row in mutual}

    def rank(group: tuple[int, ...]) -> tuple[bool, int, float, tuple[int, ...]]:
        played = float(points[np.ix_(group, group)].sum())
        return (not set(anchored) & set(group), -len(group), -played, group)

    return sorted(groups, key=rank)


def standings_to_main(points: Floats, anchored: Collection[int]) -> list[Standing]:
    """Return how each bot's group relates to the main one."""
    reach = _reach(points, anchored)
    main = groups_of(points, anchored)[0]
    down, up = reach[:, main[0]], reach[main[0]]
    kinds = {(True, True): Standing.MAIN, (True, False): Standing.ABOVE, (False, True): Standing.BELOW}
    return [kinds.get((bool(down[bot]), bool(up[bot])), Standing.APART) for bot in range(len(points))]


def _reach(points: Floats, anchored: Collection[int]) -> NDArray[np.bool_]:
    """Return which bots reach which along the arrows (Warshall's transitive closure)."""
    reach = (points > 0) | np.eye(len(points), dtype=np.bool_)
    reach[np.ix_(list(anchored), list(anchored))] = True
    for middle in range(len(points)):
        reach |= np.outer(reach[:, middle], reach[middle])
    return reach
