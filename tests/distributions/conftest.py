"""Both distributions for Python, built once."""

from __future__ import annotations

import pytest

from tests.distributions.building import CLIENT, SERVER, Built, build, copy


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = copy(CLIENT, tmp_path_factory.mktemp("client"))
    return build(folder / "clients" / "python", folder / "built")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = copy(SERVER, tmp_path_factory.mktemp("server"))
    return build(folder, folder / "built")
