"""Half an hour of everything at once: bots and spectators come and go, and disk, clock and processes fail.

`REFEREE_SOAK_MINUTES=20 pytest -m long tests/end_to_end/soak -s` is a shorter one. In the end every record is sound,
the log knows of no defect, and memory has stopped growing where the referee begins to forget what is long over. The
disk is a part of memory, 256 MiB: records that the referee has forgotten are checked and removed as it goes.
"""

from __future__ import annotations

import os
import time
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
MOST_KIB_OF_A_MATCH = 2.0
"""By how much memory may grow with each match when as many are forgotten: half of what one takes that is kept."""


@pytest.mark.long
@pytest.mark.timeout(60 * MINUTES + 1200)
def test_a_soak(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", size="256m") as disk:
        soak = Soak(tmp_path, disk)
        soak.serve()
        soak.gather()
        begun = time.monotonic()
        _play(soak, begun + 60 * MINUTES / 3, may_kill_server=True)
        soak.server_is_killed()
        # Memory is measured in one long life, which begins with as many matches as are listed.
        _play(soak, begun + 60 * MINUTES, may_kill_server=False)
        soak.end()
    print(f"\n{soak.told()}\nmemory with {LISTED} matches listed: {soak.memory.told()}")
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
