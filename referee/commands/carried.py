"""What an installation carries along for others to use: the `.proto` files, and the libraries of other languages.

In the repository they lie beside the package; in a wheel they lie in it.
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def carried(name: str) -> Path:
    """The folder `protos` or `clients`."""
    shipped = PACKAGE / "carried" / name
    return shipped if shipped.is_dir() else PACKAGE.parent / name
