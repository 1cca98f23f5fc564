"""Converts untrusted Markdown to HTML: headings, paragraphs, lists, tables and code.

Of everything else, only the text is kept.

HTML in the text is shown as written. A link is reduced to its words and a picture to its description, so that our pages
do not lead to other sites and load nothing from them.
"""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from referee.pages.markup import Markup, join, table, tag

_READER = MarkdownIt("commonmark", {"html": False}).enable("table")
_ELEMENTS = {
    "paragraph": "p",
    "bullet_list": "ul",
    "ordered_list": "ol",
    "list_item": "li",
    "blockquote": "blockquote",
    "strong": "strong",
    "em": "em",
}
LOWEST = 6


def markdown(text: str, *, below: int = 0) -> Markup:
    """The elements of a text. Its headings are `below` levels lower than written."""
    return join([part for part in _parts(SyntaxTreeNode(_READER.parse(text)), below) if isinstance(part, Markup)])


def _parts(node: SyntaxTreeNode, below: int) -> Iterator[str]:
    """The contents of an element: elements, and text that is not escaped yet."""
    for child in node.children:
        if child.hidden:  # the only paragraph of a list item
            yield from _parts(child, below)
            continue
        name = f"h{min(LOWEST, int(child.tag[1:]) + below)}" if child.type == "heading" else _ELEMENTS.get(child.type)
        if name is not None:
            yield tag(name, *_parts(child, below))
        elif child.type == "table":
            yield _table(child, below)
        elif child.type == "code_inline":
            yield tag("code", child.content)
        elif child.type in {"fence", "code_block"}:
            yield tag("pre", tag("code", child.content))
        elif child.type in {"softbreak", "hardbreak"}:
            yield " "
        elif child.children:
            yield from _parts(child, below)
        else:
            yield child.content


def _table(node: SyntaxTreeNode, below: int) -> Markup:
    heads, *rows = [row.children for section in node.children for row in section.children]
    cells = [[tag("td", *_parts(cell, below)) for cell in row] for row in rows]
    return table(["".join(_words(cell)) for cell in heads], cells)


def _words(node: SyntaxTreeNode) -> Iterator[str]:
    """The text of an element, without markup."""
    yield node.content if not node.children else "".join(map("".join, map(_words, node.children)))
