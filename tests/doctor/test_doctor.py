"""`referee doctor` on machines that lack something, each set up for real and examined by a separate process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.doctor.isolation import OWN_GROUP, isolation
from referee.server.bots.sandbox import find_sandbox
from referee.starters.languages import languages
from tests.support.shell import quoted, referee

DOCTOR = quoted(sys.executable, "-m", "referee", "doctor", "--json")


def examined(before: str = ":", **environment: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit code and the findings by part, on a machine set up by a shell command and some variables."""
    done = subprocess.run(
        ["sh", "-c", f"{before} && exec {DOCTOR}"],
        capture_output=True,
        check=False,
        env=os.environ | environment,
    )
    return done.returncode, {finding["part"]: finding for finding in msgspec.json.decode(done.stdout)}


def a_path_without(folder: Path, *left_out: str) -> str:
    """A PATH without some programs."""
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).iterdir() if Path(place).is_dir() else ():
            link = folder / program.name
            if program.is_file() and program.name not in left_out and not link.is_symlink():
                link.symlink_to(program)
    return str(folder)


def test_every_part_of_this_machine_is_named_once_and_what_is_missing_has_a_remedy() -> None:
    code, parts = examined()
    assert code == 0
    assert {"version", "gRPC", "cores", "open files", "temporary folder", "ports", "web", "sandbox"} <= {*parts}
    assert {language.name for language in languages().values()} <= {*parts}
    for finding in parts.values():
        assert finding["found"]
        assert bool(finding["follows"]) == bool(finding["remedy"]) == (finding["condition"] != "ok"), finding
    assert (parts["sandbox"]["condition"] == "ok") == (find_sandbox() is not None)


def test_without_bubblewrap_the_report_says_what_follows(tmp_path: Path) -> None:
    code, parts = examined(PATH=a_path_without(tmp_path, "bwrap"))
    assert code == 0
    sandbox = parts["sandbox"]
    assert (sandbox["condition"], sandbox["found"]) == ("missing", "bwrap is not installed")
    assert "without a sandbox" in sandbox["follows"]
    assert "install bubblewrap" in sandbox["remedy"]
    assert "seccomp" not in parts


def test_a_language_without_its_programs_is_missing(tmp_path: Path) -> None:
    _, parts = examined(PATH=a_path_without(tmp_path, "go"))
    assert parts["Go"]["condition"] == "missing"
    assert "there is no go " in parts["Go"]["found"]


def test_few_open_files_are_named_with_the_number_of_bots_that_they_allow() -> None:
    code, parts = examined("ulimit -n 256")
    assert code == 0
    assert parts["open files"]["condition"] == "missing"
    assert parts["open files"]["follows"].startswith("about 25 bots")


def apart(kind: str, script: str) -> dict[str, dict[str, Any]]:
    """The findings in a separate namespace that a shell command sets up."""
    unshare = ["unshare", *([] if os.geteuid() == 0 else ["--map-root-user"]), kind]
    if shutil.which("unshare") is None or subprocess.run([*unshare, "true"], check=False).returncode:
        pytest.skip("no namespace can be made here")
    words = [*unshare, "sh", "-c", f"{script} && exec {DOCTOR}"]
    done = subprocess.run(words, capture_output=True, check=False, env=os.environ | {"XDG_RUNTIME_DIR": ""})
    return {finding["part"]: finding for finding in msgspec.json.decode(done.stdout)}


def test_without_a_place_for_sockets_no_match_can_be_played() -> None:
    long = f"/mnt/{'x' * 100}"
    below = any(Path(sys.prefix).is_relative_to(place) for place in ("/tmp", "/var/tmp", "/dev/shm"))
    only_read = (
        "mount --bind $place $place && mount -o remount,bind,ro $place"
        if below
        else "mount -t tmpfs -o ro tmpfs $place"
    )
    hide = f"for place in /tmp /var/tmp /dev/shm; do {only_read}; done"
    parts = apart("--mount", f"{hide}; mount -t tmpfs tmpfs /mnt && mkdir {long} && export TMPDIR={long}")
    assert parts["temporary folder"]["condition"] == "broken"
    assert "TMPDIR" in parts["temporary folder"]["remedy"]


def test_without_a_loopback_interface_the_ports_are_missing() -> None:
    parts = apart("--net", ":")
    assert parts["ports"]["condition"] == "missing"
    assert "ip link set lo up" in parts["ports"]["remedy"]


def test_a_group_that_is_none_is_named() -> None:
    code, parts = examined(REFEREE_CGROUP="/nowhere")
    assert code == 0
    if shutil.which("bwrap"):
        assert parts["sandbox"]["condition"] == "missing"
        assert "REFEREE_CGROUP=/nowhere" in parts["sandbox"]["found"]


def test_people_get_a_line_for_each_part_and_a_summary() -> None:
    lines = referee("doctor").stdout.splitlines()
    assert lines[0].startswith("ok       version: referee ")
    assert lines[-1] == "nothing is missing" or lines[-1].startswith("matches can be played here; ")


def test_the_advice_for_groups_names_the_variable_that_is_read() -> None:
    assert "REFEREE_CGROUP" in OWN_GROUP
    assert next(finding.part for finding in isolation()) == "user namespaces"
