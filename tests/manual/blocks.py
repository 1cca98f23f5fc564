"""The blocks of code of a page, and the script that runs them in their order, as a reader would.

A block is a file if the text before it says so (`Save this as `plan.toml`:`), or its first line (`# plan.toml`). What
`sh` says is run line by line; a block `text` behind it is what it prints. A line that ends in `# exit code 1` ends so.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import NamedTuple

from referee.manual.contents import HOME, outside_of_code
from tests.manual.reference.parts import PART

OPENING = re.compile(r"^ *```(\w+)$")
SAVED = re.compile(r"\bas\s+`([\w./-]+)`:$")
NAMED = re.compile(r"^# ([\w./-]+\.\w+)$")
SERVING = re.compile(r"^(referee (serve|web|manual --web)|tournament web)\b")
FAILING = re.compile(r"^(.*?)\s+# exit code (\d+)$")
MARK = "@@ block"
PREAMBLE = """\
set -e
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
served=0
serve() {
  local out="served.$((++served))"
  "$@" > "$out" 2>&1 &
  for _ in $(seq 600); do
    if grep -q ':[0-9]' "$out"; then return 0; fi
    kill -0 $! || { cat "$out"; return 1; }
    sleep 0.1
  done
  return 1
}
"""


class Block(NamedTuple):
    """A block: its language, its lines, the file that it is (empty: none), and whether it is what a command prints."""

    language: str
    text: str
    file: str
    printed: bool

    @property
    def lines(self) -> list[str]:
        """What is typed: a line that ends in a backslash continues."""
        return [line for line in self.text.replace("\\\n  ", " ").splitlines() if line.strip()]


def blocks_of(topic: str) -> list[Block]:
    """The blocks that people wrote, in their order."""
    page = PART.sub("", (HOME / f"{topic}.md").read_text(encoding="utf-8"))
    found: list[Block] = []
    before: list[str] = []
    inside: list[str] | None = None
    language = ""
    for line, is_text in outside_of_code(page):
        if is_text:
            before.append(line)
        elif inside is None:
            opening = OPENING.match(line)
            assert opening, f"{topic}: {line!r} names no language"
            language, inside = opening[1], []
        elif line.strip() == "```":
            found.append(_block(language, inside, before, found))
            inside, before = None, []
        else:
            inside.append(line)
    return found


def _block(language: str, lines: Sequence[str], before: Sequence[str], found: Sequence[Block]) -> Block:
    said = " ".join(line.strip() for line in before).strip()
    file = SAVED.search(said) or (NAMED.match(lines[0]) if lines else None)
    behind = bool(found) and found[-1].language == "sh" and (not said or said.endswith("and prints:"))
    text = "\n".join(lines) + "\n"
    return Block(language, text, file[1] if file else "", printed=language == "text" and behind)


def script(blocks: Sequence[Block], not_run: Sequence[str]) -> str:
    """The script. A line that begins with one of `not_run` is left out."""
    parts = [PREAMBLE]
    for number, block in enumerate(blocks):
        parts.append(f"echo '{MARK} {number}'\n")
        if block.file and block.language != "ini":
            parts.append(f"mkdir -p $(dirname {block.file})\ncat > {block.file} <<'@@'\n{block.text}@@\n")
        elif block.language == "python":
            parts.append(f"python - <<'@@'\n{block.text}@@\n")
        elif block.language == "sh":
            parts += [_command(line) for line in block.lines if not line.startswith(tuple(not_run))]
    return "".join(parts)


def _command(line: str) -> str:
    if SERVING.match(line):
        return f"serve {line}\n"
    if "--bot human" in line:
        return f'PYTHONPATH="$ROOT" python -m tests.manual.person {shlex.quote(line)}\n'
    if failing := FAILING.match(line):
        return f"code=0; {failing[1]} || code=$?; test $code = {failing[2]}\n"
    return f"{line}\n"


def outputs(printed: str) -> dict[int, str]:
    """What each block printed."""
    parts = re.split(rf"^{MARK} (\d+)\n", printed, flags=re.MULTILINE)
    return {int(number): text for number, text in zip(parts[1::2], parts[2::2], strict=True)}
