"""The matches that a referee lists, in the order in which they were created."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from referee.server.lobby.hosted_match import HostedMatch


class Matches(Mapping[str, HostedMatch]):
    """The matches that are not over and the most recently ended ones, by id, the oldest first.

    Each match has a number, and numbers only grow: a caller that reads the list in parts can continue where it stopped,
    even if matches began or ended in the meantime. The number is derived from the time of creation, so it stays the
    same after a restart.
    """

    def __init__(self, remembered: int) -> None:
        """List at most `remembered` ended matches."""
        self._remembered = remembered
        self._numbered: dict[str, tuple[int, HostedMatch]] = {}
        self._last = 0
        self._over: deque[str] = deque()

    def __getitem__(self, match_id: str) -> HostedMatch:
        """The match with this id."""
        return self._numbered[match_id][1]

    def __iter__(self) -> Iterator[str]:
        """The ids, the oldest first."""
        return iter(self._numbered)

    def __len__(self) -> int:
        """The number of matches."""
        return len(self._numbered)

    def newest_first(self, before: int | None = None) -> Iterator[tuple[int, HostedMatch]]:
        """The matches with their numbers, or only those with a number below `before`."""
        for numbered in reversed(self._numbered.values()):
            if before is None or numbered[0] < before:
                yield numbered

    def add(self, hosted: HostedMatch) -> None:
        """Add a match, as the newest one."""
        time = hosted.header.time
        self._last = max(self._last + 1, 0 if time is None else round(time.begun_unix_s * 1e6))
        self._numbered[hosted.match_id] = (self._last, hosted)

    def forget(self, match_id: str) -> None:
        """Remove a match from the list."""
        self._numbered.pop(match_id, None)

    def ended(self, over: HostedMatch) -> None:
        """Record that a match is over, and remove those that ended long before."""
        self._over.append(over.match_id)
        while len(self._over) > self._remembered:
            oldest = self.get(self._over.popleft())
            if oldest is not None and oldest.over.is_set():
                self.forget(oldest.match_id)
