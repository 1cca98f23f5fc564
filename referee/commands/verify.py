"""`referee verify`: runs records again and compares every step."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import click
from msgspec import Struct

from referee.commands.options import record_argument
from referee.commands.record_files import record_in
from referee.commands.series import check_deal
from referee.counts import counted
from referee.errors import MatchFailed, RecordError, UsageError
from referee.files import plain
from referee.kernel.replay import verify as verify_record
from referee.terminal.exits import Exit
from referee.terminal.printing import print_json, say

log = logging.getLogger(__name__)


class Checked(Struct, frozen=True, kw_only=True):
    """What was found of a record: its steps if it is sound, and otherwise what is wrong with it.

    `failed` says that the rules raised, so that nobody can say whether the record is sound.
    """

    path: str
    ok: bool
    steps: int | None = None
    error: str | None = None
    failed: bool = False


@click.command
@record_argument("records", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def verify(records: tuple[Path, ...], as_json: bool) -> None:
    """Run records again and compare every step with the rules.

    RECORDS are files, or folders of *.jsonl files. Exits with 1 if a record is not what the rules give, and prints the
    first step that differs. Where `referee play` kept its secret beside a record, the deal must follow from it too.
    Exits with 4 if the rules of a game fail on a record.
    """
    found = []
    for path in records:
        found.append(_check(path))
        if not as_json:
            say(_text(found[-1]))
    if as_json:
        print_json(found)
    if any(checked.failed for checked in found):
        sys.exit(Exit.OURS)
    sys.exit(Exit.DONE if all(checked.ok for checked in found) else Exit.USER)


def _check(path: Path) -> Checked:
    try:
        record = record_in(path)
        verify_record(record)
        check_deal(record.header, path.parent)
    except MatchFailed as error:
        log.exception("%s: the rules failed", path)
        return Checked(path=str(path), ok=False, error=str(error), failed=True)
    except (RecordError, UsageError) as error:
        return Checked(path=str(path), ok=False, error=str(error).removeprefix(f"{path}: "))
    except OSError as error:
        return Checked(path=str(path), ok=False, error=plain(error, path).removeprefix(f"{path}: "))
    return Checked(path=str(path), ok=True, steps=len(record.steps))


def _text(checked: Checked) -> str:
    if checked.steps is None:
        return f"{checked.path}: {checked.error}"
    return f"{checked.path}: fine, {counted(checked.steps, 'step')}"
