"""The README's commands work where both wheels are installed, with what they name as their needs, and nothing else.

Each wheel was made of its source distribution, as an installer makes it that takes no wheels.
"""

from __future__ import annotations

import os
import re
import subprocess
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.distributions.building import OFFLINE, ROOT, Built, environment, run

README = (ROOT / "README.md").read_text("utf-8")
OURS = {"referee", "referee-client"}


def closure(name: str, seen: set[str]) -> set[str]:
    """The distributions that one needs, and those that they need, without extras."""
    for need in map(Requirement, distribution(name).requires or ()):
        if need.name not in seen and (need.marker is None or need.marker.evaluate({"extra": ""})):
            seen.add(need.name)
            closure(need.name, seen)
    return seen


@pytest.fixture(scope="module")
def programs(client: Built, server: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the programs of an environment in which both are installed."""
    folder = tmp_path_factory.mktemp("installed")
    folder.chmod(0o755)  # root's bots have other user ids
    python = environment(folder, closure("referee", set()) - OURS)
    run("pip", "--python", python, "install", *OFFLINE, client.wheel, server.wheel)
    assert run("pip", "--python", python, "check") == "No broken requirements found.\n"
    return python.parent


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


@pytest.mark.timeout(600)  # a tournament of 60 matches, beside whatever else this machine does
def test_the_readme_works_in_an_empty_folder(programs: Path, tmp_path: Path) -> None:
    (play, hoarder, *_), commands = blocks("sh"), blocks("sh")[-1]
    (tmp_path / "hoarder").mkdir()
    (tmp_path / "hoarder" / "hoarder.py").write_text(blocks("python")[0])
    (tmp_path / "plan.toml").write_text(blocks("toml")[0])
    lines = [*play.replace(".venv/bin/", "").splitlines()[1:], *hoarder.splitlines(), *commands.splitlines()]
    assert len(lines) == 6
    variables = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}
    done = subprocess.run(
        ["bash", "-ec", "\n".join(lines)], cwd=tmp_path, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (table,) = re.findall(r"^```\n(bot .*?)records: records\n^```", README, re.DOTALL | re.MULTILINE)
    assert table in done.stdout
    assert (tmp_path / "report" / "index.html").is_file()
    where = subprocess.run(
        [
            programs / "python",
            "-I",
            "-c",
            "import referee, referee_client; print(referee.__file__, referee_client.__file__)",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert [Path(file).is_relative_to(programs.parent) for file in where.stdout.split()] == [True, True]
