"""A match as bytes: the table at the start of its current phase, and the answers and events since then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from referee.kernel.asking import Answers
from referee.kernel.card_set import CardSet
from referee.kernel.game import Game, find_game
from referee.kernel.seats import Seat
from referee.kernel.stretch import Stretch
from referee.kernel.table import Happening


class Saved(msgspec.Struct, frozen=True):
    """The data that is written. `log` holds the events before the phase began."""

    game: str
    card_set: dict[str, Any] | None
    start: bytes
    answers: list[dict[int, int]]
    sealed: dict[int, int]
    log: msgspec.Raw


class Loaded(msgspec.Struct, frozen=True):
    """The data of a saved match, decoded, so that the match can continue."""

    game: Game[Any]
    card_set: CardSet
    start: bytes
    answers: list[Answers]
    log: list[Happening]


def to_bytes(game: Game[Any], card_set: CardSet, phase: Stretch, sealed: Answers, log: Sequence[Happening]) -> bytes:
    """Write a match; `phase` holds the steps since the start of its current phase."""
    told = [(happening.public, happening.private) for happening in log[: phase.event_count]]
    return msgspec.msgpack.encode(
        Saved(
            game.id,
            None if card_set.own is None else dict(card_set.own),
            phase.start,
            [_plain(step.answers) for step in phase.steps],
            _plain(sealed),
            msgspec.Raw(msgspec.msgpack.encode(told)),
        )
    )


def from_bytes(data: bytes, game: Game[Any] | None) -> Loaded:
    """Read a match. If a round is still open, its answers are the last ones."""
    saved = msgspec.msgpack.decode(data, type=Saved)
    game = game or find_game(saved.game)
    event: Any = game.event_type
    forms = msgspec.msgpack.decode(saved.log, type=list[tuple[event, dict[Seat, event]]])
    answers = [{Seat(seat): index for seat, index in given.items()} for given in [*saved.answers, saved.sealed]]
    return Loaded(game, CardSet.of(game, saved.card_set), saved.start, answers, [Happening(*form) for form in forms])


def _plain(answers: Answers) -> dict[int, int]:
    return dict(answers.items())
