"""Options and fixtures of all tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence

import pytest
from hypothesis import settings

from tests.support.places import place_for_tests
from tests.support.skips import counted, grown, written_down

# How long an example takes depends on what else this machine is doing; `timeout` is the limit that counts.
settings.register_profile("referee", deadline=None)
settings.load_profile("referee")

# What shows that the kernel and the games are tested is their own tests. To measure takes three times as long as to
# play: all others run at full speed, and so does what says `no_cover`, and the battery but for a game's smallest table.
MEASURED = ("tests/kernel/", "tests/games/")
BATTERY = "referee.battery"

SKIPS_GROWN = pytest.StashKey[Sequence[str]]()

APART = {
    "browser": "pages in a real browser: `make test-browser` opens them",
    "clients": "bots in other languages: `make test-clients` builds and tries them",
    "long": "a long campaign: `make test-long` runs it",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files again instead of comparing")
    parser.addoption("--language", action="append", default=[], help="a folder of clients/ whose bots are tried; all")
    parser.addoption("--skips", metavar="NAME", help="fail if more is skipped than this table of skips.toml says")
    parser.addoption("--pictures", metavar="FOLDER", help="where pictures of pages are kept; a temporary folder")


def pytest_configure() -> None:
    """Sets where the folders of tests lie, whatever TMPDIR says (`place_for_tests`).

    And lets others read what tests write: root's bots, which have other user ids, play in some of them. And lets
    Ctrl-C do what it usually does, for what a shell starts in the background ignores it, with all that it starts.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.umask(0o022)
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(place_for_tests()))


def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are cores: many tests wait for processes."""
    return max(2, len(os.sched_getaffinity(0)) * 3 // 2) if hasattr(os, "sched_getaffinity") else 2


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if not item.nodeid.startswith(MEASURED) or _is_of_a_larger_table(item):
            item.add_marker(pytest.mark.no_cover)
        for marker, reason in APART.items():
            if item.get_closest_marker(marker) and not config.getoption("-m"):
                item.add_marker(pytest.mark.skip(reason=reason))
    # What is worked out once in a process and kept must be worked out while coverage is measured.
    items.sort(key=lambda item: item.get_closest_marker("no_cover") is not None)


def _is_of_a_larger_table(item: pytest.Item) -> bool:
    assert isinstance(item, pytest.Function)
    if not item.function.__module__.startswith(BATTERY):
        return False
    given = item.callspec.params if hasattr(item, "callspec") else {}
    return bool(given.get("seats") != item.cls.game.seats[0])


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """In a worker of xdist, pytest-cov has begun to measure and begins again: `no_cover` would end the second alone."""
    if hasattr(session.config, "workerinput"):
        pause_measuring(session.config)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Its fixtures, too, run at full speed; while the test itself runs, pytest-cov sees to that."""
    if item.get_closest_marker("no_cover"):
        pause_measuring(item.config)


def pause_measuring(config: pytest.Config) -> None:
    measuring = getattr(config.pluginmanager.getplugin("_cov"), "cov_controller", None)
    if measuring is not None:
        measuring.pause()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails a run in which more tests were skipped than is written down for this kind of machine."""
    name = session.config.getoption("--skips")
    if name is None or hasattr(session.config, "workerinput"):
        return
    reporter = session.config.pluginmanager.getplugin("terminalreporter")
    found = counted(report.longrepr[2] for report in reporter.getreports("skipped"))
    for marker in ("browser", "clients"):  # .ci/run runs them too, by other commands
        del found[APART[marker]]
    session.config.stash[SKIPS_GROWN] = grown(found, written_down(name))
    if session.config.stash[SKIPS_GROWN] and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says how many tests were skipped for which reason, and what long campaigns have measured."""
    for reason, number in counted(r.longrepr[2] for r in terminalreporter.getreports("skipped")).most_common():
        terminalreporter.write_line(f"{number} skipped: {reason}")
    for line in terminalreporter.config.stash.get(SKIPS_GROWN, ()):
        terminalreporter.write_line(f"WRONG: {line} (tests/skips.toml)", red=True)
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, figures in report.user_properties:
            if terminalreporter.config.pluginmanager.has_plugin(name):
                continue  # the battery prints its own, unless they come from a worker
            terminalreporter.write_line(f"{report.nodeid}: {name}: {figures}")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files shall be written again."""
    return bool(request.config.getoption("--update-golden"))
