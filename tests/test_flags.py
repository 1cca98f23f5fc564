"""Both programs use the same flag for the same thing, and a flag always means the same."""

from __future__ import annotations

from collections.abc import Iterator

import click
import msgspec
import pytest

import referee.cli
import tournament.cli
from tests.support.commands import commands_of
from tournament.plan.format_section import Format
from tournament.plan.listen import Listen
from tournament.plan.plan import Entrant, RatingRules, Run, Time, Tournament

MEANINGS = {
    # the flag as the help shows it, and words that each of its help texts contains
    "--address": "host:port",
    "--against": "a bot to play against",
    "--cluster": "dask scheduler",
    "--delay": "after this delay",
    "--everybody": "without the key",
    "--grpc": "over grpc",
    "--host": "host name of this server",
    "--play": "play this game",
    "--referee": "referee running at",
    "--all": "every turn",
    "--all-seats": "every seat saw",
    "--anchor": "rating of a bot",
    "--bank": "extra time of a seat",
    "--bot": "the bot in a seat",
    "--bot-version": "only this version of the bot",
    "--bots": "every seat has one of these bots",
    "--ca": "trust these",
    "--cards": "custom card set",
    "--check/--no-check": "start every bot",
    "--cover-forfeits/--no-cover-forfeits": "defaults of a forfeited seat",
    "--descriptor-set": "filedescriptorset",
    "--csv": "print csv",
    "--dataset": "arrays for numpy",
    "--cycles": "mix of bots that no bot beats",
    "--davidson": "davidson's model",
    "--data": "data folder|folder for tokens and records|matches in a folder",
    "--db": "the tournament's database",
    "--deals": "number of deals",
    "--decision": "time for each decision|time for a decision",
    "--dry-run": "without changing",
    "--duplicate/--no-duplicate": "once per rotation",
    "--env": "variable for the bots",
    "--exploitability": "deals with a search against each bot",
    "--game": "messages of this game|only this game",
    "--grade": "in standings.csv",
    "--grace": "running matches get to finish",
    "--html": "replay page",
    "--id": "your own id",
    "--in-process": "in this process",
    "--increment": "every answer adds",
    "--insecure": "without tls",
    "--json": "json",
    "--limit": "at most",
    "--long": "long tests",
    "--margin": "to the bot and back",
    "--max-strikes": "strikes that forfeit",
    "--memory": "mib",
    "--metrics": "for prometheus",
    "--traces": "opentelemetry collector",
    "--option": "option of the game",
    "--organiser": "allow creating",
    "--prior": "standard deviation",
    "--processes": "fresh",
    "--prefix": "path at which a proxy serves",
    "--private": "nothing without the key",
    "--proxy": "trust the proxy",
    "--public": "let every|all visitors",
    "--readable": "may read",
    "--record": "write the records",
    "--records/--no-records": "also write the records",
    "--renumber": "numbers of fields to change",
    "--replays/--no-replays": "whether to write a replay page",
    "--replace": "differ",
    "--revoke": "invalid",
    "--sandbox": "bubblewrap",
    "--rules": "print the rules",
    "--seat": "this seat",
    "--since-date": "began on this day or later",
    "--seats": "number of seats",
    "--seed": "derive all cards",
    "--show-cards": "print the card set",
    "--spectator": "watch|spectator may see",
    "--sprt": "sequential test",
    "--sqlite": "an sqlite database",
    "--startup": "connect",
    "--tcp": "unix sockets",
    "--timeout": "stop the query after",
    "--tls-cert": "certificate",
    "--tls-key": "private key",
    "--token": "your token",
    "--token-file": "your token",
    "--until": "no match after this time",
    "--until-date": "began on this day or earlier",
    "--web": "for your browser",
    "--why": "the reason",
    "--without-forfeits": "no bot forfeited",
    "--workers": "worker processes",
    "-o/--out": "where to write|folder",
}
SAME_IN_PLANS = {
    *("address", "bank", "cards", "cover_forfeits", "deals", "decision", "duplicate", "env", "game", "in_process"),
    *(
        "increment",
        "insecure",
        "margin",
        "max_strikes",
        "memory",
        "processes",
        "readable",
        "sandbox",
        "seats",
        "seed",
        "startup",
    ),
    *("tls_cert", "tls_key", "workers"),
}


def options(group: click.Group, name: str) -> Iterator[tuple[str, click.Option]]:
    """All options of all commands of a program."""
    for words, command in commands_of(group, name):
        yield from ((" ".join(words), option) for option in command.params if isinstance(option, click.Option))


def flag(option: click.Option) -> str:
    return "/".join([*option.opts, *option.secondary_opts])


EVERY = [*options(referee.cli.main, "referee"), *options(tournament.cli.main, "tournament")]
TOLD = {(command, flag(option)) for command, option in EVERY}


@pytest.mark.parametrize(("command", "option"), [pytest.param(*one, id=f"{one[0]} {flag(one[1])}") for one in EVERY])
def test_a_flag_means_the_same_wherever_it_stands(command: str, option: click.Option) -> None:
    assert flag(option) in MEANINGS, f"{command}: is there a flag with this meaning already?"
    told = (option.help or "").lower()
    assert any(meaning in told for meaning in MEANINGS[flag(option)].split("|")), told


def test_every_flag_of_the_table_is_there() -> None:
    assert set(MEANINGS) == {flag(option) for _, option in EVERY}


def test_what_a_plan_says_too_has_the_same_name_there() -> None:
    parts = (Tournament, Format, Run, RatingRules, Time, Listen, Entrant)
    keys = {field.name for part in parts for field in msgspec.structs.fields(part)}
    names = {name.lstrip("-").replace("-", "_") for shown in MEANINGS for name in shown.split("/")}
    assert names & keys == SAME_IN_PLANS


@pytest.mark.parametrize("name", sorted(set(referee.cli.main.commands) & set(tournament.cli.main.commands)))
def test_what_both_programs_tell_both_tell_as_json(name: str) -> None:
    has = [(f"{program} {name}", "--json") in TOLD for program in ("referee", "tournament")]
    assert has[0] == has[1]
