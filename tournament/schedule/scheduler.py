"""Which of the slots are still to be played: each is handed out until its result is reliably stored."""

import heapq
from collections import defaultdict, deque
from collections.abc import Iterable

from tournament.errors import HaltedError
from tournament.schedule.slots import Slot


class Scheduler:
    """Hands out slots, each until its result is reliably stored.

    A slot is free, issued or fixed. `issue()` hands out the first free slot; `fix()` says that its result is stored, in
    the same transaction as the result; `void()` that the match was broken by nobody's fault, which frees the slot. Only
    the fixed match ids need to be kept: with them a new scheduler goes on where the old one was, after whatever stop.
    So no match is lost and none counts twice.

    Rotations of a block are never issued at the same time: two copies of a bot would have the same deal before them,
    each from another seat, and all cards between them if they found a way to talk.
    """

    def __init__(self, slots: Iterable[Slot], fixed: Iterable[str] = ()) -> None:
        self._slots = {slot.match: slot for slot in slots}
        self._fixed = set(fixed)
        unknown = self._fixed - self._slots.keys()
        if unknown:
            raise ValueError(f"match {min(unknown)} has a result, but the schedule does not have it")
        self._issued: set[str] = set()
        self._free: defaultdict[str, deque[Slot]] = defaultdict(deque)
        for slot in sorted(self._slots.values(), key=lambda slot: slot.number):
            if slot.match not in self._fixed:
                self._free[slot.block].append(slot)
        # The blocks of which no slot is issued, by the number of their first free one.
        self._open = [(free[0].number, block) for block, free in self._free.items()]
        heapq.heapify(self._open)
        self._voids_in_a_row = 0
        self._voided: set[str] = set()

    @property
    def issued(self) -> frozenset[str]:
        """The matches handed out and not yet fixed or void."""
        return frozenset(self._issued)

    @property
    def left(self) -> int:
        """How many slots are not fixed."""
        return len(self._slots) - len(self._fixed)

    def issue(self) -> Slot | None:
        """The first free slot of which no rotation is out, which is now issued; None when there is none at present."""
        if not self._open:
            return None
        _, block = heapq.heappop(self._open)
        slot = self._free[block].popleft()
        self._issued.add(slot.match)
        return slot

    def fix(self, match: str) -> None:
        """Says that the result of an issued match is stored. A match that is fixed already stays so."""
        if match in self._fixed:
            return
        self._take_back(match)
        self._fixed.add(match)
        self._voids_in_a_row = 0
        self._reopen(self._slots[match].block)

    def void(self, match: str, cause: str) -> None:
        """Frees the slot of an issued match that was broken by nobody's fault, to be played again.

        Raises:
            HaltedError: it was the second void match in a row, or the second time for this match. The slot is free.
        """
        self._take_back(match)
        self._put_back(match)
        again = match in self._voided
        self._voided.add(match)
        self._voids_in_a_row += 1
        if again:
            raise HaltedError(f"match {match} was void for the second time: {cause}")
        if self._voids_in_a_row >= 2:
            raise HaltedError(f"two matches in a row were void, the last one {match}: {cause}")

    def _take_back(self, match: str) -> None:
        if match not in self._issued:
            raise ValueError(f"match {match} is not issued")
        self._issued.remove(match)

    def _put_back(self, match: str) -> None:
        slot = self._slots[match]
        self._free[slot.block].appendleft(slot)
        self._reopen(slot.block)

    def _reopen(self, block: str) -> None:
        """Lets the next slot of a block be issued, when none of it is out any more."""
        if self._free[block]:
            heapq.heappush(self._open, (self._free[block][0].number, block))
