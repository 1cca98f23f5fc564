"""What `make bench-clients` measures of a bot."""

from __future__ import annotations

import pytest

from tests.bench import clients


def test_a_bot_and_its_echo_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "WARM", 5)
    monkeypatch.setattr(clients, "DECISIONS", 20)
    library, echo = (clients.measured(clients.PYTHON[bot]) for bot in clients.BOTS)
    assert all(0 < one.decision < one.start for one in (library, echo))
    assert all(one.latency > 0 for one in (library, echo))
    name, *_, its_start, echo_start = cells = clients.row("Python", [library], [echo])
    assert (name, len(cells)) == ("Python", len(clients.HEADINGS))
    assert int(its_start) > 0 < int(echo_start)
