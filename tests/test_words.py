"""One word for one thing, except in the games and their bots.

No two public classes and no two type aliases have the same name, and the name of a constant for a time has its unit.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("referee", "tournament", "clients/python/referee_client")
WORDS_OF_THEIR_OWN = ("referee/games/", "referee/starters/skeleton/", "clients/python/referee_client/bots/")
"""A card of one game is not that of another one."""


def test_no_two_classes_have_the_same_name() -> None:
    where: dict[str, list[str]] = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            place = path.relative_to(ROOT).as_posix()
            if not place.startswith(WORDS_OF_THEIR_OWN) and "_pb2" not in path.name:
                for name in _public_classes(path):
                    where[name].append(place)
    assert len(where) > 200, "the packages are where they were"
    assert {name: places for name, places in where.items() if len(places) > 1} == {}


def _public_classes(path: Path) -> list[str]:
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return [one.name for one in body if isinstance(one, ast.ClassDef) and not one.name.startswith("_")]


ALIAS = re.compile(r"[A-Z]+[a-z]\w*")
OF_TIME = re.compile(r"_?(PATIENCE|GRACE|AGAIN|BETWEEN|TIMEOUT|PERIOD|HEARTBEAT|PAUSE|DELAY|LIVE|FRESH|REST)(_\w+)?")


def _modules() -> Iterator[tuple[str, ast.Module]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            place = path.relative_to(ROOT).as_posix()
            if not place.startswith(WORDS_OF_THEIR_OWN) and "_pb2" not in path.name:
                yield place, ast.parse(path.read_text(encoding="utf-8"))


def _assigned(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for one in module.body:
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            yield one.targets[0].id, one.value
        elif isinstance(one, ast.AnnAssign) and one.value is not None and isinstance(one.target, ast.Name):
            yield one.target.id, one.value


def _aliases(module: ast.Module) -> Iterator[tuple[str, str]]:
    for name, value in _assigned(module):
        text = ast.unparse(value)
        if ALIAS.fullmatch(name) and not text.startswith(("TypeVar", "NewType")):
            yield name, text


def test_an_alias_means_the_same_everywhere_and_is_no_class() -> None:
    """Two modules may both define `Say` as a call with a request, but a name cannot have two definitions."""
    meanings: dict[str, set[str]] = defaultdict(set)
    for place, module in _modules():
        for name, text in _aliases(module):
            meanings[name].add(text)
        for one in module.body:
            if isinstance(one, ast.ClassDef) and not one.name.startswith("_"):
                meanings[one.name].add(f"the class in {place}")
    assert sum(len(told) for told in meanings.values()) > 300, "the packages are where they were"
    assert {name: told for name, told in meanings.items() if len(told) > 1} == {}


def test_a_constant_that_is_a_time_says_its_unit() -> None:
    found = {
        f"{place}: {name}"
        for place, module in _modules()
        for name, value in _assigned(module)
        if OF_TIME.fullmatch(name) and isinstance(value, ast.Constant) and isinstance(value.value, float)
    }
    assert found == set()
