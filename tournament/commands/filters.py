"""The options that choose which matches count, for every command that prints a table or a rating."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any

import click

from referee.terminal.printing import say
from tournament.errors import UserError
from tournament.report.filters import FilterFacts
from tournament.storage.filtering import MatchFilter

EXAMPLE_DAY = "2026-03-01"
EXAMPLE_TIME = "2026-03-01T18:00"


def _read_named(_context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Read NAME=VALUE for an option that may be repeated. Raises `UserError` for anything else."""
    named: dict[str, str] = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not (name and equals):
            raise UserError(f"invalid {parameter.opts[0]} '{value}': use {parameter.metavar}")
        if named.setdefault(name, text) != text:
            raise UserError(f"{parameter.opts[0]} {name}: it cannot be both {named[name]} and {text}")
    return named


def _read_seats(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, int]:
    named = _read_named(context, parameter, values)
    for name, seat in named.items():
        if not (seat.isascii() and seat.isdigit() and len(seat) <= 3):
            raise UserError(f"invalid {parameter.opts[0]} '{name}={seat}': use BOT=SEAT, e.g. greedy=0")
    return {name: int(seat) for name, seat in named.items()}


def _read_bots(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    bots = [bot.strip() for value in values for bot in value.split(",")]
    if not all(bots):
        raise UserError(f"invalid --bots '{','.join(bots)}': separate the names with single commas, e.g. old,new")
    return tuple(dict.fromkeys(bots))


def _read_since(_context: click.Context, parameter: click.Parameter, text: str | None) -> float | None:
    return None if text is None else _moment(parameter, text, timedelta())


def _read_until(_context: click.Context, parameter: click.Parameter, text: str | None) -> float | None:
    return None if text is None else _moment(parameter, text, timedelta(days=1))


def _moment(parameter: click.Parameter, text: str, of_a_day: timedelta) -> float:
    """Return a moment by the clock of this machine; of a day, the moment this much after it begins."""
    try:
        moment = datetime.fromisoformat(text)
        return (moment + (of_a_day if len(text) <= len(EXAMPLE_DAY) else timedelta())).timestamp()
    except (ValueError, OverflowError, OSError):
        raise UserError(
            f"invalid {parameter.opts[0]} '{text}': use a day or a time, e.g. {EXAMPLE_DAY} or {EXAMPLE_TIME}"
        ) from None


_OPTIONS = (
    click.option("--bots", "filter_bots", multiple=True, callback=_read_bots, metavar="BOT,BOT...",
                 help="Count only matches in which every seat has one of these bots."),
    click.option("--bot-version", "filter_versions", multiple=True, callback=_read_named, metavar="BOT=VERSION",
                 help="Count only this version of the bot; may be repeated."),
    click.option("--seat", "filter_seats", multiple=True, callback=_read_seats, metavar="BOT=SEAT",
                 help="Count only matches in which the bot has this seat, from 0; may be repeated."),
    click.option("--option", "filter_options", multiple=True, callback=_read_named, metavar="NAME=VALUE",
                 help="Count only matches played with this option of the game; may be repeated."),
    click.option("--since-date", "filter_since", callback=_read_since, metavar="DATE",
                 help=f"Count only matches that began on this day or later, e.g. {EXAMPLE_DAY} or {EXAMPLE_TIME}."),
    click.option("--until-date", "filter_until", callback=_read_until, metavar="DATE",
                 help="Count only matches that began on this day or earlier, or before this time."),
    click.option("--without-forfeits", "filter_without_forfeits", is_flag=True,
                 help="Count only matches that no bot forfeited."),
)  # fmt: skip


def filter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that choose matches, as one argument `chosen`, a `MatchFilter`."""

    @wraps(command)
    def with_filter(*args: Any, **values: Any) -> Any:
        chosen = MatchFilter(
            bots=values.pop("filter_bots"),
            seats=values.pop("filter_seats"),
            options=values.pop("filter_options"),
            since_unix_s=values.pop("filter_since"),
            until_unix_s=values.pop("filter_until"),
            without_forfeits=values.pop("filter_without_forfeits"),
            versions=values.pop("filter_versions"),
        )
        return command(*args, chosen=chosen, **values)

    decorated: Callable[..., Any] = with_filter
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


def say_filter(filtered: FilterFacts | None) -> None:
    """Print on stderr which matches an export contains, if not all."""
    if filtered:
        say(filtered.text, err=True)
