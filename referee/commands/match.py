"""`referee match`: matches at a referee that runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import click
from referee_client.settings import Settings
from referee_client.v1 import match_pb2
from referee_client.v1 import match_service_pb2 as wire

from referee.calling import PATIENCE, Caller, open_caller
from referee.commands.caller_options import address_option, caller_options
from referee.commands.completing import complete_games
from referee.commands.match_texts import match_data, match_text, table_of_matches
from referee.commands.options import SPANS, cards_text_option, read_pairs, read_span
from referee.server.match.messages import duration
from referee.terminal.printing import print_json, say

PAGE = 100
MOST_LISTED = 1_000_000

_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_match_id = click.argument("match_id", metavar="ID")


@click.group
def match() -> None:
    """Create, list, show, watch and cancel matches at a referee that runs (`referee serve`)."""


def _limits(command: Callable[..., Any]) -> Callable[..., Any]:
    """The limits of time; what is not given is left to the referee."""
    for name, what in reversed(SPANS.items()):
        option = click.option(
            f"--{name}", callback=_read_limit, metavar="SPAN", help=f"{what} Left out: the referee's."
        )
        command = option(command)
    return command


def _read_limit(context: click.Context, parameter: click.Parameter, text: str | None) -> int | None:
    return None if text is None else read_span(context, parameter, text)


@match.command
@click.argument("game", shell_complete=complete_games)
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option("--id", "match_id", default="", help="An id of your own, so that a second try creates no second match.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game. May be repeated."
)
@cards_text_option
@_limits
@_json
@address_option
@caller_options
def create(
    settings: Settings,
    game: str,
    bots: Sequence[str],
    match_id: str,
    options: Sequence[str],
    cards: str,
    as_json: bool,
    **spans: int | None,
) -> None:
    """Create a match of GAME between BOTS, named in seat order as their tokens are, and print its id.

    It begins when all of them are connected. Needs an organiser's token.
    """
    request = wire.CreateMatchRequest(
        match_id=match_id,
        game_id=game,
        seats=[match_pb2.Seat(bot=bot) for bot in bots],
        options=read_pairs("--option", options),
        cards_toml=cards,
    )
    for name, span in spans.items():
        if span is not None:
            getattr(request.time_control, name).CopyFrom(duration(span))
    with open_caller(settings) as caller:
        created = caller.matches.CreateMatch(request, metadata=caller.metadata, timeout=PATIENCE)
    for warning in created.warnings:
        say(f"Warning: {warning}", err=True)
    if as_json:
        print_json({**match_data(created.match), "warnings": list(created.warnings)})
    else:
        say(created.match.match_id)


@match.command("list")
@click.option(
    "--limit", type=click.IntRange(1, MOST_LISTED), default=PAGE, show_default=True, help="How many are listed at most."
)
@_json
@address_option
@caller_options
def list_matches(settings: Settings, limit: int, as_json: bool) -> None:
    """List the matches, newest first. Needs a spectator's or an organiser's token, unless the referee is public."""
    with open_caller(settings) as caller:
        listed = [*islice(_pages(caller, limit), limit + 1)]
    shown = listed[:limit]
    if as_json:
        print_json([match_data(one) for one in shown])
        return
    say(table_of_matches(shown))
    if len(listed) > limit:
        say(f"There are more; --limit {2 * limit} lists more of them.", err=True)


def _pages(caller: Caller, size: int) -> Iterator[match_pb2.Match]:
    """All matches, asked for page by page."""
    request = wire.ListMatchesRequest(page_size=min(size, PAGE))
    while True:
        response = caller.matches.ListMatches(request, metadata=caller.metadata, timeout=PATIENCE)
        yield from response.matches
        if not response.next_page_token:
            return
        request.page_token = response.next_page_token


@match.command
@_match_id
@_json
@address_option
@caller_options
def show(settings: Settings, match_id: str, as_json: bool) -> None:
    """Tell all about the match ID but what happened in it: `watch` tells that."""
    with open_caller(settings) as caller:
        request = wire.GetMatchRequest(match_id=match_id)
        found = caller.matches.GetMatch(request, metadata=caller.metadata, timeout=PATIENCE).match
    if as_json:
        print_json(match_data(found))
    else:
        say(match_text(found))


@match.command
@_match_id
@click.option("--json", "as_json", is_flag=True, help="Print JSON, a line for each step.")
@address_option
@caller_options
def watch(settings: Settings, match_id: str, as_json: bool) -> None:
    """Tell the match ID step by step as it happens, as a spectator sees it, from its first decision to its end."""
    with open_caller(settings) as caller:
        request = wire.WatchMatchRequest(match_id=match_id, wants_text=True)
        last = wire.WatchMatchResponse()
        for number, step in enumerate(caller.matches.WatchMatch(request, metadata=caller.metadata)):
            if as_json:
                print_json({"match": match_data(step.match), "text": step.text}, indent=None)
            elif not last.text.endswith(step.text):  # the end shows the table of the last step once more
                say(f"{'== Step ' + str(number) if number else '== The beginning'}\n{step.text}\n")
            last = step
    if not as_json:
        say(match_text(last.match))


@match.command
@_match_id
@_json
@address_option
@caller_options
def cancel(settings: Settings, match_id: str, as_json: bool) -> None:
    """Cancel the match ID, which then has no result. Needs an organiser's token."""
    with open_caller(settings) as caller:
        request = wire.CancelMatchRequest(match_id=match_id)
        cancelled = caller.matches.CancelMatch(request, metadata=caller.metadata, timeout=PATIENCE).match
    if as_json:
        print_json(match_data(cancelled))
    else:
        say(f"{cancelled.match_id}: cancelled")
