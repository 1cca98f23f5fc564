"""Both gRPC servers play: the patched one with tested versions of grpcio, the stock one with others."""

from __future__ import annotations

import shutil
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import grpc
import pytest
from packaging.requirements import Requirement

from referee.kernel.replay import verify
from referee.server.rpc.grpc_server import TRIED, _say_untried, was_tried
from tests import new_grpc
from tests.support.http2 import BEGUN, request, talk
from tests.support.matches import job
from tests.support.raw_bot import RawBot, raw_bot
from tests.support.running import Running, local_referee
from tests.test_public_face import loaded_by

ROOT = Path(__file__).parents[3]
CHOOSES = "referee.server.rpc.grpc_server"
PATCHED = "referee.server.rpc.patched_server"
UNTRIED = "1.999.0"


@pytest.fixture
def patched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Running]:
    """A referee with the patched server, whichever grpcio is installed, so that a new version can be tested."""
    monkeypatch.setattr(grpc, "__version__", f"{TRIED[-1]}.999")
    with local_referee(tmp_path) as running:
        yield running


@pytest.fixture
def stock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Running]:
    """A referee with an untested grpcio that lacks what the patched server needs."""
    _say_untried.cache_clear()
    monkeypatch.setattr(grpc, "__version__", UNTRIED)
    monkeypatch.setitem(sys.modules, PATCHED, None)
    with local_referee(tmp_path) as running:
        yield running


def _server(running: Running) -> grpc.aio.Server:
    return running.referee._front.server


def _said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What choosing a server logged, from before the server was opened."""
    records = [*caplog.get_records("setup"), *caplog.records]
    return [record.getMessage() for record in records if record.name == CHOOSES]


def _play(running: Running) -> None:
    record = running.play(job())
    with raw_bot(running.address) as a, raw_bot(running.address) as b, ThreadPoolExecutor() as threads:
        for bot, name in ((a, "a"), (b, "b")):
            bot.hello(running.token(name))
        ended = list(threads.map(RawBot.play_on, (a, b)))
    verify(record.result())
    assert ended[0].results
    assert ended[0].results == ended[1].results


def test_the_patched_server_plays_a_match(patched: Running, caplog: pytest.LogCaptureFixture) -> None:
    assert type(_server(patched)).__name__ == "PatchedServer"
    _play(patched)
    assert _said(caplog) == []


def test_the_patched_server_outlives_a_call_whose_method_is_not_text(patched: Running) -> None:
    calls = request("/referee.v1.MatchService/GetMatch", "token", 1, b"")
    calls[0] = calls[0].replace(b"GetMatch", b"Get\xffatch")
    for _ in range(3):
        said = [BEGUN, *calls]
        talk(Random(1), patched.address.removeprefix("unix:"), said)
    _play(patched)


def test_the_stock_server_plays_a_match_and_the_log_says_so_once(
    stock: Running, caplog: pytest.LogCaptureFixture
) -> None:
    assert type(_server(stock)).__module__ == "grpc.aio._server"
    _play(stock)
    _say_untried(UNTRIED)  # as a second server of the process would
    (said,) = _said(caplog)
    assert f"grpcio {UNTRIED} was not tested" in said
    assert f"tested: {TRIED[0]} to {TRIED[-1]}" in said


def test_the_private_parts_are_loaded_for_the_patched_server_alone() -> None:
    """A version without them must not stop the referee at import."""
    assert PATCHED not in loaded_by("import referee.server.app, referee.cli")


@pytest.mark.parametrize(
    ("version", "tried"),
    [
        ("1.85.1", True),
        ("1.85.9", True),
        ("1.84.0", True),
        ("1.83.9", False),
        ("1.8.5", False),
        ("1.850.0", False),
        ("2.85.1", False),
    ],
)
def test_the_first_two_numbers_of_a_version_say_whether_it_was_tried(version: str, tried: bool) -> None:
    assert was_tried(version) is tried


def test_pyproject_allows_the_tried_versions_and_no_other() -> None:
    """Otherwise users get an untested server, or the stock one, without asking for it."""
    allowed = _limits(ROOT)
    assert len(allowed) == 5
    for need in allowed:
        versions = [f"1.{minor}" for minor in range(200) if need.specifier.contains(f"1.{minor}.99")]
        assert versions == list(TRIED), need


def test_a_new_version_is_written_everywhere(tmp_path: Path) -> None:
    for name in new_grpc.PATCHES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    new_grpc.take_in(tmp_path, "1.998.3")
    table = (tmp_path / new_grpc.TABLE).read_text("utf-8")
    assert '"1.998")\n' in table
    for need in _limits(tmp_path):
        assert need.specifier.contains("1.998.9")
        assert not need.specifier.contains("1.999.0")
    client = tomllib.loads((tmp_path / "clients/python/pyproject.toml").read_text("utf-8"))
    assert "grpcio-tools>=1.84,<1.999" in client["build-system"]["requires"]
    assert client["project"]["optional-dependencies"]["game"] == ["grpcio-tools>=1.80,<2"]
    pins = (tmp_path / new_grpc.PINS).read_text("utf-8").splitlines()
    assert {pin for pin in pins if pin.startswith("grpcio")} == {
        f"grpcio{part}==1.998.3" for part in ("", "-health-checking", "-reflection", "-status", "-tools")
    }


def test_a_version_that_was_tried_is_not_taken_in_again(tmp_path: Path) -> None:
    assert new_grpc.take_in(tmp_path, f"{TRIED[-1]}.7") == f"grpcio {TRIED[-1]}.7 was tried already"


def _limits(root: Path) -> list[Requirement]:
    """What the referee needs from gRPC."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    needs = [Requirement(need) for need in [*project["dependencies"], *project["optional-dependencies"]["dev"]]]
    return [need for need in needs if need.name.startswith("grpcio")]
