"""Golden files: a text that is compared with a file, which `pytest --update-golden` writes again."""

from __future__ import annotations

from pathlib import Path


def compare(path: Path, text: str, *, update: bool) -> None:
    """Fails if the file holds another text, or is not there."""
    if update:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"{path} is missing: run pytest with --update-golden"
    assert text == path.read_text(encoding="utf-8")
