"""What makes two plans the same tournament, and what makes two bots the same bot."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from referee.files import is_file
from referee.kernel.game import find_game
from tournament.plan.plan import Entrant, Plan

HOW_TO_RUN = ("name", "concurrency", "workers", "sandbox", "on_failing_bot", "in_process")
"""Settings that say how matches are run and not which; they may change while a tournament is going on."""


def identity_of(plan: Plan) -> dict[str, Any]:
    """What decides which matches are played and how they count, by field."""
    parts = msgspec.to_builtins(plan)
    for name in HOW_TO_RUN:
        parts["tournament"].pop(name, None)
    for bot in parts["bots"]:
        # Keys of services stand in there, and the database is passed around.
        bot["env"] = {name: digest_of(value.encode()) for name, value in bot["env"].items()}
    game = find_game(plan.tournament.game)
    parts.pop("listen")
    parts["rules"] = {"version": game.rules_version, "card_set_digest": game.card_set_digest}
    return dict(_flat(parts))


def differences(stored: dict[str, Any], asked: dict[str, Any]) -> list[str]:
    """What differs, field by field, for people."""
    fields = [*stored, *(new for new in asked if new not in stored)]
    return [
        f"{field}: {_text(stored, field)} in the database, {_text(asked, field)} in the plan"
        for field in fields
        if _text(stored, field) != _text(asked, field)
    ]


def command_text(bot: Entrant) -> str:
    """How a bot is started, as it can be typed into a shell; without its environment, which may hold secrets."""
    if bot.dial_in:
        return ""
    return shlex.join(command_of(bot))


def command_of(bot: Entrant) -> list[str]:
    """The command that starts a bot, built in or not."""
    return bot.command or ["python", "-m", "referee_client.bots", str(bot.builtin)]


def bot_digest(bot: Entrant) -> str:
    """Changes when the bot's command, its environment, or a file that the command names does."""
    parts = [msgspec.json.encode(bot)]
    parts += [Path(word).read_bytes() for word in bot.command or () if is_file(word)]
    return digest_of(b"".join(len(part).to_bytes(8, "little") + part for part in parts))


def digest_of(data: bytes) -> str:
    """A short digest as text."""
    return blake2b(data, digest_size=8).hexdigest()


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The leaves of nested dicts and lists, by paths like `bots[1].command`."""
    if isinstance(value, dict) and value:
        for name, inner in value.items():
            yield from _flat(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for number, inner in enumerate(value):
            yield from _flat(inner, f"{path}[{number}]")
    else:
        yield path, value


def _text(fields: dict[str, Any], field: str) -> str:
    return msgspec.json.encode(fields[field]).decode() if field in fields else "nothing"
