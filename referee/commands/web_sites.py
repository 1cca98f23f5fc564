"""The sites of `referee web` and `referee manual`, each put together and served."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import trio
from referee_client.errors import SettingsError
from referee_client.settings import Settings

from referee.calling import CallError
from referee.commands.bot_names import HUMAN
from referee.commands.bots import read_bots
from referee.commands.web_table import WebTable
from referee.counts import counted
from referee.errors import UsageError
from referee.kernel.game import find_game
from referee.manual.contents import ManualPage
from referee.pages.layout import Navigation
from referee.terminal.printing import say
from referee.web.calls import Calls
from referee.web.folders import RecordFolder
from referee.web.following import MatchPages
from referee.web.listeners import Listener
from referee.web.manual_pages import ManualPages
from referee.web.playing import RemoteSeatPages, TablePages
from referee.web.routes import Site
from referee.web.serving import serve_site
from referee.web.watching import Watches
from referee.web.web_seats import WebSeats


async def serve_referee(settings: Settings, delay: float, listener: Listener) -> None:
    """Serve the matches of a running referee."""
    access = listener.access()
    place = Navigation("Referee", (("Matches", "/"), ("Take a seat", "/sit")))
    site = Site(access, place)
    note = f"Everything is shown with a delay of {counted(delay, 'second')}." if delay else ""
    try:
        channel = settings.open_channel()
    except SettingsError as error:
        raise CallError(str(error)) from None
    with channel:
        async with trio.open_nursery() as nursery:
            calls = Calls(settings, channel, delay)
            pages = MatchPages(place, calls, Watches(calls, nursery), note)
            pages.add_to(site)
            RemoteSeatPages(place, WebSeats(settings, nursery, access.sessions), access).add_to(site)
            await serve_site(listener, access, site, say, [pages.keep_list])
            nursery.cancel_scope.cancel()


async def serve_folder(folder: Path, listener: Listener) -> None:
    """Serve the records in a folder."""
    access = listener.access()
    place = Navigation("Referee", (("Matches", "/"),))
    site = Site(access, place)
    MatchPages(place, RecordFolder(folder), None).add_to(site)
    await serve_site(listener, access, site, say)


def new_table(
    game: str, against: Sequence[str], options: Mapping[str, str], record: Path | None, decision: int | None
) -> WebTable:
    """A table at which a person plays against bots. Raises `UsageError` if the match is impossible."""
    if not against:
        raise UsageError("name each bot to play against with --against: greedy, random, first, or a command")
    if HUMAN in against:
        raise UsageError(
            f"--against {HUMAN}: only one person can play here; for several people use `referee serve` and --referee"
        )
    return WebTable(read_bots([HUMAN, *against], find_game(game), None), game, options, record, decision)


async def serve_table(table: WebTable, listener: Listener) -> None:
    """Serve a table on this machine."""
    access = listener.access()
    place = Navigation(f"Play {find_game(table.game).name}", (("Your seat", "/play"),))
    site = Site(access, place)
    TablePages(place, table).add_to(site)
    await serve_site(listener, access, site, say, [table.run], gives_way=False)


async def serve_manual(first: ManualPage | None, listener: Listener) -> None:
    """Serve the manual, and print the URL of the page `first`, or of its index."""
    access = listener.access()
    place = Navigation("Referee", (("Manual", "/"),))
    site = Site(access, place)
    ManualPages(place).add_to(site)

    def tell(address: str) -> None:
        home, slash, _ = address.rpartition("/")  # no page of the manual needs the key
        say(home + slash + (first.topic if first else ""))

    await serve_site(listener, access, site, tell)
