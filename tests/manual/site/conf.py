"""How Sphinx makes the site of the manual: `make manual`."""

from __future__ import annotations

from itertools import groupby

from sphinx.application import Sphinx

from referee.manual.contents import INDEX, pages, text_of
from referee.version import referee_version

project = "Referee"
author = "the authors of Referee"
version = release = referee_version()
extensions = ["myst_parser"]
exclude_patterns = ["*.py", "__pycache__"]
nitpicky = True
myst_heading_anchors = 4
html_theme = "furo"
html_title = f"Referee {release}"
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False


def setup(app: Sphinx) -> None:
    """Sphinx calls it."""
    app.connect("source-read", read)


def read(app: Sphinx, name: str, content: list[str]) -> None:
    """Gives Sphinx the text that the other readers show; behind the index it lists the pages for the sidebar."""
    content[0] = text_of(name)
    if name == INDEX:
        for section, listed in groupby(pages(), key=lambda page: page.section):
            content[0] += _toctree(section, [page.topic for page in listed])


def _toctree(caption: str, topics: list[str]) -> str:
    return "\n\n```{toctree}\n:hidden:\n:caption: " + caption + "\n\n" + "\n".join(topics) + "\n```\n"
