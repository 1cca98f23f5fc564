"""A player that changes one of its matches before it sends it: `lying_player.py KIND MARK`.

Only the first process that can make the file MARK lies; all others, on other workers, are honest.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from referee.kernel.record import Record
from tests.support.matches import sealed
from tests.tournament.cluster.test_checking import another_choice, another_result
from tournament.cluster import player
from tournament.engines import worker
from tournament.storage.summary import Finished, finished

HONEST_MATCHES = 2
"""How many matches it plays honestly before it lies."""


class Liar:
    """Sends honest records first, and then a lie."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._sent: list[Finished] = []

    def finished(self, record: Record, **_: bool) -> Finished:
        match = finished(record)
        if len(self._sent) >= HONEST_MATCHES:
            match = msgspec.structs.replace(self._lie(record), match_id=match.match_id)
        self._sent.append(match)
        return match

    def _lie(self, record: Record) -> Finished:
        if self._kind == "choice":
            return finished(sealed(another_choice(record)))
        if self._kind == "result":
            return finished(sealed(another_result(record)))
        return self._sent[0]


def main(kind: str, mark: str, *arguments: str) -> None:
    try:
        Path(mark).touch(exist_ok=False)
    except FileExistsError:
        pass
    else:
        worker.finished = Liar(kind).finished  # type: ignore[attr-defined]
    player.main([*arguments])


if __name__ == "__main__":
    main(*sys.argv[1:])
