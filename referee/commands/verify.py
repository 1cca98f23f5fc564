"""`referee verify`: runs records again and compares every step."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from referee.commands.options import record_argument
from referee.commands.series import check_deal
from referee.errors import RecordError
from referee.files import plain
from referee.kernel.record import read_record
from referee.kernel.replay import verify as verify_record
from referee.terminal.exits import Exit
from referee.terminal.printing import say


@click.command
@record_argument("records", nargs=-1)
def verify(records: tuple[Path, ...]) -> None:
    """Run records again and compare every step with the rules.

    RECORDS are files, or folders of *.jsonl files. Exits with 1 if a record is not what the rules give, and prints the
    first step that differs. Where `referee play` kept its secret beside a record, the deal must follow from it too.
    """
    faults = [_check(path) for path in records]
    sys.exit(Exit.USER if any(faults) else Exit.DONE)


def _check(path: Path) -> bool:
    """Prints what is wrong with a record, or that nothing is; whether something is."""
    try:
        record = read_record(path.read_bytes())
        verify_record(record)
        check_deal(record.header, path.parent)
    except RecordError as error:
        say(f"{path}: {error}")
        return True
    except OSError as error:
        say(plain(error, path))
        return True
    say(f"{path}: fine, {len(record.steps)} steps")
    return False
