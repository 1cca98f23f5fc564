"""Half an hour of everything at once: bots and spectators come and go, and disk, clock and processes fail.

`REFEREE_SOAK_MINUTES=3 pytest -m long tests/end_to_end/soak` is a shorter one, of which everything holds but what is
said of memory. In the end every record is sound, the log knows of no defect, and memory has stopped growing where the
referee begins to forget what is long over; pytest's summary shows the figures. The disk is a part of memory, 256 MiB:
records that the referee has forgotten are checked and removed as it goes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.end_to_end.soak.serve import LISTED
from tests.end_to_end.soak.soak import Soak
from tests.support.disks import small_disk

MINUTES = float(os.environ.get("REFEREE_SOAK_MINUTES", "30"))
SECONDS_BETWEEN_MATCHES = 0.25
SECONDS_BETWEEN_FAULTS = 8.0
MATCHES_AT_ONCE = 5
MAX_UNFINISHED = 60
MINUTES_FOR_MEMORY = 15.0
"""In fewer the server sees too few matches to tell how memory grows."""
MOST_KIB_OF_A_MATCH = 2.0
"""By how much memory may grow with each match when as many are forgotten: half of what one takes that is kept."""


@pytest.mark.long
@pytest.mark.timeout(60 * MINUTES + 1200)
def test_a_soak(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    with small_disk(tmp_path / "disk", size="256m") as disk:
        soak = Soak(tmp_path, disk)
        soak.serve()
        soak.gather()
        begun = time.monotonic()
        _play(soak, begun + 60 * MINUTES / 3, may_kill_server=True)
        soak.happen(soak.server_is_killed)
        # Memory is measured in one long life, which begins with as many matches as are listed.
        _play(soak, begun + 60 * MINUTES, may_kill_server=False)
        soak.end()
        kinds = {kind.__name__ for kind in soak.kinds(may_kill_server=True)}
        seen = soak.seen()
        record_property("soak", soak.told())
    assert sum(soak.faults.values()) < 2 * len(kinds) or soak.faults.keys() == kinds, soak.faults
    assert seen["turns"]
    assert seen["steps"]
    assert not {"INTERNAL", "UNKNOWN"} & seen.keys(), seen
    if MINUTES >= MINUTES_FOR_MEMORY:
        record_property("memory", f"with {LISTED} matches listed {soak.memory.told()}")
        assert soak.memory.kib_of_a_match() <= MOST_KIB_OF_A_MATCH


def _play(soak: Soak, until: float, *, may_kill_server: bool) -> None:
    """Has matches played until then, while one thing after the other goes wrong."""
    next_fault = time.monotonic() + SECONDS_BETWEEN_FAULTS
    while time.monotonic() < until:
        for _ in range(min(MATCHES_AT_ONCE, MAX_UNFINISHED - soak.unfinished())):
            soak.create()
        soak.note_memory()
        soak.check_what_is_forgotten()
        time.sleep(SECONDS_BETWEEN_MATCHES)  # the load that is asked for
        if time.monotonic() > next_fault:
            soak.fail(may_kill_server=may_kill_server)
            next_fault = time.monotonic() + SECONDS_BETWEEN_FAULTS
