"""Where the version stands, and what a maintainer fills in once: all packages have the same version."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

VERSIONS = {
    "pyproject.toml": (r'^version = "(.+?)"', r'^  "referee-client==(.+?)"'),
    "clients/python/pyproject.toml": (r'^version = "(.+?)"',),
    "clients/typescript/package.json": (r'^  "version": "(.+?)"',),
    "clients/rust/referee-client/Cargo.toml": (r'^version = "(.+?)"',),
    "clients/rust/bots/Cargo.toml": (r'^version = "(.+?)"',),
    "clients/java/pom.xml": (r"^  <version>(.+?)</version>",),
    "clients/java/README.md": (r"^  <version>(.+?)</version>",),
    "clients/cpp/CMakeLists.txt": (r"^project\(\w+ VERSION (\S+)",),
    "clients/cpp/README.md": (r"referee-client-cpp-(.+?)\.tar\.gz",),
    ".github/CITATION.cff": (r"^version: (.+)$",),
}
"""The patterns that find the version, by file. Go takes its version from the tag."""

CHANGELOG = "CHANGELOG.md"
UNRELEASED = re.compile(r"^## (?P<version>\S+) \(unreleased\)$", re.MULTILINE)

REPOSITORY = "https://example.invalid/referee"
"""Stands for the address of the repository, until the first release says which it is."""

GROUP = "invalid.example.referee"
"""Stands for the group of the Maven coordinates, which a maintainer registers."""

FILLED_IN = {
    REPOSITORY: (
        "pyproject.toml",
        "clients/python/pyproject.toml",
        "clients/typescript/package.json",
        "clients/rust/referee-client/Cargo.toml",
        "clients/java/pom.xml",
        ".github/CITATION.cff",
    ),
    GROUP: ("clients/java/pom.xml", "clients/java/README.md"),
}
"""The files in which a placeholder stands before the first release."""


def read_versions(root: Path) -> set[str]:
    """Every version that some file names: one, if they are in step."""
    return {version for name in VERSIONS for version in versions_in(root, name)}


def versions_in(root: Path, name: str) -> list[str]:
    """The versions that a file names, one for each of its patterns."""
    text = (root / name).read_text("utf-8")
    found = [re.findall(pattern, text, re.MULTILINE) for pattern in VERSIONS[name]]
    assert all(len(each) == 1 for each in found), f"{name} must name its version once for each pattern: {found}"
    return [version for each in found for version in each]


def write_version(root: Path, version: str, day: date) -> None:
    """Writes the version into every file, and gives the changelog's newest section its version and day."""
    for name, patterns in VERSIONS.items():
        versions_in(root, name)
        text = (root / name).read_text("utf-8")
        for pattern in patterns:
            text = re.sub(pattern, lambda found: found[0].replace(found[1], version), text, flags=re.MULTILINE)
        (root / name).write_text(text, "utf-8")
    changelog = root / CHANGELOG
    text = UNRELEASED.sub(f"## {version} ({day.isoformat()})", changelog.read_text("utf-8"))
    changelog.write_text(text, "utf-8")


def fill_in(root: Path, placeholder: str, value: str) -> None:
    """Writes what a maintainer says in place of a placeholder, wherever it stands."""
    for name in FILLED_IN[placeholder]:
        file = root / name
        file.write_text(file.read_text("utf-8").replace(placeholder, value), "utf-8")


def stands_in(root: Path, placeholder: str) -> list[str]:
    """The files that still hold a placeholder."""
    return [name for name in FILLED_IN[placeholder] if placeholder in (root / name).read_text("utf-8")]
