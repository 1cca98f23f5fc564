"""Decide whether two plans describe the same tournament, and whether two bots are the same."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import NODEFAULT, Struct

from referee.files import is_file
from referee.kernel.game import find_game
from referee.kernel.options import as_dict, read_options
from tournament.plan.plan import Entrant, Plan, Tournament

T = TypeVar("T")

NO_MATTER_OF_BOTS = ("readable", "memory", "sandbox", "network")
"""Keys of a bot that say how it runs, as `[run]` does for all bots. They may change, e.g. to make a bot start."""

NOT_IDENTITY = (*NO_MATTER_OF_BOTS, "title")
"""Keys of a bot that decide neither which matches are played nor how they count."""

NOT_ITSELF = (*NOT_IDENTITY, "withdrawn", "follows")
"""Keys of a bot that do not change its identity."""

NO_MATTER = ("plan", "run", "listen", "card_set")
"""Sections that do not decide which matches are played: how the plan is written, and how and where matches are run.

The digest of the card set covers the set's contents.
"""


def identity_of(plan: Plan, *, kept: bool = False) -> dict[str, Any]:
    """Return everything that decides which matches are played and how they count, by field, including defaults.

    `kept`: whether the plan comes from a database, where values of environment variables are already digests.
    """
    game = find_game(plan.tournament.game)
    parts = msgspec.to_builtins(plan)
    for name in NO_MATTER:
        del parts[name]
    for name in ("name", "cards"):
        del parts["tournament"][name]
    for bot in parts["bots"]:
        for name in NOT_IDENTITY:
            del bot[name]
        if not kept:  # they may hold the keys of services, and people pass the database around
            bot["env"] = {name: told_value(value) for name, value in bot["env"].items()}
    parts["options"] = as_dict(read_options(game.option_type, plan.options, plan.tournament.seats))
    parts["rules"] = {"version": game.rules_version, "card_set_digest": plan.card_set_digest}
    return dict(flat(parts))


def told_value(value: str | T) -> str | T:
    """Return what is stored of a bot's variable: the digest of its value, or the name of the runner's variable."""
    return digest_of(value.encode()) if isinstance(value, str) else value


def differences(stored: dict[str, Any], plan: Plan, *, kept: bool = False) -> list[str]:
    """Return how the plan differs from a stored identity, field by field; for `kept` see `identity_of`.

    If the stored identity lacks a key, the key did not exist when the identity was written, so its default applied.
    """
    asked = identity_of(plan, kept=kept)
    said = said_in(stored, plan)
    fields = [*stored, *(new for new in asked if new not in stored)]
    return [
        f"{field}: {value_text(said, field)} in the database, {value_text(asked, field)} in the plan"
        for field in fields
        if value_text(said, field) != value_text(asked, field)
    ]


def said_in(stored: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
    """Return a stored identity with the default of every key that it lacks."""
    return {**_defaults(plan), **stored}


def _defaults(plan: Plan) -> dict[str, Any]:
    """Return the default of every key that has one, by field."""
    game = find_game(plan.tournament.game)
    options = as_dict(read_options(game.option_type, {}, plan.tournament.seats))
    bots = [_defaults_of(Entrant) for _ in plan.bots]
    return dict(flat(_defaults_of(Plan) | {"tournament": _defaults_of(Tournament), "bots": bots, "options": options}))


def _defaults_of(part: type[Struct]) -> dict[str, Any]:
    fields = msgspec.structs.fields(part)
    made = {field.name: field.default_factory() for field in fields if field.default_factory is not NODEFAULT}
    given = {field.name: field.default for field in fields if field.default is not NODEFAULT}
    defaults: dict[str, Any] = msgspec.to_builtins(made | given)
    return defaults


def command_text(bot: Entrant) -> str:
    """Return the command that starts a bot, for a shell.

    Its environment is left out, because it may contain secrets.
    """
    if bot.dial_in:
        return ""
    return shlex.join(command_of(bot))


def command_of(bot: Entrant) -> list[str]:
    """Return the command that starts a bot, built in or not."""
    return bot.command or ["python", "-m", "referee_client.bots", str(bot.builtin)]


def bot_digest(bot: Entrant) -> str:
    """Return a digest that changes with the bot's command, its environment, and each file that the command names.

    Values that are the default are left out, so a key that is added later changes no digest.
    """
    defaults = _defaults_of(Entrant)
    said = {
        name: value
        for name, value in msgspec.to_builtins(bot).items()
        if value != defaults.get(name) and name not in NOT_ITSELF
    }
    parts = [msgspec.json.encode(said, order="sorted")]
    parts += [Path(word).read_bytes() for word in bot.command or () if is_file(word)]
    return digest_of(b"".join(len(part).to_bytes(8, "little") + part for part in parts))


def digest_of(data: bytes) -> str:
    """Return a short digest as text."""
    return blake2b(data, digest_size=8).hexdigest()


def flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the leaves of nested dicts and lists, by paths like `bots[1].command`; an empty dict has none."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from flat(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for number, inner in enumerate(value):
            yield from flat(inner, f"{path}[{number}]")
    else:
        yield path, value


def value_text(fields: Mapping[str, Any], field: str) -> str:
    """Return a value of a flat dictionary as JSON."""
    return msgspec.json.encode(fields[field]).decode() if field in fields else "nothing"
