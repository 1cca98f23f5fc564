"""The outcomes of one match's questions to a model: counted, and logged once for each cause."""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee_client.bots.chat_failures import Failure

log = logging.getLogger("referee_client")


class Tally:
    """Counts decisions, defaults, and failed requests, by the name of the failure."""

    def __init__(self) -> None:
        self._decisions = 0
        self._defaults: Counter[str] = Counter()
        self._failed: Counter[str] = Counter()

        self._said: set[str] = set()

    def say_once(self, turn: int, failure: Failure, why: str) -> None:
        """Log a failure, unless one of this kind was logged before in this match."""
        if failure.name not in self._said:
            self._said.add(failure.name)
            log.warning("turn %d: %s: %s (logged once per match)", turn, why, failure.hint)

    def failed(self, turn: int, failure: Failure, why: str) -> None:
        """Count a request that failed."""
        self.say_once(turn, failure, why)
        self._failed[failure.name] += 1

    def decided(self) -> None:
        """Count a decision of the model."""
        self._decisions += 1

    def defaulted(self, failure: Failure) -> None:
        """Count a decision that was left to the default."""
        self._decisions += 1
        self._defaults[failure.name] += 1

    def say(self) -> None:
        """Log what went wrong in the match, if anything did."""
        if not self._said:
            return
        defaults = f"the default was played for {self._defaults.total()} of {self._decisions} decisions"
        said = [f"{defaults} ({_listed(self._defaults)})" if self._defaults else defaults]
        said += [f"failed requests: {_listed(self._failed)}"] if self._failed else []
        log.warning("the match is over: %s", "; ".join(said))


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} x {name}" for name, count in counts.items())
