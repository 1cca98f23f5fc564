"""Takes a new version of grpcio in: `python -m tests.new_grpc [VERSION]`, by default the newest one.

It writes the version wherever a version of grpcio stands: the table of those that were tried, the limits in both
`pyproject.toml` and the pinned packages. Whether the version may stay there, `make setup` and all tests tell.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TABLE = "referee/server/rpc/grpc_server.py"
LIMITS = ("pyproject.toml", "clients/python/pyproject.toml")
LIMIT = (r'("grpcio[a-z-]*>=[\d.]+,<)1\.\d+"', r'\g<1>{limit}"')
PINS = ".ci/constraints.txt"
PATCHES = {
    TABLE: (r"^(TRIED = \(.*)\)$", r'\g<1>, "{minor}")'),
    LIMITS[0]: LIMIT,
    LIMITS[1]: LIMIT,
    PINS: (r"^(grpcio[a-z-]*==).*$", r"\g<1>{version}"),
}
"""What is changed in which file: a pattern, and what it becomes."""


def main() -> int:
    """Writes it, or says that it stands there already."""
    parser = argparse.ArgumentParser(prog="python -m tests.new_grpc", description="Take a new version of grpcio in.")
    parser.add_argument("version", nargs="?", help="as 1.86.0 (default: the newest one)")
    version = parser.parse_args().version or newest()
    if not re.fullmatch(r"1\.\d+\.\d+", version):
        parser.error(f"invalid version {version!r}: use three numbers, e.g. 1.86.0")
    print(take_in(ROOT, version))
    return 0


def take_in(root: Path, version: str) -> str:
    """Writes the version into the files below `root`; returns a line that says what was done."""
    from referee.server.rpc.grpc_server import was_tried

    if was_tried(version):
        return f"grpcio {version} was tried already"
    major, minor, _ = version.split(".")
    words = {"version": version, "minor": f"{major}.{minor}", "limit": f"{major}.{int(minor) + 1}"}
    for name, (pattern, change) in PATCHES.items():
        file = root / name
        text, count = re.subn(pattern, change.format_map(words), file.read_text("utf-8"), flags=re.MULTILINE)
        assert count, f"{name} says nowhere which grpcio it takes"
        file.write_text(text, "utf-8")
    return f"grpcio {version} taken in: run make setup and the tests"


def newest() -> str:
    """The newest version that the package index has for this Python."""
    uv = str(Path(sys.executable).with_name("uv"))
    words = [uv, "pip", "compile", "--quiet", "--no-header", "--no-annotate", "--no-deps", "-"]
    told = subprocess.run(words, input="grpcio", stdout=subprocess.PIPE, text=True, check=True).stdout
    return told.strip().removeprefix("grpcio==")


if __name__ == "__main__":
    sys.exit(main())
