"""How many files a bot has open, and how many of them the kernel watches for it."""

from __future__ import annotations

import os
import select
import sys
from contextlib import ExitStack

import pytest

from referee.server.bots import descriptors
from referee.server.bots.descriptors import too_many_descriptors

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="epoll is Linux's")


@pytest.mark.parametrize(
    ("most", "ended"), [pytest.param(1200, False, id="just enough"), pytest.param(1199, True, id="one too many")]
)
def test_each_file_that_each_epoll_watches_counts(most: int, ended: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descriptors, "MOST_WATCHES", most)
    with ExitStack() as stack:
        files = [os.eventfd(0) for _ in range(30)]
        for file in files:
            stack.callback(os.close, file)
        for _ in range(40):
            epoll = stack.enter_context(select.epoll())
            for file in files:
                epoll.register(file, select.EPOLLIN)
        said = too_many_descriptors([os.getpid()])
    assert said == (f"had more than {most} open files watched by epoll" if ended else "")


@pytest.mark.parametrize("processes", [1, 2])
def test_the_files_of_all_processes_count_together(processes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    most = len(os.listdir("/proc/self/fd")) + 10  # noqa: PTH208 - with the one that lists them
    monkeypatch.setattr(descriptors, "MOST_FILES", most)
    said = too_many_descriptors([os.getpid()] * processes)
    assert said == ("" if processes == 1 else f"had more than {most} files open in total")


def test_a_process_that_has_ended_has_none() -> None:
    assert too_many_descriptors([1 << 22]) == ""
