"""`referee show`: a record step by step, as text or as a page."""

from __future__ import annotations

from pathlib import Path

import click

from referee.commands.options import json_option, record_argument
from referee.errors import RecordError, UsageError
from referee.files import write_private
from referee.local.record_files import record_in
from referee.pages.frames import SPECTATOR
from referee.pages.replays import replay_page
from referee.terminal.printing import print_json, say
from referee.terminal.scene_texts import texts_of
from referee.terminal.scenes import scenes_of_all, scenes_of_spectator


@click.command
@record_argument("record", nargs=1)
@click.option("--seat", type=int, help="Only what this seat saw, was asked and chose (seats count from 0).")
@click.option("--spectator", is_flag=True, help="Only what a spectator may see.")
@click.option("--all", "everything", is_flag=True, help="Every turn, as seen by the seat that was asked (the default).")
@json_option
@click.option("--html", type=click.Path(path_type=Path), help="Write a replay page for any browser.", metavar="FILE")
def show(record: Path, seat: int | None, spectator: bool, everything: bool, as_json: bool, html: Path | None) -> None:
    """Show a RECORD step by step: who was asked, what the seat saw, what it chose, and why.

    The page of --html contains everything that any seat saw; with --seat or --spectator it contains only what that seat
    or a spectator saw. It is a single file and needs no network.
    """
    if (seat is not None) + spectator + everything > 1:
        raise UsageError("give one of --seat, --spectator and --all")
    if html is not None and as_json:
        raise UsageError("give one of --html and --json")
    try:
        if html is not None:
            _draw(record, seat, html, spectator=spectator)
        else:
            _tell(record, seat, spectator=spectator, as_json=as_json)
    except RecordError as error:
        raise RecordError(f"{record}: {error}") from None


def _draw(record: Path, seat: int | None, html: Path, *, spectator: bool) -> None:
    viewers = [SPECTATOR] if spectator else [] if seat is None else [str(seat)]
    write_private(html, replay_page(record_in(record), viewers).encode())
    say(f"written: {html}")


def _tell(record: Path, seat: int | None, *, spectator: bool, as_json: bool) -> None:
    read = record_in(record)
    scenes = scenes_of_spectator(read) if spectator else scenes_of_all(read, seat)
    if as_json:
        print_json({"match": read.header, "scenes": list(scenes), "end": read.end})
    else:
        for text in texts_of(read, scenes):
            say(text)
