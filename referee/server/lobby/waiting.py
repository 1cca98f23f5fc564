"""The matches that wait until each of their bots has room for one more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heappush
from itertools import count

from referee.server.lobby.hosted_match import HostedMatch

BotsAtTable = tuple[str, ...]


class Waiting:
    """Waiting matches. Those between the same bots wait together until the bot that has no room has room again.

    Only then is the oldest of them checked. So the cost of beginning or ending a match does not depend on how many
    wait.
    """

    def __init__(self, has_room: Callable[[str], bool]) -> None:
        """`has_room` returns whether a bot can play one more match."""
        self._has_room = has_room
        self._next_number = count()
        self._numbers: dict[HostedMatch, int] = {}
        self._tables: dict[BotsAtTable, dict[int, HostedMatch]] = {}
        self._waits_for: dict[BotsAtTable, str] = {}
        self._of_bot: dict[str, list[tuple[int, BotsAtTable]]] = {}

    def __len__(self) -> int:
        """The number of waiting matches."""
        return len(self._numbers)

    def all(self) -> list[HostedMatch]:
        """The waiting matches. Any thread may call this."""
        return list(self._numbers)

    def __contains__(self, hosted: HostedMatch) -> bool:
        """Whether a match waits."""
        return hosted in self._numbers

    def can_begin(self, hosted: HostedMatch) -> bool:
        """Whether all bots of a match have room."""
        return next(self._full(hosted.by_stream), None) is None

    def add(self, hosted: HostedMatch) -> None:
        """Add a match."""
        number, bots = next(self._next_number), hosted.by_stream
        self._numbers[hosted] = number
        if bots in self._tables:
            self._tables[bots][number] = hosted
        else:
            self._tables[bots] = {number: hosted}
            self._wait(bots, next(self._full(bots), bots[0] if bots else ""))

    def remove(self, hosted: HostedMatch) -> None:
        """Remove a match."""
        bots = hosted.by_stream
        del self._tables[bots][self._numbers.pop(hosted)]
        name = self._waits_for[bots]
        left = [(number, table) for number, table in self._of_bot[name] if table != bots]
        heapify(left)
        self._of_bot[name] = left
        self._wait_again(bots, name)

    def next_of(self, names: Iterable[str]) -> HostedMatch | None:
        """Remove and return the oldest match that can begin, of those that wait for one of these bots.

        Begin it, then call this again, until it returns None.
        """
        names = [name for name in names if self._of_bot.get(name) and self._has_room(name)]
        while names:
            name = min(names, key=lambda name: self._of_bot[name][0])
            number, bots = heappop(self._of_bot[name])
            full = next(self._full(bots), None)
            if full is None:
                hosted = self._tables[bots].pop(number)
                del self._numbers[hosted]
                self._wait_again(bots, name)
                return hosted
            self._wait(bots, full)
            names = [name for name in names if self._of_bot.get(name)]
        return None

    def take_all(self) -> list[HostedMatch]:
        """Remove and return all matches, the oldest first."""
        taken = sorted(self._numbers, key=self._numbers.__getitem__)
        for emptied in (self._numbers, self._tables, self._waits_for, self._of_bot):
            emptied.clear()
        return taken

    def _full(self, bots: BotsAtTable) -> Iterator[str]:
        return (name for name in bots if not self._has_room(name))

    def _wait(self, bots: BotsAtTable, name: str) -> None:
        self._waits_for[bots] = name
        heappush(self._of_bot.setdefault(name, []), (next(iter(self._tables[bots])), bots))

    def _wait_again(self, bots: BotsAtTable, name: str) -> None:
        """Update the queues after one match of these bots was removed."""
        if self._tables[bots]:
            self._wait(bots, name)
        else:
            del self._tables[bots], self._waits_for[bots]
        if not self._of_bot[name]:
            del self._of_bot[name]
