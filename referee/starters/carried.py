"""The files that an installation contains for bots: the `.proto` files, and the libraries of other languages.

In the repository they are beside the package; in a wheel they are inside it.
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def carried(name: str) -> Path:
    """The folder `protos` or `clients`."""
    shipped = PACKAGE / "carried" / name
    return shipped if shipped.is_dir() else PACKAGE.parent / name
