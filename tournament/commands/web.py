"""`tournament web`: a tournament in the browser."""

from __future__ import annotations

from pathlib import Path

import click
import trio

from referee.terminal.printing import say
from referee.web.door_options import door_options
from referee.web.doors import Door
from referee.web.routes import Site
from referee.web.serving import serve_site
from tournament.commands.arguments import database_argument
from tournament.web.site import TournamentPages
from tournament.web.snapshot import SnapshotSource


@click.command
@database_argument
@door_options
def web(database: Path, door: Door) -> None:
    """Serve pages about the tournament in DATABASE until Ctrl-C, also while it runs, and print the address to open.

    The address that is printed holds a key: with it you see replays with all hands, and what failed bots wrote. Without
    it, on this machine, everybody sees the standings, the matches, and replays as a spectator; from elsewhere nobody
    sees anything, unless --everybody lets them look. Matches whose deals are still to be played in other rotations have
    no replay yet.
    """
    trio.run(_serve, database, door)


async def _serve(database: Path, door: Door) -> None:
    source = SnapshotSource(database)
    pages = TournamentPages((await source.snapshot()).tournament.name, source)
    guard = door.guard()
    site = Site(guard, pages.place)
    pages.add_to(site)
    await serve_site(door, guard, site, say, [pages.keep_progress])
