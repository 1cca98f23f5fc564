"""What must hold before a release is made. Each check returns what is wrong, or an empty text."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.release.versions import CHANGELOG, GROUP, REPOSITORY, UNRELEASED, VERSIONS, stands_in, versions_in

NUMBERS = re.compile(r"(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})")
ADDRESS = re.compile(r"https://[\w.-]+(/[\w.-]+)+")
GROUPS = re.compile(r"[a-z]\w*(\.[a-z]\w*)+")
BASELINE = "protos/released.binpb"


def what_is_wrong(root: Path, version: str, repository: str, group: str) -> list[str]:
    """Every reason why this release cannot be made."""
    told = [
        invalid_version(root, version),
        invalid_value("REPOSITORY", repository, ADDRESS, "https://HOST/OWNER/NAME"),
        invalid_value("GROUP", group, GROUPS, "io.example.owner"),
        missing_value(root, REPOSITORY, "REPOSITORY", repository),
        missing_value(root, GROUP, "GROUP", group),
        changed_files(root),
        stale_baseline(root),
    ]
    return [line for line in told if line]


def invalid_version(root: Path, version: str) -> str:
    """Three numbers, not below those that the files name, and a section of the changelog that waits for them."""
    if not NUMBERS.fullmatch(version):
        return f"invalid version {version!r}: use three numbers, e.g. 1.2.3"
    if int(version.partition(".")[0]) > 1:
        return f"version {version}: from 2.0.0 on a Go module needs /v2 in its path, which make release does not write"
    newest = max((versions_in(root, name)[0] for name in VERSIONS), key=_numbers)
    if _numbers(version) < _numbers(newest):
        return f"version {version} is older than {newest}, which the packages have"
    waiting = UNRELEASED.findall((root / CHANGELOG).read_text("utf-8"))
    return "" if len(waiting) == 1 else f"{CHANGELOG} needs one section `## X.Y.Z (unreleased)`, and has {len(waiting)}"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split("."))


def invalid_value(name: str, value: str, allowed: re.Pattern[str], example: str) -> str:
    """A value on the command line that no package can take."""
    return f"invalid {name} {value!r}: use {example}" if value and not allowed.fullmatch(value) else ""


def missing_value(root: Path, placeholder: str, name: str, value: str) -> str:
    """A placeholder that would be released."""
    files = stands_in(root, placeholder)
    if value or not files:
        return ""
    return f"{placeholder} stands in {', '.join(files)}: say {name}=... once (.github/RELEASING.md)"


def changed_files(root: Path) -> str:
    """Files that are not committed."""
    told = _told(root, "git", "status", "--porcelain").decode()
    return f"the tree is not clean: commit or remove\n{told.rstrip()}" if told else ""


def stale_baseline(root: Path) -> str:
    """A wire that differs from the baseline which `buf breaking` holds."""
    buf = Path(sys.executable).with_name("buf")
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "wire.binpb")
        _told(root, buf, "build", "protos", "--exclude-source-info", "-o", made)
        same = made.read_bytes() == (root / BASELINE).read_bytes()
    return "" if same else f"{BASELINE} is not the wire of today: run make wire-release and commit it"


def _told(root: Path, *words: str | Path) -> bytes:
    return subprocess.run([str(word) for word in words], cwd=root, stdout=subprocess.PIPE, check=True).stdout
