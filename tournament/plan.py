"""The plan of a tournament: one TOML file, read and checked as a whole before anything starts."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from referee.durations import milliseconds
from referee.errors import UsageError
from referee.kernel.game import Game, find_game
from referee.kernel.job import TimeControl
from referee.kernel.options import OptionValue, read_options
from referee.server.remembering import can_remember
from tournament.errors import UserError
from tournament.plan_lines import line_of

BUILTIN_BOTS = ("first", "random", "greedy")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
NAME_CHARACTERS = "letters, digits, '-', '_' and '.', a letter or digit first"


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part `[tournament]`.

    `tables` bounds the number of different tables of a round robin; `processes` says whether a bot's process is kept
    for many matches or started fresh for each. With `in_process` built-in bots need no process at all: that is fast,
    but it is not how bots are played against each other, so it has to be asked for.

    `seed` orders the schedule: who meets whom, and who sits where. The cards follow from a secret, unless
    `deals_from_seed` makes them follow from that number too.
    """

    game: str
    seats: int
    name: str = "tournament"
    format: Literal["round-robin", "gauntlet"] = "round-robin"
    deals: int = 10
    tables: int = 200
    duplicate: bool | Literal["auto"] = "auto"
    seed: int = 1
    deals_from_seed: bool = False
    concurrency: int | Literal["auto"] = "auto"
    workers: int = 1
    processes: Literal["kept", "fresh"] = "kept"
    sandbox: Literal["auto", "require", "off"] = "auto"
    in_process: bool = False
    on_failing_bot: Literal["continue", "stop"] = "continue"
    elo_k: float = 20.0
    elo_start: float = 1500.0


class Time(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part `[time]`: spans as text, for example "500ms" or "10s"."""

    startup: str = "10s"
    decision: str = "1s"
    bank: str = "30s"
    increment: str = "0s"
    margin: str = "20ms"
    max_strikes: int = 3
    cover_forfeits: bool = True


class Listen(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part `[listen]`: where bots dial in. An address that other machines can reach needs TLS, or `insecure`."""

    address: str = "127.0.0.1:7700"
    tls_cert: str | None = None
    tls_key: str | None = None
    insecure: bool = False


class Entrant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of `[[bots]]`: a built-in bot, a command to start, or a bot that dials in by itself."""

    name: str
    builtin: str | None = None
    command: list[str] | None = None
    dial_in: bool = False
    env: dict[str, str] = field(default_factory=dict)
    version: str = ""
    anchor: float | None = None
    challenger: bool = False


class Plan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole plan."""

    tournament: Settings
    bots: list[Entrant]
    time: Time = field(default_factory=Time)
    listen: Listen = field(default_factory=Listen)
    options: dict[str, OptionValue] = field(default_factory=dict)

    @property
    def time_control(self) -> TimeControl:
        """The time control of every match."""
        return TimeControl(
            startup_ms=milliseconds(self.time.startup),
            decision_ms=milliseconds(self.time.decision),
            bank_ms=milliseconds(self.time.bank),
            increment_ms=milliseconds(self.time.increment),
            margin_ms=milliseconds(self.time.margin),
            max_strikes=self.time.max_strikes,
            cover_forfeits=self.time.cover_forfeits,
        )

    @property
    def challengers(self) -> tuple[str, ...]:
        """The bots that a gauntlet is about."""
        return tuple(bot.name for bot in self.bots if bot.challenger)

    def duplicates(self, *, forgetful: bool) -> bool:
        """Whether each deal is played once per rotation of the seats; `forgetful`: whether the sandboxes are.

        A bot that remembers the first match of a deal would know the cards of the others; so "auto" means yes only if
        no bot can remember (`can_remember`).
        """
        if self.tournament.duplicate != "auto":
            return self.tournament.duplicate
        fresh = self.tournament.processes == "fresh"
        return not any(
            can_remember(builtin=bot.builtin is not None, fresh=fresh and not bot.dial_in, forgetful=forgetful)
            for bot in self.bots
        )


def read_plan(path: Path) -> Plan:
    """Reads and checks a plan. Raises `UserError` with file, line, field and what is allowed."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: can not be read: {error}") from None
    return parse_plan(text, str(path))


def parse_plan(text: str, source: str = "plan") -> Plan:
    """Reads and checks the text of a plan; `source` names it in errors."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{source}: not valid TOML: {error}") from None
    try:
        plan = msgspec.convert(raw, Plan)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        where = where.rstrip("`").removeprefix(".")
        raise UserError(_at(text, source, where, what)) from None
    for where, what in _mistakes(plan):
        raise UserError(_at(text, source, where, what))
    return plan


def with_workers(plan: Plan, workers: int) -> Plan:
    """The plan with another number of workers. Raises `UserError` if they do not go with its bots."""
    changed = msgspec.structs.replace(plan, tournament=msgspec.structs.replace(plan.tournament, workers=workers))
    for _where, what in _wrong_together(changed):
        raise UserError(f"{workers} workers: {what}")
    return changed


def _at(text: str, source: str, where: str, what: str) -> str:
    field_name = f" {where}:" if where else ""
    return f"{source}, line {line_of(text, where)}:{field_name} {what}"


def _mistakes(plan: Plan) -> list[tuple[str, str]]:
    """What is wrong with the values: the field, and what is right."""
    settings = plan.tournament
    try:
        game = find_game(settings.game)
    except UsageError as error:
        return [("tournament.game", str(error))]
    return [*_wrong_settings(settings, game), *_wrong_time(plan), *_wrong_options(plan, game), *_wrong_bots(plan)]


def _wrong_settings(settings: Settings, game: Game[Any]) -> list[tuple[str, str]]:
    low, high = game.seats
    ranges = [("seats", low, high), ("deals", 1, 1_000_000), ("tables", 1, 1_000_000), ("workers", 1, 64)]
    wrong = [
        (f"tournament.{name}", f"{value} is not from {low} to {high}")
        for name, low, high in ranges
        if not low <= (value := getattr(settings, name)) <= high
    ]
    if settings.concurrency != "auto" and not 1 <= settings.concurrency <= 10_000:
        wrong.append(("tournament.concurrency", f'{settings.concurrency} is not "auto" or from 1 to 10000'))
    if not _is_name(settings.name):
        wrong.append(("tournament.name", f"{settings.name!r} is not 1 to 64 of {NAME_CHARACTERS}"))
    if settings.elo_k <= 0:
        wrong.append(("tournament.elo_k", f"{settings.elo_k} is not above 0"))
    return wrong


def _wrong_time(plan: Plan) -> list[tuple[str, str]]:
    for name in ("startup", "decision", "bank", "increment", "margin"):
        try:
            milliseconds(getattr(plan.time, name))
        except UsageError as error:
            return [(f"time.{name}", str(error))]
    try:
        plan.time_control.check()
    except UsageError as error:
        return [("time", str(error))]
    return []


def _wrong_options(plan: Plan, game: Game[Any]) -> list[tuple[str, str]]:
    for name, value in plan.options.items():
        try:
            read_options(game.option_type, {name: value}, plan.tournament.seats)
        except UsageError as error:
            return [(f"options.{name}", str(error))]
    try:
        read_options(game.option_type, plan.options, plan.tournament.seats)
    except UsageError as error:
        return [("options", str(error))]
    return []


def _wrong_bots(plan: Plan) -> list[tuple[str, str]]:
    seats = plan.tournament.seats
    wrong = []
    if len(plan.bots) < seats:
        wrong.append(("bots", f"{len(plan.bots)} bots are too few: a table has {seats} seats"))
    names: set[str] = set()
    for number, bot in enumerate(plan.bots):
        where = f"bots[{number}]"
        if not _is_name(bot.name):
            wrong.append((f"{where}.name", f"{bot.name!r} is not 1 to 64 of {NAME_CHARACTERS}"))
        if bot.name in names:
            wrong.append((f"{where}.name", f"{bot.name!r} stands twice; every bot needs a name of its own"))
        names.add(bot.name)
        if [bot.builtin is not None, bot.command is not None, bot.dial_in].count(True) != 1:
            wrong.append((where, "a bot has exactly one of builtin, command and dial_in = true"))
        elif bot.builtin is not None and bot.builtin not in BUILTIN_BOTS:
            wrong.append((f"{where}.builtin", f"{bot.builtin!r} is not one of {', '.join(BUILTIN_BOTS)}"))
        elif bot.command == []:
            wrong.append((f"{where}.command", 'an empty command; right is for example ["python", "bot.py"]'))
    return [*wrong, *_wrong_together(plan)]


def _wrong_together(plan: Plan) -> list[tuple[str, str]]:
    """What of the settings does not go with the bots."""
    settings = plan.tournament
    dialling = [bot.name for bot in plan.bots if bot.dial_in]
    wrong = []
    if settings.in_process and any(bot.builtin is None for bot in plan.bots):
        wrong.append(("tournament.in_process", "only built-in bots can play in the runner's own process"))
    if settings.workers > 1 and dialling:
        wrong.append(("tournament.workers", f"{dialling[0]} dials in and can reach one worker only, so it must be 1"))
    if settings.format == "gauntlet" and not 0 < len(plan.challengers) < len(plan.bots):
        wrong.append(("tournament.format", "a gauntlet needs some bots with challenger = true, and some without"))
    return wrong


def _is_name(name: str) -> bool:
    return NAME.fullmatch(name) is not None
