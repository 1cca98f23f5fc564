"""Arguments and options that several commands have."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click
from referee_client.settings import Settings

from referee.durations import as_text, milliseconds
from referee.errors import CardSetError, UsageError
from referee.kernel.cards import CardData, parse
from referee.kernel.job import TimeControl
from referee.server.bots.sandbox import BotLimits, Sandbox, find_sandbox
from referee.sizes import bytes_of

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


def _read_cards(context: click.Context, parameter: click.Parameter, path: Path | None) -> CardData | None:
    try:
        return None if path is None else parse(_read_text(context, parameter, path))
    except CardSetError as error:
        raise CardSetError(f"{path}: {error}") from None


def _read_text(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> str:
    try:
        return "" if path is None else path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{path}: the file is not UTF-8; save it as UTF-8") from None


def _cards_option(read: Callable[..., Any]) -> Decorator:
    return click.option(
        "--cards",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        callback=read,
        metavar="FILE",
        help="A card set of your own (TOML) in place of the game's.",
    )


cards_option = _cards_option(_read_cards)
cards_text_option = _cards_option(_read_text)
"""The same as text: a referee elsewhere reads it."""


def read_span(_context: click.Context, parameter: click.Parameter, text: str) -> int:
    """Reads the value of an option that is a span of time, in milliseconds."""
    try:
        return milliseconds(text)
    except UsageError as error:
        raise UsageError(f"--{parameter.name}: {error}") from None


SPANS = {
    "decision": "The time for a decision before the bank is touched.",
    "bank": "What a seat may draw on in a match when decisions take longer.",
    "increment": "What every answer adds to the bank.",
    "margin": "What is allowed for the way to the bot and back.",
    "startup": "The time that a bot has to connect.",
}


def time_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a time control; the command gets them as one `time_control`."""
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
        help="Whether defaults of a forfeited seat take as long as answers did before, so that nobody notices.",
    )(with_time_control)
    wrapped = click.option(
        "--max-strikes", type=int, default=defaults.max_strikes, show_default=True, help="Strikes that forfeit a seat."
    )(wrapped)
    for name, what in reversed(SPANS.items()):
        default = as_text(getattr(defaults, f"{name}_ms"))
        wrapped = click.option(
            f"--{name}", callback=read_span, metavar="SPAN", default=default, show_default=True, help=what
        )(wrapped)
    return wrapped


@dataclass(frozen=True)
class Housing:
    """How the processes of bots are to be started; with `tcp` they reach the referee at a port of this machine."""

    sandbox: Sandbox | None
    limits: BotLimits
    env: dict[str, str]
    readable: tuple[Path, ...]
    tcp: bool = False


def _read_memory(_context: click.Context, _parameter: click.Parameter, text: str) -> int:
    """Reads an amount of memory, in bytes."""
    try:
        return bytes_of(f"{text}M" if text.isdigit() else text)
    except UsageError as error:
        raise UsageError(f"--memory: {error}") from None


_HOUSING: list[Decorator] = [
    click.option(
        "--sandbox",
        type=click.Choice(["auto", "require", "off"]),
        default="auto",
        show_default=True,
        help="Whether bots run in bubblewrap: as well as it can be done here, fully or not at all, or never.",
    ),
    click.option(
        "--memory",
        callback=_read_memory,
        metavar="AMOUNT",
        default="1G",
        show_default=True,
        help="What each bot may use, all its processes and files in memory together: 512M, 2G, or a number of MiB.",
    ),
    click.option(
        "--env",
        multiple=True,
        metavar="NAME[=VALUE]",
        help="A variable for the bots; without a value: as it is set here. May be repeated.",
    ),
    click.option(
        "--readable",
        multiple=True,
        type=click.Path(exists=True, resolve_path=True, path_type=Path),
        help="A further file or folder that sandboxed bots may read. Records stay hidden. May be repeated.",
    ),
    click.option(
        "--tcp",
        is_flag=True,
        help="Let the bots connect to a port of this machine, if they can not speak Unix sockets. Needs --sandbox off.",
    ),
]


def housing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of bots' processes; the command gets them as one `housing`."""

    @wraps(command)
    def with_housing(
        *, sandbox: str, memory: int, env: Sequence[str], readable: Sequence[Path], tcp: bool, **rest: Any
    ) -> Any:
        limits = BotLimits(memory=memory)
        housing = Housing(find_sandbox(sandbox), limits, _read_environment(env), tuple(readable), tcp)
        if tcp and housing.sandbox is not None:
            raise UsageError("--tcp: in the sandbox there is no network, only a Unix socket; add --sandbox off")
        return command(housing=housing, **rest)

    wrapped: Callable[..., Any] = with_housing
    for option in reversed(_HOUSING):
        wrapped = option(wrapped)
    return wrapped


def _read_environment(texts: Sequence[str]) -> dict[str, str]:
    """Reads NAME=VALUE, and NAME for a variable that is set here, so that no secret has to stand in a command."""
    missing = [text for text in texts if "=" not in text and text not in os.environ]
    if missing:
        raise UsageError(f"--env {missing[0]!r}: no variable of that name is set here; expected NAME or NAME=VALUE")
    return read_pairs("--env", [text if "=" in text else f"{text}={os.environ[text]}" for text in texts])


def read_address(_context: click.Context, _parameter: click.Parameter, text: str) -> str:
    """Where a referee is, as it was given. Raises `UsageError` if it can be no address."""
    host, colon, port = text.rpartition(":")
    if not (text.startswith("unix:") or (host and colon and port.isdecimal() and 0 < int(port[:6]) < 65536)):
        raise UsageError(
            f"{text!r} is no address of a referee: expected host:port, for example localhost:8750, or unix:/path"
        )
    return text


address_option: Decorator = click.option(
    "--address",
    envvar="REFEREE_ADDRESS",
    default="127.0.0.1:8750",
    show_default=True,
    callback=read_address,
    help="Where the referee is: host:port, or unix:/path. Or REFEREE_ADDRESS.",
)

_CALLER: list[Decorator] = [
    click.option(
        "--token",
        envvar="REFEREE_TOKEN",
        metavar="TOKEN",
        help="Your token. Everybody on this machine can see what stands in a command: REFEREE_TOKEN is safer.",
    ),
    click.option(
        "--token-file", type=click.File(), metavar="FILE", help="A file that holds your token, in place of --token."
    ),
    click.option(
        "--ca",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        envvar="REFEREE_CA",
        metavar="FILE",
        help="Connect with TLS, and trust these certificate authorities (PEM). Or REFEREE_CA.",
    ),
]


def caller_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of who calls a referee that runs; with its `address` the command gets them as one `settings`."""

    @wraps(command)
    def with_settings(*, address: str, token: str | None, token_file: Any, ca: Path | None, **rest: Any) -> Any:
        text = token_file.read() if token_file else token or ""
        return command(settings=Settings(address=address, token=text.strip(), ca=ca), **rest)

    wrapped: Callable[..., Any] = with_settings
    for option in reversed(_CALLER):
        wrapped = option(wrapped)
    return wrapped


def read_pairs(option: str, texts: Sequence[str]) -> dict[str, str]:
    """Reads NAME=VALUE. Raises `UsageError` for anything else."""
    pairs = [text.partition("=") for text in texts]
    for (name, equals, _), text in zip(pairs, texts, strict=True):
        if not name or not equals:
            raise UsageError(f"{option} {text!r}: expected NAME=VALUE")
    return {name: value for name, _, value in pairs}
