"""One word for one thing: outside of the games and their bots no two public classes have the same name."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("referee", "tournament", "clients/python/referee_client")
WORDS_OF_THEIR_OWN = ("referee/games/", "referee/commands/skeleton/", "clients/python/referee_client/bots/")
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
