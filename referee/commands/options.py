"""Arguments and options that several commands have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from referee.errors import UsageError

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
RECORD_PATTERN = "*.jsonl"


def record_argument(name: str, nargs: int) -> Decorator:
    """Files with records; with `nargs` -1 folders of them too."""
    if nargs == 1:
        return click.argument(name, type=click.Path(exists=True, dir_okay=False, path_type=Path))
    kind = click.Path(exists=True, path_type=Path)
    return click.argument(name, type=kind, nargs=nargs, required=True, callback=_files_in)


def _files_in(_context: click.Context, _parameter: click.Parameter, paths: Sequence[Path]) -> tuple[Path, ...]:
    files: list[Path] = []
    for path in paths:
        found = sorted(path.rglob(RECORD_PATTERN)) if path.is_dir() else [path]
        if not found:
            raise UsageError(f"the folder {path} has no records ({RECORD_PATTERN})")
        files += found
    return tuple(files)


def _read_text(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> str | None:
    return None if path is None else path.read_text(encoding="utf-8")


cards_option: Decorator = click.option(
    "--cards",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    callback=_read_text,
    metavar="FILE",
    help="A card set of your own (TOML) in place of the game's.",
)
