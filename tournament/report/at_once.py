"""How many matches ran at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

SET_BACK_S = 60.0
"""If times go back by more than this, a clock was set back.

If they go back by less, matches may just have been stored out of order.
"""


def most_at_once(times: Sequence[tuple[float, float]]) -> int:
    """Return the largest number of matches that ran at the same time, by the clock of this machine.

    The times are in the order in which the matches were stored. If a match ended long before the one stored before it,
    the clock was set back in between, and the match is not compared with earlier ones.
    """
    most, together = 0, [*times[:1]]
    for number, (_, ended) in enumerate(times[1:], 1):
        if ended < times[number - 1][1] - SET_BACK_S:
            most, together = max(most, _overlapping(together)), []
        together.append(times[number])
    return max(most, _overlapping(together))


def _overlapping(times: Sequence[tuple[float, float]]) -> int:
    changes = [(ended, -1) for _, ended in times] + [(begun, 1) for begun, _ in times]
    return max(accumulate(change for _, change in sorted(changes)), default=0)
