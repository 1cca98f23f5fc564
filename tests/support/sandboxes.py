"""Bots that try something in the sandbox, and tell as JSON how it went."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import trio

from referee.server.bots.processes import BotHost, BotProcess, BotProgram, open_bot
from referee.server.bots.sandbox import find_sandbox

needs_sandbox = pytest.mark.skipif(find_sandbox() is None, reason="this machine has no sandbox")


def bot(folder: Path, code: str, *arguments: str) -> BotProgram:
    """A bot in Python with a folder of its own."""
    folder.mkdir(exist_ok=True, parents=True)
    (folder / "bot.py").write_text(code)
    return BotProgram(folder.name, (sys.executable, str(folder / "bot.py"), *arguments))


def host(folder: Path, **more: Any) -> BotHost:
    """A sandbox in which a bot is started once."""
    sockets = folder / "sockets"
    sockets.mkdir(exist_ok=True)
    return BotHost(f"unix:{sockets}/referee", find_sandbox("require"), restarts=0, **more)


def play(program: BotProgram, where: BotHost) -> BotProcess:
    """Runs a bot until it ends by itself, or is ended."""

    async def main() -> BotProcess:
        with trio.fail_after(60):
            async with open_bot(program, where, "secret") as running:
                await running.over.wait()
        return running

    return trio.run(main)


def says(program: BotProgram, where: BotHost) -> Any:
    """What a bot prints, as JSON."""
    text = play(program, where).output.text()
    try:
        return json.loads(text)
    except ValueError:
        raise AssertionError(text) from None
