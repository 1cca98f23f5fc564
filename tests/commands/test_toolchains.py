"""The messages about programs that are missing or too old to build a bot."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.starters.toolchains import lacking
from tests.support.shell import referee


def program(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize(
    ("need", "script", "lacks"),
    [
        pytest.param("tool 1.24", "echo tool 1.24.0 of 2025", [], id="as low as may be"),
        pytest.param("tool 1.24", f"echo {'9' * 5000}", [], id="a number of thousands of digits"),
        pytest.param("tool 1.24", "echo v1.100", [], id="newer by a number that is not a fraction"),
        pytest.param("tool 17", "echo openjdk 17 2021-09-14", [], id="one number alone"),
        pytest.param("tool 17", "echo openjdk 11.0.2", ["tool 17 or newer (11.0.2 is too old)"], id="too old"),
        pytest.param("tool 1.24", "[ $1 = version ] && echo tool1.30", [], id="told as Go does"),
        pytest.param("tool 1.24", "exit 1", ["tool 1.24 or newer (the version of this one is unknown)"], id="broken"),
        pytest.param("tool", "exit 1", [], id="any version"),
        pytest.param("other 2", "exit 1", ["other 2 or newer"], id="missing"),
        pytest.param("other", "exit 1", ["other"], id="missing in any version"),
    ],
)
def test_programs_that_are_too_old_are_lacking(
    need: str, script: str, lacks: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "bin", "tool", script)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert lacking([need]) == lacks


@pytest.mark.parametrize(
    ("language", "name", "told", "said"),
    [
        pytest.param("go", "go", "go version go1.19.8 linux/amd64", "go 1.24 or newer (1.19.8 is too old)", id="go"),
        pytest.param("rust", "cargo", "cargo 1.63.0", "cargo 1.88 or newer (1.63.0 is too old)", id="rust"),
        pytest.param("typescript", "node", "v18.19.0", "node 20 or newer (18.19.0 is too old)", id="typescript"),
    ],
)
def test_tools_of_an_old_distribution_are_named_with_what_it_takes(
    language: str, name: str, told: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "bin", name, f"echo {told}")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert said in referee("bot", "new", language, tmp_path / "mine").stderr


@pytest.mark.parametrize(
    ("language", "builders"),
    [
        pytest.param("rust", {"cargo": "echo cargo 1.99.0"}, id="rust"),
        pytest.param(
            "cpp",
            dict.fromkeys(("g++", "make", "pkg-config", "protoc", "grpc_cpp_plugin"), "true")
            | {"cmake": "echo cmake version 3.99.0"},
            id="cpp",
        ),
    ],
)
def test_who_can_build_is_not_told_that_a_linter_is_missing(
    language: str, builders: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, script in builders.items():
        program(tmp_path / "bin", name, script)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert not referee("bot", "new", language, tmp_path / "mine").stderr
