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
        IllegalChoice,
        NoOtherWorld,
        RecordError,
        RefereeError,
        RulesError,
        UsageError,
    )
    from referee.kernel.game import Game
    from referee.kernel.match import Match, resume, start
    from referee.kernel.ranking import Result

_HOMES = {
    "Game": "referee.kernel.game",
    "Match": "referee.kernel.match",
    "Result": "referee.kernel.ranking",
    "resume": "referee.kernel.match",
    "start": "referee.kernel.match",
} | dict.fromkeys(
    ["CardSetError", "IllegalChoice", "NoOtherWorld", "RecordError", "RefereeError", "RulesError", "UsageError"],
    "referee.errors",
)

__all__ = [
    "CardSetError",
    "Game",
    "IllegalChoice",
    "Match",
    "NoOtherWorld",
    "RecordError",
    "RefereeError",
    "Result",
    "RulesError",
    "UsageError",
    "games",
    "resume",
    "start",
]


def games() -> dict[str, Game[Any]]:
    """All games by id."""
    from referee.kernel.game import all_games

    return all_games()


def __getattr__(name: str) -> Any:
    # Bots import `referee.v1` alone: the kernel is loaded only for those who ask for it.
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'referee' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
