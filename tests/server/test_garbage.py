"""The collector's settings are borrowed, not kept."""

from __future__ import annotations

import gc

from referee.server.garbage import THRESHOLDS, seldom_collected


def test_settings_are_given_back() -> None:
    before = gc.get_threshold()
    with seldom_collected():
        assert gc.get_threshold() == THRESHOLDS
    assert gc.get_threshold() == before
