"""`tournament web`: show a tournament in the browser."""

from __future__ import annotations

from pathlib import Path

import click
import trio

from referee.durations import milliseconds
from referee.terminal.printing import say
from referee.web.listener_options import listener_options
from referee.web.listeners import Listener
from referee.web.routes import Site
from referee.web.serving import serve_site
from tournament.commands.arguments import database_argument
from tournament.web.gallery import Gallery, PublicGallery
from tournament.web.match_pages import OWN
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
    help="Show running matches to all visitors after this delay, e.g. 5m. Default: only to visitors with the key.",
)
@listener_options
def web(database: Path, public: int | None, listener: Listener) -> None:
    """Start a web server for the tournament in DATABASE and print its URL. Ctrl-C stops it.

    The printed URL contains a key. With the key, you see replays with all hands, and the output of failed bots. Without
    the key, visitors on this machine see the standings, the matches, and replays as a spectator; visitors on other
    machines see nothing, unless you pass --everybody. Matches whose deals are still to be played in other rotations
    have no replay yet. With the key of a bot, which `tournament key` makes, its owner also sees what the bot saw.

    The tournament may be running. With the key you can follow running matches as a spectator, if the bots run in their
    own processes. With --public DELAY, visitors without the key can follow them after that delay, except matches whose
    deals are still to be played in other rotations.
    """
    trio.run(_serve, database, None if public is None else public / 1000, listener)


async def _serve(database: Path, public: float | None, listener: Listener) -> None:
    source = SnapshotSource(database)
    name = (await source.snapshot()).tournament.name
    access = listener.access()
    async with trio.open_nursery() as nursery:
        gallery = Gallery(source, nursery)
        public_gallery = None if public is None else PublicGallery(source, nursery, public)
        pages = TournamentPages(name, source, gallery, public_gallery)
        access.holders, access.holders_page = source.holder, OWN
        site = Site(access, pages.place)
        pages.add_to(site)
        await serve_site(listener, access, site, say, [pages.keep_progress])
        nursery.cancel_scope.cancel()
