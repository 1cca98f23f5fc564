"""What the reference says is so: its generated parts are those of the code, and its tables are whole."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from referee.manual.contents import HOME, text_of
from tests.kept import faces
from tests.manual.reference.face import PAGES
from tests.manual.reference.parts import PART, PARTS, pages_with_parts, renewed

ROOT = Path(__file__).parents[2]
VARIABLE = re.compile(r"(?:REFEREE|LLM)_[A-Z]+|XDG_RUNTIME_DIR|GRPC_[A-Z]+|OPENBLAS_NUM_THREADS")
OF_OUR_OWN_PROCESSES = {"REFEREE_COMPLETE"}


@pytest.mark.parametrize("path", pages_with_parts(), ids=lambda path: path.relative_to(HOME).as_posix())
def test_a_generated_part_is_fresh(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert renewed(text) == text, "run `make reference`"


def test_every_part_stands_in_a_page() -> None:
    used = [name for path in pages_with_parts() for _, name, _ in PART.findall(path.read_text(encoding="utf-8"))]
    assert sorted(used) == sorted(PARTS)


def test_a_stale_part_is_seen() -> None:
    stale = "<!-- begin: exit-codes -->\n\nold\n\n<!-- end: exit-codes -->\n"
    assert "old" not in renewed(stale)
    assert "INTERRUPTED" in renewed(stale)


def test_every_public_module_has_a_page() -> None:
    assert sorted(module for modules in PAGES.values() for module in modules) == sorted(faces.modules())


def test_every_variable_of_the_environment_is_explained() -> None:
    page = text_of("reference/environment")
    found = set()
    for folder in ("referee", "tournament", "clients/python/referee_client"):
        for path in (ROOT / folder).rglob("*.py"):
            strings = [
                node.value
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(node, ast.Constant)
            ]
            found |= {text for text in strings if isinstance(text, str) and VARIABLE.fullmatch(text)}
    assert {"REFEREE_TOKEN", "LLM_KEY", "REFEREE_CGROUP"} <= found
    assert {name for name in found - OF_OUR_OWN_PROCESSES if f"`{name}`" not in page} == set()
