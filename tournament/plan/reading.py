"""Read a plan. If anything in it is wrong, refuse it with file, line, field and what is allowed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from referee.errors import CardSetError, RefereeError, UsageError
from referee.files import MOST_OF_A_SETTING, plain, read_bounded
from referee.kernel.cards import parse
from referee.kernel.game import find_game
from tournament.errors import UserError
from tournament.plan.lines import line_of
from tournament.plan.plan import Plan
from tournament.plan.rules import mistakes_of_values, mistakes_together
from tournament.plan.shape import NO_NUMBER, Mistake, mistakes_of_numbers, mistakes_of_shape, mistakes_of_version
from tournament.plan.stopping import mistakes_of_stop
from tournament.plan.tuning import checked_plan, mistakes_of_tune
from tournament.plan.variables import mistakes_of_environment

MOST_TOLD = 10
"""How many mistakes are reported at once."""

LONGEST_FIELD = 100
LONGEST_MISTAKE = 500
"""How many characters of a field and of its mistake are reported."""

LONGEST_NUMBER = 4300
"""Python does not read numbers with this many digits or more."""

_LONG_NUMBER = re.compile(rf"\d{{{LONGEST_NUMBER}}}")
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def read_plan(path: Path, environment: Mapping[str, str] | None = None) -> Plan:
    """Read and check a plan. Raises `UserError` with file, line, field and what is allowed.

    If `environment` is given, it must contain the variables that the bots take from it.
    """
    try:
        text = read_bounded(path, MOST_OF_A_SETTING).decode()
    except OSError as error:
        raise UserError(plain(error, path)) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise UserError(f"{path}, line {line}: the file is not UTF-8; save it as UTF-8") from None
    plan = parse_plan(text, str(path), path.parent)
    if environment is not None:
        _refuse(mistakes_of_environment(plan, environment), text, str(path))
    return plan


def parse_plan(text: str, source: str = "plan", folder: Path = Path()) -> Plan:
    """Read and check the text of a plan; `source` names it in errors; files that it names are relative to `folder`."""
    try:
        return _parse(text, source, folder)
    except RecursionError:
        raise UserError(f"{source}: lists or tables are nested too deeply") from None


def _parse(text: str, source: str, folder: Path) -> Plan:
    raw = _read_toml(text, source)
    _refuse(mistakes_of_numbers(raw), text, source)
    unlike = list(mistakes_of_version(raw))
    if "plan" in raw:
        _refuse(unlike, text, source)
    _refuse([*unlike, *mistakes_of_shape(raw)], text, source)
    plan = msgspec.convert(raw, Plan)
    cards, mistakes = _read_cards(plan, folder)
    checked = checked_plan(plan)
    _refuse(
        [*mistakes, *mistakes_of_tune(plan), *mistakes_of_values(checked), *mistakes_of_stop(checked)], text, source
    )
    return msgspec.structs.replace(plan, card_set=cards)


def _read_cards(plan: Plan, folder: Path) -> tuple[dict[str, Any] | None, list[Mistake]]:
    """Return the card set of the plan, if it has one, and what is wrong with it."""
    settings = plan.tournament
    if settings.cards is None:
        return None, []
    path = folder / settings.cards
    try:
        text = read_bounded(path, MOST_OF_A_SETTING).decode()
    except OSError as error:
        return None, [("tournament.cards", plain(error, path))]
    except UsageError as error:
        return None, [("tournament.cards", str(error))]
    except UnicodeDecodeError:
        return None, [("tournament.cards", f"{path}: the file is not UTF-8; save it as UTF-8")]
    try:
        cards = dict(parse(text))
        find_game(settings.game).load_cards(cards)
    except CardSetError as error:
        return None, [("tournament.cards", f"{path}: {error}")]
    except RefereeError:
        return None, []  # the game is unknown, which is reported elsewhere
    return cards, []


def with_workers(plan: Plan, workers: int) -> Plan:
    """Return the plan with another number of workers. Raises `UserError` if the bots do not allow it."""
    changed = msgspec.structs.replace(plan, run=msgspec.structs.replace(plan.run, workers=workers))
    for _where, what in mistakes_together(checked_plan(changed)):
        raise UserError(f"{workers} workers: {what}")
    return changed


def _read_toml(text: str, source: str) -> dict[str, Any]:
    if text.startswith("\ufeff"):
        raise UserError(f"{source}, line 1: the file begins with a byte order mark; save it as UTF-8 without one")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = text.count("\n") + 1 if place is None else place[1]
        what = str(error) if place is None else f"{str(error)[: place.start()].rstrip()} (column {place[2]})"
        raise UserError(f"{source}, line {line}: not valid TOML: {_cut(what, LONGEST_MISTAKE)}") from None
    except ValueError:
        what = f"not valid TOML: a number of {LONGEST_NUMBER} digits or more; {NO_NUMBER}"
        raise UserError(f"{source}, line {_line_of_long_number(text)}: {what}") from None


def _line_of_long_number(text: str) -> int:
    lines = text.split("\n")
    return next((number for number, line in enumerate(lines, 1) if _LONG_NUMBER.search(line)), len(lines))


def _refuse(mistakes: Iterable[Mistake], text: str, source: str) -> None:
    """Raise `UserError` if there are any mistakes."""
    told = [
        f"{source}, line {line_of(text, where)}: {_cut(where, LONGEST_FIELD) + ': ' if where else ''}"
        f"{_cut(what, LONGEST_MISTAKE)}"
        for where, what in mistakes
    ]
    if told:
        rest = [f"... and {len(told) - MOST_TOLD} more"] if len(told) > MOST_TOLD else []
        raise UserError("\n".join([*told[:MOST_TOLD], *rest]))


def _cut(text: str, most: int) -> str:
    """Return the text, or its two ends if it is long: it begins with what is wrong and ends with what is allowed."""
    if len(text) <= most:
        return text
    return f"{text[: most // 2]}... ({len(text)} characters) ...{text[-most // 2 :]}"
