"""The generated parts: what each is made of, and where it stands in a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import referee.cli
import tournament.cli
from referee.manual.contents import HOME
from tests.games import game_pages
from tests.manual.reference import commands, face, messages, tables

PART = re.compile(r"(<!-- begin: (?P<name>[\w.-]+) -->\n).*?(<!-- end: (?P=name) -->\n)", re.DOTALL)

PARTS: Mapping[str, Callable[[], str]] = {
    "referee-summary": partial(commands.summary, referee.cli.main, "referee"),
    "referee-commands": partial(commands.helps, referee.cli.main, "referee"),
    "tournament-summary": partial(commands.summary, tournament.cli.main, "tournament"),
    "tournament-commands": partial(commands.helps, tournament.cli.main, "tournament"),
    "plan": tables.plan,
    "record": tables.record,
    "columns": tables.columns,
    "exit-codes": tables.exit_codes,
    "limits": tables.limits,
    "reasons": tables.reasons,
    "games": tables.games,
    "languages": commands.first_bots,
    "messages": messages.protocol,
    **{f"face-{name}": partial(face.of_modules, modules) for name, modules in face.PAGES.items()},
    **game_pages.PARTS,
}


def pages_with_parts() -> list[Path]:
    """The pages in which something is generated."""
    return [path for path in sorted(HOME.rglob("*.md")) if PART.search(path.read_text(encoding="utf-8"))]


def renewed(text: str) -> str:
    """A page with its parts generated again. Raises `KeyError` for a part that is not known."""
    return PART.sub(lambda found: f"{found[1]}\n{PARTS[found['name']]().strip()}\n\n{found[3]}", text)
