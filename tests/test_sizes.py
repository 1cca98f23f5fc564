"""Limits on the length of Python files and functions, so that people can read them.

Every exception for a linter or mypy states its reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST = 300
MOST_OF_A_FUNCTION = 40
"""Without its signature and docstring. Tests may take longer to set a scene."""
TOLD = re.compile(r"#\s*(noqa|type: ignore)\b(?P<rules>:? ?[\w,\[\] -]*?)(?P<reason> - |  # |$)")
FOLDERS = ("referee", "tournament", "clients", "tests")


def written_by_hand() -> list[Path]:
    """The project's Python files, without code generated from the wire."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    return [path for path in files if not path.stem.endswith(("_pb2", "_pb2_grpc"))]


def length(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_no_file_is_longer_than_the_limit() -> None:
    files = written_by_hand()
    assert Path(__file__) in files
    assert ROOT / "referee/kernel/match.py" in files
    too_long = {str(path.relative_to(ROOT)): length(path) for path in files if length(path) > MOST}
    assert too_long == {}, f"split each by what belongs together: the limit is {MOST} lines"


def test_no_function_is_longer_than_the_limit() -> None:
    too_long = {
        f"{path.relative_to(ROOT)}: {name}": lines
        for path in product()
        for name, lines in _functions(path)
        if lines > MOST_OF_A_FUNCTION
    }
    assert too_long == {}, f"split each by what it does: the limit is {MOST_OF_A_FUNCTION} lines"


def product() -> list[Path]:
    return [path for path in written_by_hand() if path.relative_to(ROOT).parts[0] != "tests"]


def _functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
            yield node.name, (node.end_lineno or 0) - body[0].lineno + 1


def test_what_is_told_to_a_linter_has_its_rule_and_its_reason() -> None:
    """A reason for several lines of a file may be stated at one of them."""
    unexplained = [f"{path.relative_to(ROOT)}: {line}" for path in product() for line in _unexplained(path)]
    assert unexplained == [], "say which rule, and after ` - ` why it does not hold there"


def _unexplained(path: Path) -> list[str]:
    told = [found for line in path.read_text(encoding="utf-8").splitlines() if (found := TOLD.search(line))]
    explained = {found["rules"] for found in told if found["reason"]}
    return [found[0] for found in told if not found["rules"] or found["rules"] not in explained]


def test_what_is_told_without_a_reason_is_found(tmp_path: Path) -> None:
    file = tmp_path / "code.py"
    lines = ["a  # noqa: B009 - so it is", "b  # noqa: B009", "c  # noqa: S101", "d  # type: ignore[misc]  # no types"]
    file.write_text("\n".join([*lines, "e  # noqa", "f  # type: ignore"]), encoding="utf-8")
    assert _unexplained(file) == ["# noqa: S101", "# noqa", "# type: ignore"]
