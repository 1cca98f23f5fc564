"""Options and fixtures of all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

# How long an example takes depends on what else this machine is doing; `timeout` is the limit that counts.
settings.register_profile("referee", deadline=None)
settings.load_profile("referee")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew instead of comparing")
    parser.addoption("--language", action="append", default=[], help="a folder of clients/ whose bots are tried; all")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("-m"):
        return
    for item in items:
        if "long" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="a long campaign: `make test-long` runs it"))
        if "clients" in item.keywords:
            item.add_marker(
                pytest.mark.skip(reason="bots in other languages: `make test-clients` builds and tries them")
            )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files shall be written anew."""
    return bool(request.config.getoption("--update-golden"))
