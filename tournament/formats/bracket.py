"""The bracket of a knock-out: which ties there are, and where their bots come from. Pure structure, without results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct


class SideSource(Struct, frozen=True):
    """Where a bot of a tie comes from: the seed, or the winner or loser of the tie, with this number."""

    kind: Literal["seed", "winner", "loser"]
    number: int


class Tie(Struct, frozen=True, kw_only=True):
    """Two bots, one of which goes on.

    Attributes:
        number: Its number, from 1. It comes after the ties from which its bots come.
        name: What people call its round.
        sides: Where its bots come from.
        decider: Whether it is played only if the second side of the tie before it has won.
    """

    number: int
    name: str
    sides: tuple[SideSource, SideSource]
    decider: bool = False


def order_of_seeds(size: int) -> list[int]:
    """Return the seeds from 0 in the order of the bracket: the two best can meet only in the final, and so on."""
    order = [0]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


def bracket_of(bots: int, *, double: bool, third_place: bool) -> list[Tie]:
    """Return all ties for this number of bots, at least 2, in an order in which they can be played."""
    size = 2
    while size < bots:
        size *= 2
    making = _Making()
    seeds = [SideSource("seed", seed) for seed in order_of_seeds(size)]
    rounds = [making.round(_name(size), list(zip(seeds[::2], seeds[1::2], strict=True)))]
    while len(rounds[-1]) > 1:
        winners = _sources("winner", rounds[-1])
        pairs = list(zip(winners[::2], winners[1::2], strict=True))
        rounds.append(making.round(_name(2 * len(pairs)), pairs))
    if double:
        _add_losers(making, rounds)
    elif third_place and len(rounds) > 1:
        first, second = _sources("loser", rounds[-2])
        making.round("third place", [(first, second)])
    return making.ties


class _Making:
    def __init__(self) -> None:
        self.ties: list[Tie] = []

    def round(self, name: str, pairs: Sequence[tuple[SideSource, SideSource]], *, decider: bool = False) -> list[Tie]:
        """Add the ties of a round."""
        first = len(self.ties) + 1
        ties = [Tie(number=first + place, name=name, sides=pair, decider=decider) for place, pair in enumerate(pairs)]
        self.ties += ties
        return ties


def _add_losers(making: _Making, rounds: Sequence[Sequence[Tie]]) -> None:
    """Add the ties of those that have lost once, and the grand final."""
    left = _sources("loser", rounds[0])
    number = 0
    for turn, of_winners in enumerate(rounds[1:]):
        number += 1
        pairs = list(zip(left[::2], left[1::2], strict=True))
        left = _sources("winner", making.round(f"losers' round {number}", pairs))
        number += 1
        come = _sources("loser", of_winners)
        # Their order changes from round to round, so that bots that have met before meet again as late as possible.
        come = come[::-1] if turn % 2 == 0 else [*come[len(come) // 2 :], *come[: len(come) // 2]]
        left = _sources("winner", making.round(f"losers' round {number}", list(zip(left, come, strict=True))))
    (winner,), (loser,) = _sources("winner", rounds[-1]), left
    (grand,) = making.round("grand final", [(winner, loser)])
    again = (SideSource("winner", grand.number), SideSource("loser", grand.number))
    making.round("second grand final", [again], decider=True)


def _sources(kind: Literal["winner", "loser"], ties: Sequence[Tie]) -> list[SideSource]:
    return [SideSource(kind, tie.number) for tie in ties]


def _name(bots: int) -> str:
    return {2: "final", 4: "semi-finals", 8: "quarter-finals"}.get(bots, f"round of {bots}")
