"""Options of the commands that start bots: how their processes are to be started."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from referee.commands.options import Decorator, read_pairs
from referee.errors import UsageError
from referee.server.bots.sandbox import BotLimits, Sandbox, find_sandbox
from referee.sizes import bytes_of


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
