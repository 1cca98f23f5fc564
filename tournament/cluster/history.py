"""Decides when a worker gets no more matches, given the outcomes of those that it had (a pure computation)."""

from __future__ import annotations

FAILURES_IN_A_ROW = 3
"""After this many failed matches in a row, a worker gets no more."""

OVERLOADED_SHARE = 0.05
"""The largest share of overloaded matches: those in which the worker's own referee lost much time."""

ENOUGH_MATCHES = 20
"""The share of overloaded matches counts from this many on."""


class WorkerHistory:
    """The outcomes of the matches of a worker.

    Attributes:
        matches: The names of the matches whose results were accepted, in order (treat as read-only).
        accepted: How many results were accepted, including those of a worker that sent a wrong record later.
        failed: How many matches it did not play to the end.
        excluded: Why the worker gets no more matches; empty if it does.
    """

    def __init__(self) -> None:
        self.matches: list[str] = []
        self.accepted = 0
        self.failed = 0
        self.excluded = ""
        self._failures = 0
        self._overloaded = 0
        self._incident = 0

    def note_failure(self, why: str, incident: int = 0) -> None:
        """Record a match that the worker did not play to the end; matches lost in the same incident count once."""
        self.failed += 1
        self._failures += not incident or incident != self._incident
        self._incident = incident
        if self._failures >= FAILURES_IN_A_ROW:
            self.exclude(f"it failed {self._failures} matches in a row, the last because {why}")

    def note_match(self, match: str, *, overloaded: bool) -> None:
        """Record a match whose result was accepted."""
        self._failures = 0
        self._overloaded += overloaded
        self.matches.append(match)
        self.accepted += 1
        played = len(self.matches)
        if played >= ENOUGH_MATCHES and self._overloaded > OVERLOADED_SHARE * played:
            self.exclude(f"it was overloaded in {self._overloaded} of its {played} matches")

    def exclude(self, why: str) -> None:
        """Give the worker no more matches. The first reason stands."""
        self.excluded = self.excluded or why
