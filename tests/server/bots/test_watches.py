"""How many open files a bot has the kernel watch."""

from __future__ import annotations

import os
import select
import sys
from contextlib import ExitStack

import pytest

from referee.server.bots import watches
from referee.server.bots.watches import too_many_watches

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="epoll is Linux's")


@pytest.mark.parametrize(
    ("most", "ended"), [pytest.param(1200, False, id="just enough"), pytest.param(1199, True, id="one too many")]
)
def test_each_file_that_each_epoll_watches_counts(most: int, ended: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watches, "MOST_WATCHES", most)
    with ExitStack() as stack:
        files = [os.eventfd(0) for _ in range(30)]
        for file in files:
            stack.callback(os.close, file)
        for _ in range(40):
            epoll = stack.enter_context(select.epoll())
            for file in files:
                epoll.register(file, select.EPOLLIN)
        said = too_many_watches([os.getpid()])
    assert said == (f"had more than {most} open files watched by epoll" if ended else "")


def test_a_process_that_has_ended_has_none() -> None:
    assert too_many_watches([1 << 22]) == ""
