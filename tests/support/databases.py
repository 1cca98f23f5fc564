"""The database of a tournament, read and changed behind its back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from tournament.storage.database import Database


def in_database(path: Path, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
    """Runs one statement, and returns its rows."""
    with closing(Database(path)) as db:
        return db.execute(sql, values).fetchall()
