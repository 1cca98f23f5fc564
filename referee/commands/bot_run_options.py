"""Options of the commands that start bots: how to start their processes."""

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
class BotRunOptions:
    """How to start the processes of bots.

    With `tcp`, they connect to the referee through a TCP port of this machine.
    """

    sandbox: Sandbox | None
    limits: BotLimits
    env: dict[str, str]
    readable: tuple[Path, ...]
    tcp: bool = False


def _read_memory(_context: click.Context, _parameter: click.Parameter, text: str) -> int:
    """Read an amount of memory, in bytes."""
    try:
        return bytes_of(f"{text}M" if text.isdigit() else text)
    except UsageError as error:
        raise UsageError(f"--memory: {error}") from None


_OPTIONS: list[Decorator] = [
    click.option(
        "--sandbox",
        type=click.Choice(["auto", "require", "off"]),
        default="auto",
        show_default=True,
        help="Run bots in bubblewrap: as far as this machine allows (auto), fully or refuse to start (require), or "
        "never (off).",
    ),
    click.option(
        "--memory",
        callback=_read_memory,
        metavar="AMOUNT",
        default="1G",
        show_default=True,
        help="Memory for each bot, including all its processes and in-memory files: 512M, 2G, or a number of MiB.",
    ),
    click.option(
        "--env",
        multiple=True,
        metavar="NAME[=VALUE]",
        help="An environment variable for the bots. If VALUE is left out, it is copied from your environment. May be "
        "repeated.",
    ),
    click.option(
        "--readable",
        multiple=True,
        type=click.Path(exists=True, resolve_path=True, path_type=Path),
        help="Another file or folder that sandboxed bots may read. Records stay hidden. May be repeated.",
    ),
    click.option(
        "--tcp",
        is_flag=True,
        help="Let bots connect to a TCP port of this machine, if they cannot use Unix sockets. Needs --sandbox off.",
    ),
]


def bot_run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of bot processes; the command gets them as one `run_options`."""

    @wraps(command)
    def with_run_options(
        *, sandbox: str, memory: int, env: Sequence[str], readable: Sequence[Path], tcp: bool, **rest: Any
    ) -> Any:
        limits = BotLimits(memory=memory)
        run_options = BotRunOptions(find_sandbox(sandbox), limits, _read_environment(env), tuple(readable), tcp)
        if tcp and run_options.sandbox is not None:
            raise UsageError("--tcp: the sandbox has no network, only a Unix socket; add --sandbox off")
        return command(run_options=run_options, **rest)

    wrapped: Callable[..., Any] = with_run_options
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def _read_environment(texts: Sequence[str]) -> dict[str, str]:
    """Read NAME=VALUE, or NAME for a variable that is set here, so that secrets need not appear in a command."""
    missing = [text for text in texts if "=" not in text and text not in os.environ]
    if missing:
        raise UsageError(
            f"--env {missing[0]!r}: no such variable is set here; use NAME=VALUE, or NAME for a variable that is set"
        )
    return read_pairs("--env", [text if "=" in text else f"{text}={os.environ[text]}" for text in texts])
