"""What became of the questions of one match to a model: counted, and said once for each cause."""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee_client.bots.chat_failures import Failure

log = logging.getLogger("referee_client")


class Tally:
    """Counts decisions, those that were left to the default, and requests that failed, by the name of the failure."""

    def __init__(self) -> None:
        self._decisions = 0
        self._defaults: Counter[str] = Counter()
        self._failed: Counter[str] = Counter()

        self._said: set[str] = set()

    def say_once(self, turn: int, failure: Failure, why: str) -> None:
        """Says what failed, unless something of this kind was said before in this match."""
        if failure.name not in self._said:
            self._said.add(failure.name)
            log.warning("turn %d: %s: %s (this is said once a match)", turn, why, failure.hint)

    def failed(self, turn: int, failure: Failure, why: str) -> None:
        """Counts a request that failed."""
        self.say_once(turn, failure, why)
        self._failed[failure.name] += 1

    def decided(self) -> None:
        """Counts a decision of the model."""
        self._decisions += 1

    def defaulted(self, failure: Failure) -> None:
        """Counts a decision that was left to the default."""
        self._decisions += 1
        self._defaults[failure.name] += 1

    def say(self) -> None:
        """Says what went wrong in the match, if anything did."""
        if not self._said:
            return
        defaults = f"the default was played for {self._defaults.total()} of {self._decisions} decisions"
        said = [f"{defaults} ({_listed(self._defaults)})" if self._defaults else defaults]
        said += [f"failed requests: {_listed(self._failed)}"] if self._failed else []
        log.warning("the match is over: %s", "; ".join(said))


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} x {name}" for name, count in counts.items())
