"""Tables whose chance is guided: shuffles and draws have chosen outcomes, and are recorded."""

from __future__ import annotations

from collections.abc import MutableSequence
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

import msgspec

from referee.kernel.chance import Chance
from referee.kernel.game import Game
from referee.kernel.table import Table

DrawKey = tuple[str, int]
"""The name of a stream, and the number of its draws before this one."""


class Guide(msgspec.Struct):
    """The outcomes of chance in one run.

    Attributes:
        seed: Outcomes that are not chosen are derived from it.
        orders: For each shuffle, the former index of each item.
        numbers: For each other draw, the number.
        items: For each shuffle of this run, the items in their new order.
        bounds: For each other draw of this run, its bound.
    """

    seed: bytes
    orders: dict[DrawKey, list[int]] = {}
    numbers: dict[DrawKey, int] = {}
    items: dict[DrawKey, list[Any]] = {}
    bounds: dict[DrawKey, int] = {}

    def fixed_draws(self) -> dict[str, dict[int, int]]:
        """The outcomes of this run, represented as draws of its streams."""
        fixed: dict[str, dict[int, int]] = {}
        for name, count in self.bounds:
            fixed.setdefault(name, {})[count] = self.numbers[name, count]
        for name, count in self.items:
            draws = fixed.setdefault(name, {})
            draws.update(enumerate(_draws_of(self.orders[name, count]), count))
        return fixed


def _draws_of(order: list[int]) -> list[int]:
    """The draws with which a shuffle puts items into this order."""
    lying, draws = [*range(len(order))], []
    for last in range(len(order) - 1, 0, -1):
        other = lying.index(order[last])
        lying[last], lying[other] = lying[other], lying[last]
        draws.append(other)
    return draws


guide_of_run: ContextVar[Guide] = ContextVar("guide_of_run")
"""The guide of the tables that play now."""


class GuidedChance(Chance):
    """A stream that follows the guide."""

    __slots__ = ("_guide",)

    def __init__(self, guide: Guide, name: str, drawn: dict[str, int]) -> None:
        super().__init__(guide.seed, name, drawn)
        self._guide = guide

    def below(self, bound: int) -> int:
        """The chosen number, or one that is derived from the seed."""
        guide, key = self._guide, (self._name, self._drawn.get(self._name, 0))
        number = super().below(bound)
        guide.bounds[key] = bound
        return guide.numbers.setdefault(key, number) % bound

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle the items in the chosen order, or in one that is derived from the seed."""
        guide, count = self._guide, self._drawn.get(self._name, 0)
        key, size = (self._name, count), len(items)
        order = guide.orders.get(key, [])
        if len(order) != size:
            order = [*range(size)]
            free = Chance(guide.seed, self._name, {self._name: count})
            free.shuffle(order)
            guide.orders[key] = order
        self._drawn[self._name] = count + max(size - 1, 0)
        items[:] = [items[index] for index in order]
        guide.items[key] = [*items]


@lru_cache
def guided_decoder(table_type: Any) -> msgspec.msgpack.Decoder[Any]:
    """The reader of tables of a type whose chance follows the guide of the run."""

    def chance(table: Table[Any], name: str) -> Chance:
        return GuidedChance(guide_of_run.get(), name, table.drawn)

    name, namespace = f"Guided{table_type.__name__}", {"chance": chance}
    return msgspec.msgpack.Decoder(msgspec.defstruct(name, [], bases=(table_type,), namespace=namespace, kw_only=True))


def guided_table(game: Game[Any], encoded: bytes) -> Table[Any]:
    """Read a table whose random draws follow the guide of the run."""
    table_type: Any = game.table_type
    table: Table[Any] = guided_decoder(table_type).decode(encoded)
    return table
