"""The three sites of `referee web`, each put together and served."""

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
from referee.pages.layout import Masthead
from referee.terminal.printing import say
from referee.web.calls import Calls
from referee.web.chairs import Chairs
from referee.web.doors import Door
from referee.web.folders import RecordFolder
from referee.web.following import MatchPages
from referee.web.playing import ChairPages, TablePages
from referee.web.routes import Site
from referee.web.serving import serve_site
from referee.web.watching import Watches


async def serve_referee(settings: Settings, delay: float, door: Door) -> None:
    """The matches of a referee that runs."""
    guard = door.guard()
    place = Masthead("Referee", (("Matches", "/"), ("Sit down", "/sit")))
    site = Site(guard, place)
    note = f"Everything is shown {counted(delay, 'second')} later than it happens." if delay else ""
    try:
        channel = settings.open_channel()
    except SettingsError as error:
        raise CallError(str(error)) from None
    with channel:
        async with trio.open_nursery() as nursery:
            calls = Calls(settings, channel, delay)
            pages = MatchPages(place, calls, Watches(calls, nursery), note)
            pages.add_to(site)
            ChairPages(place, Chairs(settings, nursery), guard).add_to(site)
            await serve_site(door, guard, site, say, [pages.keep_list])
            nursery.cancel_scope.cancel()


async def serve_folder(folder: Path, door: Door) -> None:
    """The records in a folder."""
    guard = door.guard()
    place = Masthead("Referee", (("Matches", "/"),))
    site = Site(guard, place)
    MatchPages(place, RecordFolder(folder), None).add_to(site)
    await serve_site(door, guard, site, say)


def new_table(
    game: str, against: Sequence[str], options: Mapping[str, str], record: Path | None, decision: int | None
) -> WebTable:
    """A table at which a person plays against bots. Raises `UsageError` for what can not be played."""
    if not against:
        raise UsageError("give each bot to play against with --against: greedy, random, first, or a command")
    if HUMAN in against:
        raise UsageError(f"--against {HUMAN}: one person plays here; `referee serve` and --referee are for several")
    return WebTable(read_bots([HUMAN, *against], find_game(game), None), game, options, record, decision)


async def serve_table(table: WebTable, door: Door) -> None:
    """A table of this machine."""
    guard = door.guard()
    place = Masthead(f"Play {find_game(table.game).name}", (("Your seat", "/play"),))
    site = Site(guard, place)
    TablePages(place, table).add_to(site)
    await serve_site(door, guard, site, say, [table.run], gives_way=False)
