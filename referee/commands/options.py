"""Arguments and options of several commands, except `bot_run_options` and `caller_options`, which load slowly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click

from referee.durations import as_text, milliseconds
from referee.errors import CardSetError, UsageError
from referee.files import MOST_OF_A_SETTING, read_bounded
from referee.kernel.cards import CardData, parse
from referee.kernel.job import TimeControl

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
RECORD_PATTERN = "*.jsonl"

json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def folder_option(name: str, what: str, *, default: str | None = None, metavar: str = "DIR") -> Decorator:
    """The option for the folder where a command writes its files; `what` is the help text."""
    kind = click.Path(file_okay=False, path_type=Path)
    return click.option("-o", "--out", name, metavar=metavar, type=kind, default=default, show_default=True, help=what)


def record_argument(name: str, nargs: int) -> Decorator:
    """An argument for files with records; with `nargs` -1, it also accepts folders with records."""
    if nargs == 1:
        return click.argument(name, type=click.Path(exists=True, dir_okay=False, path_type=Path))
    kind = click.Path(exists=True, path_type=Path)
    return click.argument(name, type=kind, nargs=nargs, required=True, callback=_files_in)


def _files_in(_context: click.Context, _parameter: click.Parameter, paths: Sequence[Path]) -> tuple[Path, ...]:
    files: list[Path] = []
    for path in paths:
        found = sorted(path.rglob(RECORD_PATTERN)) if path.is_dir() else [path]
        if not found:
            raise UsageError(f"the folder {path} contains no records ({RECORD_PATTERN})")
        files += found
    return tuple(files)


def _read_cards(context: click.Context, parameter: click.Parameter, path: Path | None) -> CardData | None:
    try:
        return None if path is None else parse(_read_text(context, parameter, path))
    except CardSetError as error:
        raise CardSetError(f"{path}: {error}") from None


def _read_text(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> str:
    try:
        return "" if path is None else read_bounded(path, MOST_OF_A_SETTING).decode()
    except UnicodeDecodeError:
        raise UsageError(f"{path}: the file is not UTF-8 text; save it as UTF-8") from None


def _cards_option(read: Callable[..., Any]) -> Decorator:
    return click.option(
        "--cards",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        callback=read,
        metavar="FILE",
        help="Custom card set (TOML) in place of the game's.",
    )


cards_option = _cards_option(_read_cards)
cards_text_option = _cards_option(_read_text)
"""The options of a match, passed on unparsed to a remote referee."""


def read_span(_context: click.Context, parameter: click.Parameter, text: str) -> int:
    """Read a duration in milliseconds."""
    try:
        return milliseconds(text)
    except UsageError as error:
        raise UsageError(f"--{parameter.name}: {error}") from None


SPANS = {
    "decision": "Time for each decision, before the bank is used.",
    "bank": "Extra time of a seat for a match, used when decisions take longer.",
    "increment": "Time that every answer adds to the bank.",
    "margin": "Time allowed for transport to the bot and back.",
    "startup": "Time that a bot has to connect.",
}


def time_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a time control; the command gets them as one `time_control`."""
    defaults = TimeControl()

    @wraps(command)
    def with_time_control(*, max_strikes: int, cover_forfeits: bool, **rest: Any) -> Any:
        spans = {f"{name}_ms": rest.pop(name) for name in SPANS}
        time_control = TimeControl(max_strikes=max_strikes, cover_forfeits=cover_forfeits, **spans)
        time_control.check()
        return command(time_control=time_control, **rest)

    wrapped: Callable[..., Any] = click.option(
        "--cover-forfeits/--no-cover-forfeits",
        default=defaults.cover_forfeits,
        show_default=True,
        help="Let defaults of a forfeited seat take as long as its answers did, so that opponents do not notice.",
    )(with_time_control)
    wrapped = click.option(
        "--max-strikes",
        type=int,
        default=defaults.max_strikes,
        show_default=True,
        help="Number of strikes that forfeit a seat.",
    )(wrapped)
    for name, what in reversed(SPANS.items()):
        default = as_text(getattr(defaults, f"{name}_ms"))
        wrapped = click.option(
            f"--{name}", callback=read_span, metavar="DURATION", default=default, show_default=True, help=what
        )(wrapped)
    return wrapped


def read_pairs(option: str, texts: Sequence[str]) -> dict[str, str]:
    """Read pairs of NAME=VALUE. Raises `UsageError` for anything else."""
    pairs = [text.partition("=") for text in texts]
    for (name, equals, _), text in zip(pairs, texts, strict=True):
        if not name or not equals:
            raise UsageError(f"{option} {text!r}: expected NAME=VALUE")
    return {name: value for name, _, value in pairs}
