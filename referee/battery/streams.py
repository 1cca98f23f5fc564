"""Check whether each source of chance has its own stream, by watching the draws of a match.

A source is a shuffled pile, or a place in the code that draws numbers. Streams with different names never affect each
other, so two sources can affect each other only if they draw from the same stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from inspect import currentframe
from itertools import combinations
from types import new_class
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from referee.kernel import chance as kernel_chance
from referee.kernel.chance import Chance
from referee.kernel.game import Game
from referee.kernel.table import Table

T = TypeVar("T", bound=Table[Any])
Item = TypeVar("Item")


class Source(NamedTuple):
    """One use of a stream.

    Attributes:
        stream: The name of the stream.
        in_set_up: Whether it was in the set-up. The set-up has no choices, so it always draws the same amount.
        site: The function that used it.
        pile: The place of the shuffled list in the table; empty if it is not in the table yet.
        cards: The shuffled cards; empty if a number was drawn.
    """

    stream: str
    in_set_up: bool
    site: str
    pile: str = ""
    cards: frozenset[str] = frozenset()

    def __str__(self) -> str:
        """Its name in messages."""
        return f"a shuffle of {self.pile or 'cards'} in {self.site}" if self.cards else f"a draw in {self.site}"

    def is_another_than(self, other: Source) -> bool:
        """Whether two uses of one stream are certainly two sources that can affect each other."""
        if self.in_set_up and other.in_set_up:
            return False
        if bool(self.cards) != bool(other.cards):
            return True
        if not self.cards:
            return self.site != other.site
        return self.pile != other.pile if self.pile and other.pile else not self.cards & other.cards


class _Watched(Chance):
    """A stream that records its uses."""

    __slots__ = ("_note", "_plain")

    def __init__(
        self, seed: bytes, name: str, drawn: dict[str, int], note: Callable[[Sequence[Any] | None], None]
    ) -> None:
        super().__init__(seed, name, drawn)
        self._plain = Chance(seed, name, drawn)
        self._note = note

    def below(self, bound: int) -> int:
        self._note(None)
        return self._plain.below(bound)

    def shuffle(self, items: MutableSequence[Item]) -> None:
        self._note(items)
        self._plain.shuffle(items)


@dataclass
class Draws:
    """What the matches of a game have drawn so far: the sources, and the number of draws without shuffles."""

    sources: set[Source] = field(default_factory=set)
    numbers: int = 0

    def note(self, t: Table[Any], name: str, items: Sequence[Any] | None) -> None:
        """Record a use of a stream: to shuffle `items`, or to draw a number (None)."""
        if items is None:
            self.sources.add(Source(name, not t.phase, _site()))
            self.numbers += 1
        elif len(items) > 1:
            self.sources.add(Source(name, not t.phase, _site(), _where(t, items, ""), frozenset(map(repr, items))))

    def shared_streams(self) -> Iterator[str]:
        """Streams that more than one source draws from."""
        for one, other in combinations(sorted(self.sources, key=str), 2):
            if one.stream == other.stream and one.is_another_than(other):
                yield (
                    f"two sources of chance share the stream {one.stream!r}: {one} and {other}. Draws of one "
                    "shift the other: give each its own stream, or draw in one function if they are the same"
                )


def watched(game: Game[T]) -> tuple[Game[T], Draws]:
    """The given game with watched streams, and the record of what its matches draw."""
    watch = Draws()

    def chance(t: T, name: str) -> Chance:
        return _Watched(t.seed, name, t.drawn, partial(watch.note, t, name))

    kind = new_class(game.table_type.__name__, (game.table_type,), exec_body=lambda body: body.update(chance=chance))
    return replace(game, table_type=kind), watch


def _site() -> str:
    """The function that draws; nested functions count as the outer one."""
    frame = currentframe()
    while frame is not None and frame.f_code.co_filename in {__file__, kernel_chance.__file__}:
        frame = frame.f_back
    assert frame is not None, "nobody draws"
    return f"{frame.f_globals['__name__']}.{frame.f_code.co_qualname.partition('.<locals>.<')[0]}"


def _where(of: Any, items: Sequence[Any], path: str) -> str:
    """The place of a list in a table; empty if it is nowhere."""
    if of is items:
        return path
    if isinstance(of, Struct):
        parts = [(f"{path}.{name}" if path else name, getattr(of, name)) for name in of.__struct_fields__]
    elif isinstance(of, list):
        parts = [(f"{path}[{at}]", one) for at, one in enumerate(of)]
    elif isinstance(of, dict):
        parts = [(f"{path}[{key!r}]", one) for key, one in of.items()]
    else:
        return ""
    return next(filter(None, (_where(one, items, place) for place, one in parts)), "")
