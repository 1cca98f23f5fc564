"""`referee match`: matches at a running referee."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import click
from referee_client.settings import Settings
from referee_client.v1 import match_pb2
from referee_client.v1 import match_service_pb2 as wire

from referee.calling import SECONDS_FOR_ANSWER, Caller, open_caller
from referee.commands.caller_options import address_option, caller_options
from referee.commands.completing import complete_games
from referee.commands.match_texts import match_data, match_text, table_of_matches
from referee.commands.options import SPANS, cards_text_option, json_option, read_pairs, read_span
from referee.server.match.messages import duration
from referee.terminal.printing import print_json, say

PAGE = 100
MOST_LISTED = 1_000_000

_match_id = click.argument("match_id", metavar="ID")


@click.group
def match() -> None:
    """Create, list, show, watch and cancel matches at a running referee (`referee serve`)."""


def _limits(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the time limits. The referee chooses any options that you do not set."""
    for name, what in reversed(SPANS.items()):
        option = click.option(
            f"--{name}", callback=_read_limit, metavar="DURATION", help=f"{what} Default: the referee's."
        )
        command = option(command)
    return command


def _read_limit(context: click.Context, parameter: click.Parameter, text: str | None) -> int | None:
    return None if text is None else read_span(context, parameter, text)


@match.command
@click.argument("game", shell_complete=complete_games)
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option(
    "--id",
    "match_id",
    default="",
    help="Your own id for the match: if you repeat the command with the same id, no second match is created.",
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game. May be repeated."
)
@cards_text_option
@_limits
@json_option
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
    """Create a match of GAME between bots and print its id. Needs an organiser's token.

    Each BOT is the name of a bot's token, in seat order. The match begins when all of them are connected.
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
        created = caller.matches.CreateMatch(request, metadata=caller.metadata, timeout=SECONDS_FOR_ANSWER)
    for warning in created.warnings:
        say(f"Warning: {warning}", err=True)
    if as_json:
        print_json({**match_data(created.match), "warnings": list(created.warnings)})
    else:
        say(created.match.match_id)


@match.command("list")
@click.option(
    "--limit", type=click.IntRange(1, MOST_LISTED), default=PAGE, show_default=True, help="List at most this many."
)
@json_option
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
        say(f"There are more matches; --limit {2 * limit} lists more of them.", err=True)


def _pages(caller: Caller, size: int) -> Iterator[match_pb2.Match]:
    """All matches, requested page by page."""
    request = wire.ListMatchesRequest(page_size=min(size, PAGE))
    while True:
        response = caller.matches.ListMatches(request, metadata=caller.metadata, timeout=SECONDS_FOR_ANSWER)
        yield from response.matches
        if not response.next_page_token:
            return
        request.page_token = response.next_page_token


@match.command
@_match_id
@json_option
@address_option
@caller_options
def show(settings: Settings, match_id: str, as_json: bool) -> None:
    """Show the match ID: its bots, options, state and result. `watch` shows its steps."""
    with open_caller(settings) as caller:
        request = wire.GetMatchRequest(match_id=match_id)
        found = caller.matches.GetMatch(request, metadata=caller.metadata, timeout=SECONDS_FOR_ANSWER).match
    if as_json:
        print_json(match_data(found))
    else:
        say(match_text(found))


@match.command
@_match_id
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one line for each step.")
@address_option
@caller_options
def watch(settings: Settings, match_id: str, as_json: bool) -> None:
    """Show the match ID step by step as it happens, as a spectator sees it, from its first decision to its end."""
    with open_caller(settings) as caller:
        request = wire.WatchMatchRequest(match_id=match_id, wants_text=True)
        last = wire.WatchMatchResponse()
        for number, step in enumerate(caller.matches.WatchMatch(request, metadata=caller.metadata)):
            if as_json:
                print_json({"match": match_data(step.match), "text": step.text}, indent=None)
            elif not last.text.endswith(step.text):  # the last message repeats the table of the last step
                say(f"{'== Step ' + str(number) if number else '== The beginning'}\n{step.text}\n")
            last = step
    if not as_json:
        say(match_text(last.match))


@match.command
@_match_id
@json_option
@address_option
@caller_options
def cancel(settings: Settings, match_id: str, as_json: bool) -> None:
    """Cancel the match ID; it then has no result. Needs an organiser's token."""
    with open_caller(settings) as caller:
        request = wire.CancelMatchRequest(match_id=match_id)
        cancelled = caller.matches.CancelMatch(request, metadata=caller.metadata, timeout=SECONDS_FOR_ANSWER).match
    if as_json:
        print_json(match_data(cancelled))
    else:
        say(f"{cancelled.match_id}: cancelled")
