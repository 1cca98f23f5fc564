"""`referee web`: a web server for watching and playing in a browser."""

from __future__ import annotations

from pathlib import Path

import click
import trio
from referee_client.settings import Settings

from referee import hosting
from referee.commands import web_sites
from referee.commands.caller_options import caller_options, read_address
from referee.commands.completing import complete_bots, complete_games
from referee.commands.options import read_pairs, read_span
from referee.errors import UsageError
from referee.web.listener_options import listener_options
from referee.web.listeners import Listener


def _read_referee(context: click.Context, parameter: click.Parameter, text: str | None) -> str:
    return "" if text is None else read_address(context, parameter, text)


def _read_limit(context: click.Context, parameter: click.Parameter, text: str | None) -> int | None:
    return None if text is None else read_span(context, parameter, text)


@click.command
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Show the matches in a folder: --data of `referee serve`, or --record of `referee play`.",
)
@click.option(
    "--referee",
    "address",
    callback=_read_referee,
    metavar="ADDRESS",
    help="Show the matches of the referee running at host:port or unix:/path, and let people play there.",
)
@click.option("--play", "game", shell_complete=complete_games, metavar="GAME", help="Play this game in the browser.")
@click.option(
    "--against",
    multiple=True,
    metavar="NAME|COMMAND",
    shell_complete=complete_bots,
    help="With --play: a bot to play against. Repeat it for every other seat.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="With --play: an option of the game. May be repeated.",
)
@click.option("--record", type=click.Path(path_type=Path), metavar="DIR", help="With --play: write the records there.")
@click.option(
    "--decision",
    callback=_read_limit,
    metavar="DURATION",
    help="With --play: your time for a decision. Default: no clock.",
)
@click.option(
    "--delay",
    callback=read_span,
    metavar="DURATION",
    default="0s",
    show_default=True,
    help="With --referee: show everything after this delay, as for a public stream.",
)
@listener_options
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
    listener: Listener,
) -> None:
    """Start a web server for watching or playing matches and print its URL. Ctrl-C stops it.

    Give one of --referee, --data and --play. The printed URL contains a key. With it you can play, and see replays with
    all hands. Without the key, visitors on this machine see what a spectator sees; visitors from elsewhere see nothing,
    unless --everybody lets them watch. With --referee use the token of a spectator or an organiser: the pages show only
    what its holder may see.
    """
    if sum((data is not None, bool(settings.address), game is not None)) != 1:
        raise UsageError("give one of --referee ADDRESS, --data DIR and --play GAME")
    if game is None and (against or options or record or decision is not None):
        raise UsageError("--against, --option, --record and --decision need --play")
    if delay and not settings.address:
        raise UsageError("--delay needs --referee: other pages do not show running matches")
    if game is not None:
        table = web_sites.new_table(game, against, read_pairs("--option", options), record, decision)
        hosting.run(web_sites.serve_table, table, listener)
    elif data is not None:
        trio.run(web_sites.serve_folder, data, listener)
    else:
        trio.run(web_sites.serve_referee, settings, delay / 1000, listener)
