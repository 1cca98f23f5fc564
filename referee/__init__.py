"""Referee: an arbiter for bot tournaments of hidden-information tabletop games.

match = referee.start("keepers", seats=3, seed=7)
while match.asked:
    match.answer({seat: match.default(seat) for seat in match.asked})
print(match.result)

kernel      runs the rules of any game: tables, asking, chance, zones, messages, records; pure
games       the games, one package each; pure
battery     what must hold for every game, as tests
server      plays matches with bots over gRPC: their processes, the match's clock, the lobby, storage
checking    plays an awkward referee against a bot, for `referee bot check`
commands    the command line; cli.py puts it together

Bots use referee_client alone (`clients/python`), from which the code of the messages comes here too, and tournaments
are the package `tournament`. No line of the list imports from one below it.
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
    from referee.kernel.game import Game, all_games
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
    # Whoever imports a part of the package loads that part alone, and not the kernel too.
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'referee' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)
