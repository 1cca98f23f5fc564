"""`tournament web`: a tournament in the browser."""

from __future__ import annotations

from pathlib import Path

import click
import trio

from referee.durations import milliseconds
from referee.terminal.printing import say
from referee.web.door_options import door_options
from referee.web.doors import Door
from referee.web.routes import Site
from referee.web.serving import serve_site
from tournament.commands.arguments import database_argument
from tournament.web.gallery import Gallery, PublicGallery
from tournament.web.site import TournamentPages
from tournament.web.snapshot import SnapshotSource


def _read_public(_context: click.Context, _parameter: click.Parameter, text: str | None) -> int | None:
    return None if text is None else milliseconds(text)


@click.command
@database_argument
@click.option(
    "--public",
    callback=_read_public,
    metavar="DELAY",
    help="Let everybody who may look follow matches that run, so much later: 5m. Left out: who has the key alone.",
)
@door_options
def web(database: Path, public: int | None, door: Door) -> None:
    """Serve pages about the tournament in DATABASE until Ctrl-C, also while it runs, and print the address to open.

    The address that is printed holds a key: with it you see replays with all hands, and what failed bots wrote. Without
    it, on this machine, everybody sees the standings, the matches, and replays as a spectator; from elsewhere nobody
    sees anything, unless --everybody lets them look. Matches whose deals are still to be played in other rotations have
    no replay yet.

    With the key you also follow the matches that run, as a spectator sees them, while bots play in processes of their
    own. Without it nobody does; with --public DELAY everybody, so much later, but never a match whose deal is still to
    be played in other rotations.
    """
    trio.run(_serve, database, None if public is None else public / 1000, door)


async def _serve(database: Path, public: float | None, door: Door) -> None:
    source = SnapshotSource(database)
    name = (await source.snapshot()).tournament.name
    guard = door.guard()
    async with trio.open_nursery() as nursery:
        gallery = Gallery(source, nursery)
        public_gallery = None if public is None else PublicGallery(source, nursery, public)
        pages = TournamentPages(name, source, gallery, public_gallery)
        site = Site(guard, pages.place)
        pages.add_to(site)
        await serve_site(door, guard, site, say, [pages.keep_progress])
        nursery.cancel_scope.cancel()
