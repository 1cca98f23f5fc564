"""`make lint`: words that make a fluent reader stumble, looked for in every sentence of the project.

A sentence is a comment or a string of Python, and any line of another text. What to write instead stands beside each
pattern in english.toml. A line that quotes such words on purpose says so: `# english: quoted`.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
ENDINGS = (
    *(".py", ".pyi", ".md", ".proto", ".html", ".js", ".css", ".toml", ".yml", ".cfg"),
    *(".go", ".rs", ".ts", ".java", ".h", ".hpp", ".cpp"),
)
LEFT_OUT = ("tests/kept/", "tests/english.", "tests/test_english.py", "build/", ".venv/")
MADE_HERE = {".git", ".venv", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", "build", "demo", "dist"}
QUOTED = "english: quoted"
TEXTS_OF_PYTHON = {tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", tokenize.COMMENT)}


# Words may be parted by a line break, in a comment too.
BETWEEN_WORDS = r"(?:[ \t]|\n[ \t]*(?:#|//+|\*)?[ \t]*)+"


class Stumble(NamedTuple):
    """Words that should be others."""

    file: str
    line: int
    words: str
    instead: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.words!r}: write {self.instead}"


def patterns() -> list[tuple[re.Pattern[str], str]]:
    """What is refused, and what to write instead."""
    written = tomllib.loads((ROOT / "tests" / "english.toml").read_text(encoding="utf-8"))
    return [
        (re.compile(entry["pattern"].replace(" ", BETWEEN_WORDS), re.IGNORECASE | re.MULTILINE), entry["instead"])
        for entry in written["words"]
    ]


def stumbles(file: str, text: str, refused: Sequence[tuple[re.Pattern[str], str]]) -> Iterator[Stumble]:
    """What a reader of a file would stumble over."""
    lines = text.splitlines()
    for number, sentence in _sentences(file, text):
        for pattern, instead in refused:
            for found in pattern.finditer(sentence):
                at = number + sentence.count("\n", 0, found.start())
                if QUOTED not in lines[at - 1]:
                    yield Stumble(file, at, " ".join(found[0].split()), instead)


def _sentences(file: str, text: str) -> Iterator[tuple[int, str]]:
    """The texts of a file, each with the number of its first line."""
    if not file.endswith((".py", ".pyi")):
        yield 1, _without_code(text) if file.endswith(".md") else text
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in TEXTS_OF_PYTHON:
            yield token.start[0], token.string


def _without_code(text: str) -> str:
    """A page of Markdown in which the lines of code blocks are empty."""
    return re.sub(r"^```.*?^```$", lambda block: "\n" * block[0].count("\n"), text, flags=re.DOTALL | re.MULTILINE)


def files() -> list[str]:
    """The texts of the project: what git knows, or in a tree without git, what lies there."""
    names = _known_to_git() or [
        str(path.relative_to(ROOT)) for top in ROOT.iterdir() if top.name not in MADE_HERE for path in _files_in(top)
    ]
    texts = [name for name in names if Path(name).suffix in ENDINGS and not name.startswith(LEFT_OUT)]
    return [name for name in texts if not name.endswith("/cards.toml")]  # data: a word changes the digest of the set


def _known_to_git() -> list[str]:
    """Empty in a tree without git."""
    if shutil.which("git") is None:
        return []
    asked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    return asked.stdout.splitlines()


def _files_in(top: Path) -> Iterator[Path]:
    """What lies there, without what the build generates."""
    for path in [top] if top.is_file() else top.rglob("*"):
        if path.is_file() and "_pb2" not in path.name and "__pycache__" not in path.parts:
            yield path


def main() -> int:
    """Prints what was found; returns 1 if there was anything."""
    refused = patterns()
    found = [
        stumble
        for name in (sys.argv[1:] or files())
        for stumble in stumbles(name, (ROOT / name).read_text(encoding="utf-8"), refused)
    ]
    for stumble in found:
        print(stumble)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
