"""No file of Python code is too long to be read at one sitting."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST = 300
FOLDERS = ("referee", "tournament", "clients", "tests")


def written_by_hand() -> list[Path]:
    """The project's Python files, without what is generated from the wire."""
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
