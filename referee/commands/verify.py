"""`referee verify`: replays records and compares every step."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import click
from msgspec import Struct

from referee.commands.options import json_option, record_argument
from referee.counts import counted
from referee.errors import MatchFailed, RecordError, UsageError
from referee.files import plain
from referee.kernel.replay import verify as verify_record
from referee.local.record_files import record_in
from referee.local.series import check_deal
from referee.terminal.exits import Exit
from referee.terminal.printing import print_json, say

log = logging.getLogger(__name__)


class Checked(Struct, frozen=True, kw_only=True):
    """The verdict on a record: its number of steps if it is sound, and otherwise what is wrong with it.

    `failed` means that the rules raised an exception, so that the record could not be checked.
    """

    path: str
    ok: bool
    steps: int | None = None
    error: str | None = None
    failed: bool = False


@click.command
@record_argument("records", nargs=-1)
@json_option
def verify(records: tuple[Path, ...], as_json: bool) -> None:
    """Replay records and compare every step with the rules.

    RECORDS are files, or folders of *.jsonl files. If a record does not follow from the rules, the command prints the
    first step that differs and exits with 1. If `referee play` kept its secret beside a record, the deal must be
    derived from that secret. Exits with 4 if the code of a game fails while it replays a record.
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
        log.exception("the rules failed on %s", path)
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
