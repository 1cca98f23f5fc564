"""Card sets at the limits of what a game accepts: numbers of its own set are made as small or as large as allowed.

The facts of a game provide such sets as `card_sets`, and the battery plays them.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from referee.errors import CardSetError
from referee.kernel.card_set import CardSet
from referee.kernel.cards import CardData
from referee.kernel.game import Game

Raw = dict[str, Any]
Path = tuple[str | int, ...]

ENDS = (0, 1, 2, 5, 10, 12, 20, 100, 1000)
"""The limits of the declared ranges.

If a field does not allow one of these limits, smaller or larger numbers are tried.
"""
MOST_CHANGES = 25
SHARE_OF_LARGE = 0.7


def changed_cards(
    game: Game[Any], randomly: Random, changes: int | None = None, repair: Callable[[Raw], None] | None = None
) -> Raw:
    """A valid card set in which some numbers, or as many as possible, are at a limit of their range.

    Args:
        game: The game.
        randomly: The source of the random choices.
        changes: The number of changes; None: up to `MOST_CHANGES`.
        repair: Corrects values that depend on a changed number, such as the sum of all copies; None: no value depends
            on another.
    """
    raw: Raw = copy.deepcopy(dict(game.card_data))
    paths = [path for path, _ in numbers_in(raw)]
    wanted = randomly.randint(1, MOST_CHANGES) if changes is None else changes
    for path in randomly.sample(paths, min(wanted, len(paths))):
        large = randomly.random() < SHARE_OF_LARGE
        for number in sorted(ENDS, reverse=large):
            changed = copy.deepcopy(raw)
            _put(changed, path, number)
            if repair is not None:
                repair(changed)
            if _loads(game, changed):
                raw = changed
                break
    return raw


def changes_in(game: Game[Any], cards: CardData) -> dict[Path, int]:
    """The numbers that differ from the game's own set, each with its path."""
    own = dict(numbers_in(game.card_data))
    return {path: number for path, number in numbers_in(cards) if path in own and own[path] != number}


def put_back(game: Game[Any], cards: CardData, path: Path) -> CardData | None:
    """The set with one number reset to that of the game's own set; None if that set is invalid."""
    raw: Raw = copy.deepcopy(dict(cards))
    _put(raw, path, dict(numbers_in(game.card_data))[path])
    return raw if _loads(game, raw) else None


def numbers_in(value: Any, path: Path = ()) -> Iterator[tuple[Path, int]]:
    """Every whole number in a card set, with its path."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from numbers_in(inner, (*path, name))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from numbers_in(inner, (*path, at))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path, value


def _put(raw: Any, path: Path, number: int) -> None:
    for step in path[:-1]:
        raw = raw[step]
    raw[path[-1]] = number


def _loads(game: Game[Any], raw: Raw) -> bool:
    try:
        CardSet.of(game, raw)
    except CardSetError:
        return False
    return True
