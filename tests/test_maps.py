"""The docstring of each package lists its contents: every module and package in the folder, and no others.

A name is in backticks (`match`), or at the start of a line of the list, before two or more blanks, alone or with others
(`chance.py, secret.py   streams of chance`).
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOMES = ("referee", "tournament", "clients/python/referee_client")
TEMPLATE = "referee/starters/skeleton"
"""The package that `referee game new` writes, which belongs to its author."""
GAMES = "referee/games"
NEED_NO_WORD = {"__init__", "__main__"}
LINE = re.compile(r"^ *(\w+(?:\.\w+)?(?:(?:, | \| )\w+(?:\.\w+)?)*) {2,}\S", re.MULTILINE)
TICKED = re.compile(r"`([a-z_0-9]+)(?:\.py)?`")


def packages() -> list[Path]:
    """The folders of all packages that are not generated."""
    found = [init.parent for home in HOMES for init in (ROOT / home).rglob("__init__.py")]
    return sorted(path for path in found if _is_ours(path))


def _is_ours(path: Path) -> bool:
    place = path.relative_to(ROOT).as_posix()
    return not (place.startswith(TEMPLATE) or any(file.name.endswith("_pb2.py") for file in path.iterdir()))


def rooms(package: Path) -> set[str]:
    """The contents of a folder: modules, and packages that are not generated."""
    modules = {file.stem for file in package.glob("*.py")}
    folders = {init.parent.name for init in package.glob("*/__init__.py") if _is_ours(init.parent)}
    return (modules | folders) - NEED_NO_WORD


def on_the_map(docstring: str) -> set[str]:
    """The names in the list of a docstring."""
    listed = {name for line in LINE.findall(docstring) for name in re.split(r", | \| ", line)}
    return {name.removesuffix(".py") for name in listed if "." not in name or name.endswith(".py")} - NEED_NO_WORD


def named(docstring: str) -> set[str]:
    """All names in a docstring that can be names of modules."""
    return on_the_map(docstring) | set(TICKED.findall(docstring))


def docstring_of(package: Path) -> str:
    return ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""


@pytest.mark.parametrize("package", packages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_map_of_a_package_is_its_folder(package: Path) -> None:
    docstring = docstring_of(package)
    # All games have the same modules, so the list of the games describes them once.
    of_all_games = on_the_map(docstring_of(ROOT / GAMES)) if package.parent == ROOT / GAMES else set()
    assert rooms(package) - named(docstring) - of_all_games == set(), "name them, and say what each is for"
    elsewhere = {path.name for path in packages()} | {home.rpartition("/")[2] for home in HOMES}
    there = rooms(package)
    if package == ROOT / GAMES:
        there = there.union(*(rooms(package / game) for game in there))
    assert on_the_map(docstring) - there == set(), "they are not there"
    assert named(docstring) - there - elsewhere == set(), "they are not there"


def test_a_map_is_read_as_it_is_written() -> None:
    """Otherwise the test above would find nothing."""
    docstring = "A house.\n\nkitchen.py, bath.py   what is wet; `cellar` is below\nhall            where one comes in\n"
    assert on_the_map(docstring) == {"kitchen", "bath", "hall"}
    assert named(docstring) == {"kitchen", "bath", "hall", "cellar"}
    assert len(packages()) > 25
    assert {"kernel", "cli", "web"} <= rooms(ROOT / "referee")
