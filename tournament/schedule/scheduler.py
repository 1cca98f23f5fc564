"""Decide which slots are still to be played: each is handed out until its result is reliably stored."""

import heapq
from collections import Counter, defaultdict, deque
from collections.abc import Iterable

from tournament.errors import HaltedError
from tournament.schedule.slots import Slot

_Order = tuple[int, int, int]


class Scheduler:
    """Hands out slots. A slot can be handed out again until its result is reliably stored.

    A slot is free, issued or fixed. `issue()` hands out the first free slot. `fix()` records that its result is stored,
    in the same transaction as the result. `void()` records that the match failed and nobody is to blame, which frees
    the slot. Only the ids of fixed matches need to be stored: with them, a new scheduler resumes where the old one
    stopped, for whatever reason. So no match is lost, and none counts twice.

    Rotations of a block are never issued at the same time. Otherwise two copies of a bot would play the same deal from
    different seats, and together they would know all cards if they found a way to communicate.

    Slots are issued stage by stage, and deal by deal within a stage, so a bot that entered late catches up with the
    others first. `extend()` adds the slots of further stages.
    """

    def __init__(self, slots: Iterable[Slot], fixed: Iterable[str] = ()) -> None:
        self._slots: dict[str, Slot] = {}
        self._fixed = set(fixed)
        self._issued: set[str] = set()
        self._free: defaultdict[str, deque[Slot]] = defaultdict(deque)
        self._open: list[tuple[_Order, str]] = []
        """The blocks without issued slots, by the order of their first free slot."""
        self._left_in: Counter[int] = Counter()
        self._voids_in_a_row = 0
        self._voided: set[str] = set()
        self.extend(slots)
        unknown = self._fixed - self._slots.keys()
        if unknown:
            raise ValueError(f"match {min(unknown)} has a result, but is not in the schedule")

    def extend(self, slots: Iterable[Slot]) -> None:
        """Add slots of blocks that were not in the schedule yet."""
        added: dict[str, None] = {}
        for slot in sorted(slots, key=_order):
            self._slots[slot.match] = slot
            if slot.match not in self._fixed:
                self._free[slot.block].append(slot)
                self._left_in[slot.stage] += 1
                added[slot.block] = None
        for block in added:
            self._reopen(block)

    @property
    def oldest_open(self) -> int | None:
        """The first stage with slots that are not fixed; None if there is none."""
        return min((stage for stage, left in self._left_in.items() if left), default=None)

    @property
    def issued(self) -> frozenset[str]:
        """The matches that are handed out and not yet fixed or void."""
        return frozenset(self._issued)

    @property
    def left(self) -> int:
        """How many slots are not fixed."""
        return len(self._slots) - len(self._fixed)

    def issue(self) -> Slot | None:
        """Issue and return the first free slot whose block has no issued slot; None if there is none now."""
        if not self._open:
            return None
        _, block = heapq.heappop(self._open)
        slot = self._free[block].popleft()
        self._issued.add(slot.match)
        return slot

    def fix(self, match: str) -> None:
        """Record that the result of an issued match is stored. A match that is already fixed remains so."""
        if match in self._fixed:
            return
        self._take_back(match)
        self._fixed.add(match)
        self._left_in[self._slots[match].stage] -= 1
        self._voids_in_a_row = 0
        self._reopen(self._slots[match].block)

    def void(self, match: str, cause: str) -> None:
        """Free the slot of an issued match that failed although nobody is to blame, so that it is played again.

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

    def reopen(self, match: str) -> None:
        """Free the slot of a match whose result was discarded, so that it is played again."""
        if match not in self._fixed:
            raise ValueError(f"match {match} has no result")
        self._fixed.remove(match)
        slot = self._slots[match]
        self._left_in[slot.stage] += 1
        is_new = not self._free[slot.block] and not self._is_out(slot.block)
        self._free[slot.block].appendleft(slot)
        if is_new:
            self._reopen(slot.block)

    def _is_out(self, block: str) -> bool:
        return any(self._slots[match].block == block for match in self._issued)

    def _take_back(self, match: str) -> None:
        if match not in self._issued:
            raise ValueError(f"match {match} is not issued")
        self._issued.remove(match)

    def _put_back(self, match: str) -> None:
        slot = self._slots[match]
        self._free[slot.block].appendleft(slot)
        self._reopen(slot.block)

    def _reopen(self, block: str) -> None:
        """Let the next slot of a block be issued; call this when none of its slots is issued any more."""
        if self._free[block]:
            heapq.heappush(self._open, (_order(self._free[block][0]), block))


def _order(slot: Slot) -> _Order:
    return slot.stage, slot.deal, slot.number
