"""All that can be known about the image without building it: its files, its packages, its user and its command."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from referee.server.bots import sandbox
from tests.distributions.building import SERVER
from tests.support.certificates import make_certificate

ROOT = Path(__file__).parents[1]
FILE = ROOT / ".ci" / "Containerfile"
PACKAGES = {"bwrap": "bubblewrap", "prlimit": "util-linux", "setpriv": "util-linux"}
"""The Debian packages that bring the programs of the sandbox."""


def instructions() -> list[tuple[str, str]]:
    """The instructions in their order, with lines joined and without comments."""
    lines = [line for line in FILE.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in joined.splitlines())]


def all_of(name: str) -> list[str]:
    return [rest for each, rest in instructions() if each == name]


def one(name: str) -> str:
    (rest,) = all_of(name)
    return rest


def test_every_file_that_it_copies_is_there_and_none_is_missing() -> None:
    copied = []
    for rest in all_of("COPY"):
        *sources, target = rest.split()
        copied += sources
        assert target.rstrip("/") == "/source" or [target] == [f"/source/{source}" for source in sources]
    assert [source for source in copied if not (ROOT / source).exists()] == []
    assert sorted(copied) == sorted(SERVER), "what the package is built of"
    ignored = Path(f"{FILE}.dockerignore").read_text("utf-8").split("\n")
    assert [source for source in copied for pattern in ignored if fnmatch(source, pattern)] == []


def test_it_installs_what_the_sandbox_needs_and_nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (line,) = [rest for rest in all_of("RUN") if "apt-get install" in rest]
    words = shlex.split(re.split(r"&&", line)[1])
    packages = {word for word in words[words.index("install") + 1 :] if not word.startswith("-")}
    needed = set()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sandbox, "_working_sandbox", lambda: None)  # whether these programs work is not asked
    while told := re.fullmatch(r"(\S+) is not installed", sandbox.why_no_sandbox()):
        needed.add(PACKAGES[told[1]])
        (tmp_path / told[1]).write_text("#!/bin/sh\n")
        (tmp_path / told[1]).chmod(0o755)
    assert packages == needed


def test_its_user_is_ordinary_and_owns_the_data() -> None:
    user = one("USER")
    assert user not in ("root", "0")
    commands = " && ".join(all_of("RUN"))
    (made,) = re.findall(r"useradd (.*?) *(?:&&|$)", commands)
    assert made.split()[-1] == user
    assert int(made.split()[made.split().index("--uid") + 1]) >= 1000
    assert f"install --directory --owner {user} --group {user} --mode 700 {one('VOLUME')}" in commands
    names = [name for name, _ in instructions()]
    assert names.index("USER") > max(index for index, name in enumerate(names) if name == "RUN")
    assert one("WORKDIR") == f"/home/{user}"


def test_its_command_serves(tmp_path: Path) -> None:
    """With folders of this machine in place of those of the image, and a port that is free."""
    make_certificate(tmp_path)
    words = [*json.loads(one("ENTRYPOINT")), *json.loads(one("CMD"))]
    assert words[0] == "referee"
    assert words[words.index("--data") + 1] == one("VOLUME")
    assert words[words.index("--address") + 1] == f"0.0.0.0:{one('EXPOSE')}"
    ours = {"0.0.0.0:8750": "127.0.0.1:0", "/data": str(tmp_path / "data")}
    ours |= {"/tls/cert.pem": str(tmp_path / "cert.pem"), "/tls/key.pem": str(tmp_path / "key.pem")}
    command = [sys.executable, "-m", *(ours.get(word, word) for word in words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.send_signal(getattr(signal, one("STOPSIGNAL")))
        rest = process.stdout.read()
    assert re.search(r"127\.0\.0\.1:\d+", line), line + rest
    assert process.returncode == 0, rest
