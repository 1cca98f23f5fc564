"""Tables of what stands in the code as classes and constants."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_type_hints

import msgspec

from referee.kernel import record as records
from referee.kernel.game import Game, find_game
from referee.kernel.job import TimeControl
from referee.manual.contents import HOME, PACKAGE
from referee.server.config import Limits
from referee.terminal.exits import Exit
from tests.games.battery.test_wire import reasons_of
from tests.manual.reference.docstrings import attributes, summary
from tests.support.shell import tournament
from tests.support.tournaments import a_plan_text
from tournament.plan import format_section, listen, stop, tune
from tournament.plan import plan as plans

PLAN_PARTS = {
    "`[tournament]`": plans.Tournament,
    "`[format]`": format_section.Format,
    "`[run]`": plans.Run,
    "`[rating]`": plans.RatingRules,
    "`[time]`": plans.Time,
    "`[listen]`": listen.Listen,
    "`[stop]`": stop.Stop,
    "`sprt` of `[stop]`": stop.Sprt,
    "`[[bots]]`": plans.Entrant,
    "`[tune]`": tune.Tune,
    "`[[tune.parameters]]`": tune.TuneParameter,
}
RECORD_PARTS = {
    "The header": records.Header,
    "A step": records.Step,
    "An answer": records.Answer,
    "A strike": records.StrikeGiven,
    "The end": records.End,
    "`time_control` of the header": TimeControl,
    "`time` of the header": records.Begun,
    "`time` of a step, for each answer": records.Timing,
    "`time` of the end": records.Ended,
}


def plan() -> str:
    """Every key of a plan."""
    return "\n\n".join(_of_struct(title, part) for title, part in PLAN_PARTS.items())


def record() -> str:
    """Every field of a record."""
    return "\n\n".join(_of_struct(title, part) for title, part in RECORD_PARTS.items())


def _of_struct(title: str, part: type) -> str:
    told = attributes(part)
    hints = get_type_hints(part)
    rows = [
        (f"`{field.encode_name}`", f"`{_type(hints[field.name])}`", _default(field), told[field.name])
        for field in msgspec.structs.fields(part)
    ]
    return f"### {title}\n\n{summary(part)}\n\n{table(('name', 'type', 'default', 'meaning'), rows)}"


def _type(hint: Any) -> str:
    text = hint.__name__ if isinstance(hint, type) and not hasattr(hint, "__args__") else str(hint)
    text = re.sub(r"typing\.|msgspec\.|(?:\w+\.)+(?=[A-Z])", "", text)
    text = re.sub(r"Annotated\[(\w+), .*\]$", r"\1", text)
    text = re.sub(r"Literal\[(.*?)\]", lambda found: found[1].replace(", ", " | ").replace("'", '"'), text)
    return re.sub(r"Union\[(\w+), (.*)\]$", r"\1 | \2", text)


def _default(field: Any) -> str:
    if field.default_factory is not msgspec.NODEFAULT:
        return "none"
    if field.default is msgspec.NODEFAULT:
        return "must be given"
    if field.default in {None, ""}:
        return "none"
    return f"`{msgspec.json.encode(field.default).decode()}`"


def columns() -> str:
    """Every column of every table of an export, as the export itself describes them."""
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("plan.toml").write_text(a_plan_text("first random", deals=1), encoding="utf-8")
        tournament("run", "plan.toml", "--db", "a.db")
        tournament("export", "a.db", "--sqlite", "data.db")
        with closing(sqlite3.connect("data.db")) as db:
            rows = db.execute("SELECT table_name, column_name, description FROM descriptions ORDER BY rowid").fetchall()
    parts = []
    for name, of_table in groupby(rows, key=itemgetter(0)):
        (_, _, about), *rest = sorted(of_table, key=lambda row: row[1] != "")
        parts.append(
            f"## {name}\n\n{about}\n\n" + table(("column", "meaning"), [(f"`{one}`", told) for _, one, told in rest])
        )
    return "\n\n".join(parts)


def exit_codes() -> str:
    """The exit codes of both programs."""
    told = attributes(Exit)
    return table(("code", "name", "meaning"), [(str(int(one)), one.name, told[one.name]) for one in Exit])


def limits() -> str:
    """What a referee takes from bots and other callers."""
    told = attributes(Limits)
    fields = msgspec.structs.fields(Limits)
    return table(
        ("limit", "value", "meaning"), [(f"`{one.name}`", f"{one.default:,}", told[one.name]) for one in fields]
    )


def reasons() -> str:
    """The words with which each game says why it ended."""
    rows = [(f"`{one.id}`", ", ".join(f"`{word}`" for word in sorted(reasons_of(one)))) for one in _games()]
    return table(("game", "reasons"), rows)


def games() -> str:
    """The games, each with its page if it has one."""
    rows = []
    for game in _games():
        has_page = (HOME / "games" / f"{game.id}.md").is_file()
        name = f"[{game.name}]({game.id}.md)" if has_page else game.name
        low, high = min(game.seats), max(game.seats)
        rows.append((f"`{game.id}`", name, f"{low} to {high}"))
    return table(("id", "game", "seats"), rows)


def _games() -> list[Game[Any]]:
    """Those of the distribution, whatever else is installed here."""
    return [find_game(path.parent.name) for path in sorted((PACKAGE / "games").glob("*/cards.toml"))]


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)
