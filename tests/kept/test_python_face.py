"""What is public in Python is listed once, in the manual, and its names and signatures are kept.

If `python_face.txt` differs: is it an addition? Then `--update-golden`. If not, somebody's game or bot breaks.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from pathlib import Path

import msgspec
import pytest

import referee
from referee.kernel.forms import Enumeration, Plain
from tests.kept import faces
from tests.support import golden

KEPT = Path(__file__).parent / "python_face.txt"
ROOT = Path(__file__).parents[2]


def test_no_name_and_no_signature_changes_unnoticed(update_golden: bool) -> None:
    golden.compare(KEPT, faces.face(), update=update_golden)


def test_a_module_is_public_exactly_if_the_manual_lists_it() -> None:
    """`__all__` says what is public. That of a game, which holds nothing but `GAME`, is for finding it."""
    said = {
        name
        for package in ("referee", "referee_client")
        for name in [package, *_below(package)]
        if hasattr(importlib.import_module(name), "__all__") and not re.fullmatch(r"referee\.games\.\w+", name)
    }
    assert said == {*faces.modules()}


def _below(package: str) -> list[str]:
    paths = importlib.import_module(package).__path__
    found = pkgutil.walk_packages(paths, f"{package}.")
    return [
        module.name
        for module in found
        if not module.name.endswith("__main__") and "skeleton" not in module.name and "_pb2" not in module.name
    ]


@pytest.mark.parametrize("module", faces.modules())
def test_what_a_module_says_is_public_is_there(module: str) -> None:
    there = importlib.import_module(module)
    assert [name for name in there.__all__ if not hasattr(there, name) or name.startswith("_")] == []


GAMES_OF_OTHERS = [
    pytest.param(file, id=f"{folder.name} {file.name}")
    for folder in (ROOT / "referee/starters/skeleton", ROOT / "tests/end_to_end/ferry", ROOT / "tests/kept/games")
    for file in sorted(folder.rglob("*.py"))
]


@pytest.mark.parametrize("file", GAMES_OF_OTHERS)
def test_a_game_from_outside_needs_public_names_alone(file: Path) -> None:
    public = {(module, name) for module in faces.modules() for name in importlib.import_module(module).__all__}
    modules = {(*module.rsplit(".", 1),) for module in faces.modules()}
    taken = {
        (node.module, alias.name)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.level == 0 and str(node.module).startswith("referee")
        for alias in node.names
    }
    assert taken - public - modules == set()


def test_a_match_has_no_public_attribute_that_the_list_does_not_name() -> None:
    match = referee.start("keepers", seats=2, seed=1)
    assert {name for name in vars(match) if not name.startswith("_")} == {"game", "table", "card_set"}
    assert all(f"\n    {name}: " in faces.face() for name in ("game", "table", "card_set"))


def test_a_match_is_played_and_its_record_checked_with_the_public_face_alone() -> None:
    record = referee.read_record((Path(__file__).parent / "records" / "keepers-1.jsonl").read_bytes())
    referee.verify_record(record)
    wrong = msgspec.structs.replace(record.steps[0].answers[0], option=record.steps[0].answers[0].option + 1)
    record.steps[0] = msgspec.structs.replace(record.steps[0], answers=[wrong, *record.steps[0].answers[1:]])
    with pytest.raises(referee.RecordError, match="step 1"):
        referee.verify_record(record)


def test_the_readme_names_all_numbers_that_differ_on_the_wire() -> None:
    differ = {
        (game.id, field.name if isinstance(field.kind, Plain) else field.kind.name)
        for game in referee.all_games().values()
        for told in (game.view_type, *game.choices, *game.event_types)
        for message in game.schema.with_parts(told, set())
        for field in message.fields
        if (isinstance(field.kind, Plain) and field.kind.first)
        or (isinstance(field.kind, Enumeration) and isinstance(field.kind.words[0][0], int))
    }
    assert differ == {("keepers", "space"), ("keepers", "Colour"), ("inns", "Character")}
    for row in ("quest spaces of `keepers`", "colours of `keepers`", "characters of `inns`"):
        assert f"\n| {row} | 0 to " in faces.PAGE
