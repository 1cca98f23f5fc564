"""Repairs of an imagined world: other hidden cards, other outcomes of chance, other choices of other seats.

Most repairs are aimed: where the attempt differs first, they put what the seat saw there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from referee.kernel.chance import SEED_BYTES, Chance
from referee.kernel.game import Game
from referee.kernel.seats import Seat
from referee.kernel.table import Table
from referee.kernel.zones import Place, exchange, hidden_from
from referee.learning.comparing import differences, values_in
from referee.learning.guiding import Guide
from referee.learning.imagining import Attempt, Choices

ANY_SWAP = 4
"""One of this many cards is chosen at random instead."""

MOST_SWAPS = 8
"""This many swaps are tried to find one that gives a possible table."""

LATEST = 3
"""Every second repair of choices changes one of this many latest steps; the other repairs change any step."""


class World(msgspec.Struct):
    """A table at the start of a phase, the outcomes of chance since then, and the choices of others in each step."""

    start: bytes
    guide: Guide
    choices: Sequence[Choices] = ()


class Spot(msgspec.Struct):
    """Where a card lies that the seat does not see: in a zone of the table, or (None) in a later shuffle.

    Cards can change places within a `pool`.
    """

    holder: Place[Any] | None
    at: int
    card: Any
    pool: Any

    @property
    def key(self) -> tuple[Any, ...]:
        """The place alone."""
        return (None, self.pool, self.at) if self.holder is None else (self.holder.zone.name, self.owner, self.at)

    @property
    def owner(self) -> Seat | None:
        """The seat that has the card, if one does."""
        return None if self.holder is None else self.holder.owner


class Repairs:
    """Repairs of worlds for one seat. A world without zones is the start of a match."""

    def __init__(self, game: Game[Any], cards: Any, seat: Seat, chance: Chance, *, zones: bool) -> None:
        self._game = game
        self._cards = cards
        self._seat = seat
        self._chance = chance
        self._zones = zones
        self._agreed = 0
        self._tried: set[tuple[Any, ...]] = set()

    def _table(self, world: World) -> Table[Any]:
        table: Table[Any] = self._game.decode(world.start)
        table.attach(self._cards, [])
        return table

    def _with_table(self, world: World, table: Table[Any]) -> World:
        """The world with another table, if that is possible."""
        if not self._game.is_possible(table):
            return world
        return World(self._game.encode(table), world.guide, world.choices)

    def dealt_anew(self, world: World) -> World:
        """Deal everything again that the seat does not see, with other random numbers."""
        world = World(world.start, Guide(random_seed(self._chance)), world.choices)
        if not self._zones:
            return world
        table = self._table(world)
        self._game.deal_anew(table, self._seat, self._chance)
        return self._with_table(world, table)

    def repaired(self, world: World, made: Attempt) -> World:
        """Change something, with the aim of removing the first difference of the attempt."""
        if made.agreed != self._agreed:
            self._agreed = made.agreed
            self._tried.clear()
        wanted, given = values_in(made.wanted), values_in(made.given)
        pairs = [*differences(made.wanted, made.given)]
        guide = Guide(world.guide.seed, {**world.guide.orders}, {**world.guide.numbers})
        changed = World(world.start, guide, made.choices)
        kind = self._chance.below(10)
        if kind < (4 if pairs else 6) and any(made.offered):
            changed.choices = self._other_choices(made, wanted)
        if kind in {0, 6} and world.guide.bounds:
            self._draw_again(changed.guide, world.guide, pairs)
        if kind == 7 and self._zones and self._game.redeal is not None:
            changed = self._redealt_beside_zones(changed)
        if kind > 2 or not any(made.offered):
            changed = self._swapped(changed, world.guide, pairs, wanted + given)
        return changed

    def _other_choices(self, made: Attempt, wanted: Counter[Any]) -> list[Choices]:
        """The choices of others, changed for one seat in one of the latest steps."""
        steps = [step for step, offered in enumerate(made.offered) if offered]
        chance = self._chance
        step = chance.pick(steps if chance.below(2) else steps[-LATEST:])
        seat, options = chance.pick([*made.offered[step].items()])
        if chance.below(2):
            fits = [sum((values_in(option) & wanted).values()) for option in options]
            options = [option for option, fit in zip(options, fits, strict=True) if fit == max(fits)]
        choices = [*made.choices]
        choices[step] = {**choices[step], seat: chance.pick(options)}
        return choices

    def _draw_again(self, guide: Guide, before: Guide, pairs: Sequence[tuple[Any, Any]]) -> None:
        """Change the outcome of a draw to what the seat saw, which may be counted from 0 or from 1, or to anything."""
        numbers = [
            (wanted - first, given - first)
            for wanted, given in pairs
            if _are_numbers(wanted, given)
            for first in (0, 1)
        ]
        aims = [
            (key, wanted)
            for wanted, given in numbers
            for key, bound in before.bounds.items()
            if before.numbers[key] == given and 0 <= wanted < bound
        ]
        if aims and self._chance.below(ANY_SWAP):
            key, number = self._chance.pick(aims)
        else:
            key = self._chance.pick([*before.bounds])
            number = self._chance.below(before.bounds[key])
        guide.numbers[key] = number

    def _redealt_beside_zones(self, world: World) -> World:
        """Let the game deal again what it hides outside its zones; the cards stay where they are."""
        table, old = self._table(world), self._table(world)
        self._game.deal_anew(table, self._seat, self._chance)
        for pool in hidden_from(self._game.zones, old, self._seat).values():
            for place in pool:
                place.lay(table, place.cards(old))
        return self._with_table(world, table)

    def _swapped(self, world: World, before: Guide, pairs: Sequence[tuple[Any, Any]], wanted: Counter[Any]) -> World:
        """Swap two cards that the seat does not see: one that it saw later, and one that lies in its place."""
        chance = self._chance
        pools = self._pools(self._table(world) if self._zones else None, before)
        fitting = [spots for spots in pools if _could_swap(spots, pairs, wanted)]
        for _ in range(MOST_SWAPS if pools else 0):
            spots = chance.pick(fitting if fitting and chance.below(3) == 0 else pools)
            first, second = self._two(spots, pairs, wanted)
            if first.card == second.card:
                continue
            if first.holder is None or second.holder is None:
                order = [*world.guide.orders[first.pool]]
                order[first.at], order[second.at] = order[second.at], order[first.at]
                world.guide.orders[first.pool] = order
                return world
            table = self._table(world)
            if first.holder.zone.fits(table, second.card) and second.holder.zone.fits(table, first.card):
                exchange(table, first.holder, first.at, second.holder, second.at)
                changed = self._with_table(world, table)
                if changed is not world:
                    return changed
        return world

    def _two(self, spots: Sequence[Spot], pairs: Sequence[tuple[Any, Any]], wanted: Counter[Any]) -> tuple[Spot, Spot]:
        """Two cards to swap."""
        chance = self._chance
        cards = {spot.card for spot in spots}
        pairs = [pair for pair in pairs if cards.issuperset(pair)]
        kind = chance.below(4)
        if kind < 2 and pairs:
            card, instead = chance.pick(pairs)
            second = self._untried([spot for spot in spots if spot.card == instead])
            firsts = [spot for spot in spots if spot.card == card]
            elsewhere = [spot for spot in firsts if spot.holder != second.holder]
            firsts = elsewhere if elsewhere and chance.below(2) else firsts
            return max(chance.pick(firsts), chance.pick(firsts), key=lambda spot: spot.at), second
        if kind < 2:
            owned = [spot for spot in spots if spot.owner is not None and spot.owner in wanted]
            owner = chance.pick(owned or spots).owner
            first = chance.pick([spot for spot in spots if spot.owner == owner])
            return first, chance.pick([spot for spot in spots if spot.owner == owner])
        aimed = [spot for spot in spots if any(spot.card in pair for pair in pairs)]
        first = chance.pick(aimed if aimed and kind == 2 else spots)
        near = [spot for spot in spots if spot.owner is not None and spot.owner in wanted]
        return first, chance.pick(near if near and chance.below(2) else spots)

    def _untried(self, spots: list[Spot]) -> Spot:
        """One of these cards; at the same difference, each card is chosen once before one is chosen again."""
        left = [spot for spot in spots if spot.key not in self._tried] or spots
        if left is spots:
            self._tried.clear()
        first = min(left, key=lambda spot: spot.at)  # decks are drawn from the top
        spot = first if self._chance.below(2) else self._chance.pick(left)
        self._tried.add(spot.key)
        return spot

    def _pools(self, table: Table[Any] | None, guide: Guide) -> list[list[Spot]]:
        """The cards that can change places with each other."""
        pools = [[Spot(None, at, card, key) for at, card in enumerate(items)] for key, items in guide.items.items()]
        if table is not None:
            for pool, hidden in hidden_from(self._game.zones, table, self._seat).items():
                cards = [(place, place.cards(table)) for place in hidden]
                pools.append([Spot(place, at, card, pool) for place, lying in cards for at, card in enumerate(lying)])
        return [spots for spots in pools if len(spots) > 1]


def _could_swap(spots: Sequence[Spot], pairs: Sequence[tuple[Any, Any]], mentioned: Counter[Any]) -> bool:
    """Whether a pair of cards could change places here, in the zones of a seat that is mentioned."""
    cards, owners = {spot.card for spot in spots}, {spot.owner for spot in spots}
    return any(cards.issuperset(pair) for pair in pairs) and (None in owners or any(map(mentioned.get, owners)))


def _are_numbers(*values: Any) -> bool:
    return all(type(value) is int for value in values)


def random_seed(chance: Chance) -> bytes:
    """The seed of a match."""
    return bytes(chance.below(256) for _ in range(SEED_BYTES))
