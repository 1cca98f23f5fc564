"""Docstrings as Markdown: their text, and what they say of arguments, attributes and errors."""

from __future__ import annotations

import inspect
import re
from typing import Any

SECTION = re.compile(r"^(Args|Attributes|Raises|Returns|Yields):$")
ENTRY = re.compile(r"^    (\*{0,2}[\w`.|, ]+): (.*)$")
TITLES = {"Args": "Arguments", "Attributes": "Attributes", "Raises": "Raises", "Returns": "Returns", "Yields": "Yields"}


def split(docstring: str | None) -> tuple[str, dict[str, dict[str, str]]]:
    """The text of a docstring, and its sections: what each says of each name."""
    text: list[str] = []
    sections: dict[str, dict[str, str]] = {}
    open_section: dict[str, str] | None = None
    name = ""
    for line in inspect.cleandoc(docstring or "").splitlines():
        if found := SECTION.match(line):
            open_section = sections.setdefault(found[1], {})
        elif open_section is None:
            text.append(line)
        elif entry := ENTRY.match(line):
            name = entry[1]
            open_section[name] = entry[2]
        elif line.strip():
            open_section[name] = f"{open_section.get(name, '')} {line.strip()}".strip()
    return "\n".join(text).strip(), sections


def summary(of: Any) -> str:
    """The first paragraph of what a thing says of itself, in one line."""
    text, _ = split(of.__doc__)
    return " ".join(text.partition("\n\n")[0].split())


def attributes(of: type) -> dict[str, str]:
    """What a class says of its attributes."""
    return split(of.__doc__)[1].get("Attributes", {})


def markdown(docstring: str | None) -> str:
    """A docstring as Markdown, its sections as lists."""
    text, sections = split(docstring)
    parts = [text] if text else []
    for title, entries in sections.items():
        items = [f"- `{name}`: {told}" if name else told for name, told in entries.items()]
        parts.append(f"{TITLES[title]}:\n\n" + "\n".join(items))
    return "\n\n".join(parts)
