"""The matches that a referee lists, in the order in which they were created."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from referee.server.lobby.hosted_match import HostedMatch


class Matches(Mapping[str, HostedMatch]):
    """By id the matches that are not over, and the last ones that are, the oldest first.

    Each has a number, which only grows: whoever reads the list in parts goes on where it was, whatever began or ended
    meanwhile. It follows from the time of creation, so that it is the same after a restart.
    """

    def __init__(self, remembered: int) -> None:
        """Lists so many matches that are over."""
        self._remembered = remembered
        self._numbered: dict[str, tuple[int, HostedMatch]] = {}
        self._last = 0
        self._over: deque[str] = deque()

    def __getitem__(self, match_id: str) -> HostedMatch:
        """The match of that id."""
        return self._numbered[match_id][1]

    def __iter__(self) -> Iterator[str]:
        """The ids, the oldest first."""
        return iter(self._numbered)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._numbered)

    def newest_first(self, before: int | None = None) -> Iterator[tuple[int, HostedMatch]]:
        """The matches with their numbers, or only those with a number below `before`."""
        for numbered in reversed(self._numbered.values()):
            if before is None or numbered[0] < before:
                yield numbered

    def add(self, hosted: HostedMatch) -> None:
        """Lists a match, as the newest one."""
        time = hosted.header.time
        self._last = max(self._last + 1, 0 if time is None else round(time.begun_unix_s * 1e6))
        self._numbered[hosted.match_id] = (self._last, hosted)

    def forget(self, match_id: str) -> None:
        """Lists a match no longer."""
        self._numbered.pop(match_id, None)

    def ended(self, over: HostedMatch) -> None:
        """Takes notice that a match is over, and lists no longer those that were over long before."""
        self._over.append(over.match_id)
        while len(self._over) > self._remembered:
            oldest = self.get(self._over.popleft())
            if oldest is not None and oldest.over.is_set():
                self.forget(oldest.match_id)
