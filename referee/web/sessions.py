"""The sessions of browsers. A visitor gets one only by showing a key or taking a seat.

So anonymous visitors cannot fill up the store, and it never drops the session of a visitor with a seat.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from secrets import token_urlsafe

MOST_SESSIONS = 1000
MOST_OF_A_HOLDER = 20
"""How many browsers may be signed in with a personal key; a further one signs out the least recent."""


@dataclass
class KnownBrowser:
    """A browser that is known.

    A `trusted` session has shown the key, a `seated` one has a seat, and `held` is the personal key that the session
    has shown.
    """

    trusted: bool = False
    seated: bool = False
    held: str = ""


class Sessions:
    """All sessions, by their ids."""

    def __init__(self, most: int = MOST_SESSIONS) -> None:
        """Keep at most this many; if there are more, those with neither a seat nor the key are dropped first."""
        self._most = most
        self._sessions: OrderedDict[str, KnownBrowser] = OrderedDict()

    def open(self, session: KnownBrowser) -> str:
        """Open a session, and return its id."""
        name = token_urlsafe(24)
        self._sessions[name] = session
        if session.held:
            same = [other for other, one in self._sessions.items() if one.held == session.held]
            for other in same[:-MOST_OF_A_HOLDER]:
                self.close(other)
        while len(self._sessions) > self._most and (dropped := self._least_needed()) != name:
            del self._sessions[dropped]
        return name

    def find(self, name: str) -> KnownBrowser | None:
        """Return a session, if it is open."""
        found = self._sessions.get(name)
        if found is not None:
            self._sessions.move_to_end(name)
        return found

    def close(self, name: str) -> None:
        """Forget a session."""
        self._sessions.pop(name, None)

    def _least_needed(self) -> str:
        """Return the session that has been unused for longest, among those that are needed least."""
        return min(self._sessions, key=lambda name: (self._sessions[name].seated, self._sessions[name].trusted))
