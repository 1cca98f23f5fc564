"""`tournament web`: show a tournament in the browser."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
import trio

from referee.durations import milliseconds
from referee.errors import UsageError
from referee.terminal.printing import say
from referee.web.access import AccessRules
from referee.web.listener_options import listener_options
from referee.web.listeners import Listener
from referee.web.routes import Site
from referee.web.serving import Background, serve_site
from tournament.commands.arguments import database_argument
from tournament.web.gallery import Gallery, PublicGallery
from tournament.web.match_pages import OWN
from tournament.web.site import TournamentPages
from tournament.web.snapshot import SnapshotSource

if TYPE_CHECKING:
    from referee.server.config import Config


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
@click.option(
    "--grpc",
    "grpc_address",
    default="",
    metavar="ADDRESS",
    help="Serve standings, ratings and results over gRPC at this host:port too, to the same visitors as the pages.",
)
@click.option("--tls-cert", type=click.Path(path_type=Path), help="Certificate chain (PEM) of --grpc, for TLS.")
@click.option("--tls-key", type=click.Path(path_type=Path), help="Private key (PEM) of the certificate.")
@click.option("--insecure", is_flag=True, help="Allow --grpc to serve other machines without TLS.")
@listener_options
def web(
    database: Path,
    public: int | None,
    grpc_address: str,
    tls_cert: Path | None,
    tls_key: Path | None,
    insecure: bool,
    listener: Listener,
) -> None:
    """Start a web server for the tournament in DATABASE and print its URL. Ctrl-C stops it.

    The printed URL contains a key. With the key, you see replays with all hands, and the output of failed bots. Without
    the key, visitors on this machine see the standings, the matches, and replays as a spectator; visitors on other
    machines see nothing, unless you pass --everybody. Matches whose deals are still to be played in other rotations
    have no replay yet. With the key of a bot, which `tournament key` makes, its owner also sees what the bot saw.

    The tournament may be running. With the key you can follow running matches as a spectator, if the bots run in their
    own processes. With --public DELAY, visitors without the key can follow them after that delay, except matches whose
    deals are still to be played in other rotations.
    """
    delay = None if public is None else public / 1000
    if not grpc_address:
        if tls_cert or tls_key or insecure:
            raise UsageError("--tls-cert, --tls-key and --insecure belong to --grpc, which is missing")
        trio.run(_serve, database, delay, listener)
        return
    from referee import hosting  # noqa: PLC0415 - the pages alone need no gRPC
    from referee.server.config import Config  # noqa: PLC0415 - as above

    config = Config(address=grpc_address, tls_cert=tls_cert, tls_key=tls_key, insecure=insecure)
    config.check()
    hosting.run(_serve, database, delay, listener, config)


async def _serve(database: Path, public: float | None, listener: Listener, config: Config | None = None) -> None:
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
        background: list[Background] = [pages.keep_progress]
        async with AsyncExitStack() as stack:
            if config is not None:
                address = await stack.enter_async_context(_standings(config, source, access, listener))
                background.append(partial(_announce, f"grpc: {address}"))
            await serve_site(listener, access, site, say, background)
        nursery.cancel_scope.cancel()


async def _announce(text: str) -> None:
    """Print something after the URL of the pages, which comes first."""
    say(text)


def _standings(
    config: Config, source: SnapshotSource, access: AccessRules, listener: Listener
) -> AbstractAsyncContextManager[str]:
    """Serve the standings to the same visitors as the pages: over gRPC, the address shows who is on this machine."""
    from tournament.web.standings_service import open_standings  # noqa: PLC0415 - as above

    closed = listener.private or not (config.is_local or listener.open)
    return open_standings(config, source, replace(access, closed=closed))
