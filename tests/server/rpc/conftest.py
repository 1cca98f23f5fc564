"""Shared fixtures of these tests."""

from __future__ import annotations

import pytest

from referee.server.rpc import play_service
from tests.support.raw_bot import PATIENCE


@pytest.fixture
def goodbyes_can_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a bot may take longer to read than a referee waits."""
    monkeypatch.setattr(play_service, "SECONDS_FOR_GOODBYE", PATIENCE)
