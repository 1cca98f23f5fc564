"""What the statistics need to know about a finished match.

A match that was played to its end is a result. So is a match that a seat forfeited: the forfeit is already in the
places, because a seat that forfeits ranks below all that did not. A match that failed although nobody is to blame is
void, which is not a result: it never becomes a `MatchResult`, and the scheduler issues its slot again.
"""

from collections.abc import Iterable
from functools import cached_property
from itertools import groupby, pairwise

import msgspec

from tournament.errors import UserError


class Forfeit(msgspec.Struct, frozen=True, gc=False):
    """A seat that forfeited the match."""

    seat: int
    cause: str


class MatchResult(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One match that counts. Equal places are ties.

    `number` is the match's place in the schedule, which is the order of Elo. `block` groups the matches that are one
    observation: the seat rotations of one deal at one table. `bots`, `places` and `scores` are in seat order; `scores`
    is empty if a game or a file has none. A match that is not `rated` was played to its end, but says nothing about
    strength, because a bot was late when another took its share of the cores. It is left out of all ratings.
    """

    match: str
    number: int
    block: str
    bots: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[float, ...] = ()
    forfeits: tuple[Forfeit, ...] = ()
    rated: bool = True

    def __post_init__(self) -> None:
        seats = len(self.bots)
        if seats < 2:
            raise UserError(f"match {self.match}: {seats} bot, but a match has at least two")
        if len(set(self.bots)) != seats:
            raise UserError(f"match {self.match}: {', '.join(self.bots)}: a bot can have only one seat in a match")
        if len(self.places) != seats or len(self.scores) not in (0, seats):
            raise UserError(f"match {self.match}: its {seats} seats need one place each, and one score each or none")
        if min(self.places) < 1:
            raise UserError(f"match {self.match}: place {min(self.places)}, but the best place is 1")
        if any(not 0 <= forfeit.seat < seats for forfeit in self.forfeits):
            raise UserError(f"match {self.match}: invalid seat of a forfeit: use 0 to {seats - 1}")

    def points(self, seat: int, other: int) -> float:
        """Return the points of `seat` against `other`: 1 for a better place, 1/2 for a shared one, otherwise 0."""
        if self.places[seat] == self.places[other]:
            return 0.5
        return 1.0 if self.places[seat] < self.places[other] else 0.0


class Block(msgspec.Struct, frozen=True, dict=True):
    """One observation: all results of one deal at one table, in match order; they have the same bots."""

    id: str
    results: tuple[MatchResult, ...]

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """The bots at the table, sorted by name."""
        return tuple(sorted(self.results[0].bots))


def in_order_of_blocks(results: Iterable[MatchResult]) -> list[MatchResult]:
    """Return the results sorted by block, those of a block in match order.

    Raises UserError if a match occurs twice.
    """
    found = sorted(results, key=lambda result: result.match)
    for one, other in pairwise(found):
        if one.match == other.match:
            raise UserError(f"match {one.match} occurs twice; a match counts once")
    found.sort(key=lambda result: result.number)
    found.sort(key=lambda result: result.block)
    return found


def blocks_of(results: Iterable[MatchResult]) -> list[Block]:
    """Return the results grouped into blocks, in the order of each block's first match.

    The order of `results` does not matter. Raises UserError if a match occurs twice, or if the matches of a block have
    different bots.
    """
    grouped = groupby(in_order_of_blocks(results), key=lambda result: result.block)
    blocks = [Block(name, tuple(members)) for name, members in grouped]
    blocks.sort(key=lambda block: (block.results[0].number, block.results[0].match))
    for block in blocks:
        for result in block.results:
            if tuple(sorted(result.bots)) != block.bots:
                raise UserError(f"match {result.match}: its bots are not those of its block {block.id}")
    return blocks
