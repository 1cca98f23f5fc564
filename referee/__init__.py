"""Referee: an arbiter for bot tournaments of hidden-information tabletop games.

match = referee.start("keepers", seats=3, seed=7)
while match.asked:
    match.answer({seat: match.default(seat) for seat in match.asked})
print(match.result)

kernel              runs the rules of any game: tables, asking, chance, zones, messages, records; pure
games               the games, one package each; pure
battery             what must hold for every game, as tests
learning            numbered actions, observations as arrays, and environments for training
server              plays matches with bots over gRPC: their processes, the match's clock, the lobby, storage
pages               HTML for browsers, as functions of what a viewer may see
terminal            how every command prints, and how it exits
manual              the pages of the manual
people              a seat that a person plays at this terminal
local               matches on this machine: a referee, bot processes, bots in this process
checking            a deliberately difficult referee that tests a bot, for `referee bot check`
starters            what `referee bot new` and `referee game new` write
game_check          checks for the author of a game before a release, for `referee game check`
doctor              what this machine has and lacks, for `referee doctor`
web                 a web server for watching and playing in a browser
commands, cli       the command line

No package in this list imports from a package below it. The remaining modules belong to no package:

errors              the exceptions: mistakes of callers, bots, files and rules
calling             calls to a running referee, for commands and pages
files               private files, and plain messages when a disk fails
neutral, excerpts   untrusted text, made harmless and shortened
counts, digits, durations, sizes    numbers, durations and amounts of memory, as people write them
addresses           addresses of servers, as people write them
columns             text in columns
remembering         whether a bot could recognise a deal
match_times         what metrics and traces report about a match
metrics             counts and times for Prometheus
traces, trace_exporter    traces for OpenTelemetry, and the process that sends them
hosting             runs a program that contains a referee: trio beside gRPC
version             the installed version

Bots use only `referee_client` (`clients/python`), which also provides the generated messages to this package.
Tournaments are in the package `tournament`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.errors import (
        CardSetError,
        DeclarationError,
        IllegalChoice,
        MatchFailed,
        NoOtherWorld,
        RecordError,
        RefereeError,
        RulesError,
        UsageError,
    )
    from referee.kernel.game import GAME_API, Game, all_games
    from referee.kernel.match import Match, start
    from referee.kernel.ranking import Result
    from referee.kernel.record import Record, read_record
    from referee.kernel.replay import verify as verify_record

_ERRORS = [
    "CardSetError",
    "DeclarationError",
    "IllegalChoice",
    "MatchFailed",
    "NoOtherWorld",
    "RecordError",
    "RefereeError",
    "RulesError",
    "UsageError",
]
_HOMES = {
    "GAME_API": ("referee.kernel.game", "GAME_API"),
    "Game": ("referee.kernel.game", "Game"),
    "Match": ("referee.kernel.match", "Match"),
    "Record": ("referee.kernel.record", "Record"),
    "Result": ("referee.kernel.ranking", "Result"),
    "all_games": ("referee.kernel.game", "all_games"),
    "read_record": ("referee.kernel.record", "read_record"),
    "start": ("referee.kernel.match", "start"),
    "verify_record": ("referee.kernel.replay", "verify"),
} | {name: ("referee.errors", name) for name in _ERRORS}

__all__ = [
    "GAME_API",
    "CardSetError",
    "DeclarationError",
    "Game",
    "IllegalChoice",
    "Match",
    "MatchFailed",
    "NoOtherWorld",
    "Record",
    "RecordError",
    "RefereeError",
    "Result",
    "RulesError",
    "UsageError",
    "all_games",
    "read_record",
    "start",
    "verify_record",
]


def __getattr__(name: str) -> Any:
    # Importing one part of the package loads only that part, without the kernel.
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'referee' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)
