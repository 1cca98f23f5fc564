"""`referee web`: pages for people who watch or play in a browser."""

from __future__ import annotations

from pathlib import Path

import click
import trio
from referee_client.settings import Settings

from referee.commands import web_sites
from referee.commands.caller_options import caller_options, read_address
from referee.commands.completing import complete_bots, complete_games
from referee.commands.options import read_pairs, read_span
from referee.errors import UsageError
from referee.server import hosting
from referee.web.door_options import door_options
from referee.web.doors import Door


def _read_referee(context: click.Context, parameter: click.Parameter, text: str | None) -> str:
    return "" if text is None else read_address(context, parameter, text)


def _read_limit(context: click.Context, parameter: click.Parameter, text: str | None) -> int | None:
    return None if text is None else read_span(context, parameter, text)


@click.command
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Show the matches in a folder: where tokens and records are kept, or what --record of `referee play` wrote.",
)
@click.option(
    "--referee",
    "address",
    callback=_read_referee,
    metavar="ADDRESS",
    help="Show the matches of a referee that runs at host:port, or unix:/path, and let people sit down there.",
)
@click.option("--play", "game", shell_complete=complete_games, metavar="GAME", help="Play this game in the browser.")
@click.option(
    "--against",
    multiple=True,
    metavar="NAME|COMMAND",
    shell_complete=complete_bots,
    help="With --play: a bot to play against; repeat it for every other seat.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="With --play: an option of the game. May be repeated.",
)
@click.option(
    "--record", type=click.Path(path_type=Path), metavar="DIR", help="With --play: where to keep the records."
)
@click.option(
    "--decision",
    callback=_read_limit,
    metavar="SPAN",
    help="With --play: your time for a decision. Left out: no clock.",
)
@click.option(
    "--delay",
    callback=read_span,
    metavar="SPAN",
    default="0s",
    show_default=True,
    help="With --referee: show everything so much later than it is heard of, as for a public stream.",
)
@door_options
@caller_options
def web(
    settings: Settings,
    data: Path | None,
    game: str | None,
    against: tuple[str, ...],
    options: tuple[str, ...],
    record: Path | None,
    decision: int | None,
    delay: int,
    door: Door,
) -> None:
    """Serve pages for browsers until Ctrl-C, and print the address to open: of matches to watch, or of one to play.

    Give one of --referee, --data and --play. The address that is printed holds a key: with it you may play, and see
    replays with all hands. Without it, on this machine, everybody sees what a spectator sees; from elsewhere nobody
    sees anything, unless --everybody lets them look. With --referee the token is a spectator's or an organiser's: what
    its holder may not see the pages do not show.
    """
    if sum((data is not None, bool(settings.address), game is not None)) != 1:
        raise UsageError("give one of --referee ADDRESS, --data DIR and --play GAME")
    if game is None and (against or options or record or decision is not None):
        raise UsageError("--against, --option, --record and --decision go with --play")
    if delay and not settings.address:
        raise UsageError("--delay goes with --referee: elsewhere nothing is shown while it happens")
    if game is not None:
        table = web_sites.new_table(game, against, read_pairs("--option", options), record, decision)
        hosting.run(web_sites.serve_table, table, door)
    elif data is not None:
        trio.run(web_sites.serve_folder, data, door)
    else:
        trio.run(web_sites.serve_referee, settings, delay / 1000, door)
