"""Whether `reveals` names too much: leaks in named fields are not found, so only fields that differ should be named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from referee.battery.facts import Facts
from referee.battery.revealing import Form, by_chance, differing, laid_open, pairs_up_to_a_difference, within
from referee.counts import counted
from referee.kernel.seats import Seat
from referee.kernel.table import Event

ENOUGH = 40
SURER = 3
"""The factor by which a field needs more twins than an event, because one card of a large deck rarely differs."""
EVENT = ""
"""Stands for the whole event where a field is named."""

Name = tuple[type[Event], str]


@dataclass
class Naming:
    """Counts of the events that a seat received in steps played in two worlds, up to the first difference.

    Attributes:
        told: How often a named field was compared.
        differed: How often it differed.
        told_by_same_chance: How often a named field was compared in two worlds with the same chance.
        differed_by_same_chance: How often it differed there.
        came: How often an event happened that may be missing.
        came_in_one: How often it happened in only one of the two worlds.
        steps: The number of steps.
        ended_by: The events at which the two worlds began to differ.
    """

    told: Counter[Name] = field(default_factory=Counter)
    differed: Counter[Name] = field(default_factory=Counter)
    told_by_same_chance: Counter[Name] = field(default_factory=Counter)
    differed_by_same_chance: Counter[Name] = field(default_factory=Counter)
    came: Counter[type[Event]] = field(default_factory=Counter)
    came_in_one: Counter[type[Event]] = field(default_factory=Counter)
    steps: int = 0
    ended_by: Counter[type[Event]] = field(default_factory=Counter)

    def count(
        self, ours: Sequence[Form], theirs: Sequence[Form], seat: Seat | None, facts: Facts, *, same_chance: bool
    ) -> None:
        """Count the events that a seat received in a step."""
        self.steps += 1
        for one, other in pairs_up_to_a_difference(ours, theirs):
            kinds = {type(one.told), type(other.told)}
            for kind in kinds & {*facts.may_be_missing}:
                self.came[kind] += 1
                self.came_in_one[kind] += len(kinds) > 1
            if len(kinds) == 1:
                self._count_fields(one, other, seat, facts, same_chance=same_chance)
            if one.told != other.told:
                self.ended_by[type(one.told)] += 1

    def _count_fields(self, one: Form, other: Form, seat: Seat | None, facts: Facts, *, same_chance: bool) -> None:
        kind = type(one.told)
        names = laid_open(facts, one, seat) & laid_open(facts, other, seat)
        if same_chance:
            names -= by_chance(facts, kind)
        differ = [*differing(one.told, other.told)]
        for name in [*names, EVENT] if names else []:
            differs = any(name == EVENT or within(path, [name]) for path in differ)
            self.told[kind, name] += 1
            self.differed[kind, name] += differs
            self.told_by_same_chance[kind, name] += same_chance
            self.differed_by_same_chance[kind, name] += same_chance and differs

    def complaints(self, facts: Facts) -> Iterator[str]:
        """Names that should not be there, and whether too few steps could be compared."""
        yield from self._never_differed(facts)
        yield from self._differed_by_chance_alone(facts)
        for kind, times in self.came.items():
            if times >= facts.named_alike and not self.came_in_one[kind]:
                yield (
                    f"`may_be_missing` names {kind.__name__}, which happened in both worlds in all of "
                    f"{counted(times, 'twin')}: do not name it, or raise named_alike ({facts.named_alike})"
                )
        compared = self.steps - self.ended_by.total()
        if self.steps >= ENOUGH and compared < facts.steps_compared * self.steps:
            ends = ", ".join(f"{kind.__name__} {times}" for kind, times in self.ended_by.most_common())
            yield (
                f"only {compared} of {counted(self.steps, 'step')} could be compared to their end, which is less than "
                f"the share steps_compared ({facts.steps_compared}). The others ended at events that `reveals` names: "
                f"{ends}. Name fewer fields, or lower steps_compared"
            )

    def _never_differed(self, facts: Facts) -> Iterator[str]:
        alike = {name: times for name, times in self.told.items() if not self.differed[name]}
        for (kind, name), times in alike.items():
            if name == EVENT and times >= facts.named_alike:
                what = f"{kind.__name__}, which was the same"
            elif name != EVENT and (kind, EVENT) not in alike and times >= SURER * facts.named_alike:
                what = f"{name!r} of {kind.__name__}, which was the same"
            else:
                continue
            yield (
                f"`reveals` names {what} in all of {counted(times, 'twin')}: do not name it, "
                f"or raise named_alike ({facts.named_alike})"
            )

    def _differed_by_chance_alone(self, facts: Facts) -> Iterator[str]:
        for (kind, name), times in self.told_by_same_chance.items():
            others, differed = self.told[kind, name] - times, self.differed[kind, name]
            if (
                name != EVENT
                and times >= SURER * facts.named_alike
                and not self.differed_by_same_chance[kind, name]
                and others >= ENOUGH
                and 2 * differed >= others
            ):
                yield (
                    f"`reveals` names {name!r} of {kind.__name__}, which was the same in all of "
                    f"{counted(times, 'twin')} with the same chance: if chance alone decides it, name it in by_chance"
                )
