"""`referee record`: fetches a record from a running referee."""

from __future__ import annotations

from pathlib import Path

import click
from referee_client.settings import Settings
from referee_client.v1 import match_service_pb2 as wire

from referee.calling import SECONDS_FOR_ANSWER, open_caller
from referee.commands.caller_options import address_option, caller_options
from referee.files import write_private
from referee.terminal.printing import print_file, say


@click.command
@click.argument("match_id", metavar="ID")
@click.option(
    "-o",
    "--out",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the record to this file, or to stdout with -. Default: ID.jsonl in the current folder.",
)
@address_option
@caller_options
def record(settings: Settings, match_id: str, file: Path | None) -> None:
    """Fetch the record of the finished match ID from a running referee. Needs an organiser's token.

    A record contains all cards of a match, so only you can read the file. `referee show` shows it step by step, and
    `referee verify` checks it.
    """
    with open_caller(settings) as caller:
        request = wire.GetRecordRequest(match_id=match_id)
        data = caller.matches.GetRecord(request, metadata=caller.metadata, timeout=SECONDS_FOR_ANSWER).record
    if file == Path("-"):
        print_file(data)
        return
    path = file or Path(f"{match_id}.jsonl")
    write_private(path, data)
    say(f"{path}: written")
