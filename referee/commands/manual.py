"""`referee manual`: the manual in the terminal, or in a browser."""

from __future__ import annotations

import sys

import click
import trio

from referee.commands import web_sites
from referee.commands.completing import complete_topics
from referee.errors import UsageError
from referee.manual.contents import find, pages
from referee.manual.narrow import narrow
from referee.terminal.markdown import laid_out
from referee.terminal.printing import say
from referee.web.listener_options import ADDRESS
from referee.web.listeners import read_listener

WIDTH = 80


@click.command
@click.argument("topic", required=False, shell_complete=complete_topics)
@click.option("--web", "in_browser", is_flag=True, help="Serve the manual for your browser and print its URL.")
@click.option(
    "--address",
    "bind",
    metavar="ADDRESS",
    help=f"With --web: where to serve it, as host:port; port 0 takes any free port.  [default: {ADDRESS}]",
)
def manual(topic: str | None, bind: str | None, *, in_browser: bool) -> None:
    """Show the page of the manual about TOPIC, or list all topics.

    With --web, serve the manual for your browser on this machine and print its URL; with a TOPIC, that of its page.
    Ctrl-C stops it.
    """
    page = None if topic is None else find(topic)
    if in_browser:
        listener = read_listener(bind or ADDRESS)
        if not listener.is_local:
            raise UsageError(f"--address {bind}: the manual is served on this machine only, e.g. at {ADDRESS}")
        trio.run(web_sites.serve_manual, page, listener)
    elif bind:
        raise UsageError("--address needs --web")
    else:
        _print_paged(_table_of_contents() if page is None else laid_out(narrow(page, WIDTH), WIDTH))


def _print_paged(text: str) -> None:
    """Print a text, through a pager at a terminal. Elsewhere click 8.4 would close stdout."""
    if sys.stdout.isatty():
        click.echo_via_pager(text)
    else:
        say(text, nl=False)


def _table_of_contents() -> str:
    widest = max(len(page.name) for page in pages())
    lines = ["`referee manual TOPIC` shows a page, `referee manual --web` all in your browser."]
    section = ""
    for page in pages():
        if page.section != section:
            section = page.section
            lines += ["", section]
        lines.append(f"  {page.name:{widest}}  {page.title}")
    return "\n".join(lines) + "\n"
