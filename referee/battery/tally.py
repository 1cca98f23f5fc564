"""Counts of how the compared worlds differed: worlds that do not differ prove nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import floor
from typing import Any

from referee.battery.facts import Facts
from referee.battery.naming import Naming
from referee.counts import counted
from referee.kernel.match import Match
from referee.kernel.redealing import running_phase
from referee.kernel.seats import Seat
from referee.kernel.table import Table
from referee.kernel.zones import Place, Zone, hidden_from, places

ENOUGH = 40
MOST_WITHOUT_OTHER_WORLD = 0.2


@dataclass
class Tally:
    """Counts of twins (compared worlds): those that were dealt again, and those in which hidden cards were swapped."""

    positions: int = 0
    worlds: int = 0
    tables_differ: int = 0
    others_asked: int = 0
    other_lists_differ: int = 0
    without_other_world: int = 0
    chance_to_come: int = 0
    chance_differs: int = 0
    sealed: int = 0
    sealed_differ: int = 0
    small_changes: int = 0
    small_worlds: int = 0
    zones: Counter[str] = field(default_factory=Counter)
    zones_differ: Counter[str] = field(default_factory=Counter)
    naming: Naming = field(default_factory=Naming)
    have_lain: defaultdict[str, set[Any]] = field(default_factory=lambda: defaultdict(set))

    def count(self, match: Match, twin: Match, seat: Seat | None) -> None:
        """Count a twin that was dealt again for a seat (None: the spectator)."""
        self.worlds += 1
        self.tables_differ += match.game.encode(match.table) != match.game.encode(twin.table)
        others = [asked for asked in match.asked if asked != seat]
        self.others_asked += bool(others)
        self.other_lists_differ += any(match.asked[other] != twin.asked.get(other) for other in others)
        if match.game.decode(running_phase(match).start).drawn == match.table.drawn:
            self.chance_to_come += 1
            self.chance_differs += match.table.seed != twin.table.seed
        theirs = {other: index for other, index in match.sealed.items() if other != seat}
        if any(len(match.asked_in_all[other]) > 1 for other in theirs):
            self.sealed += 1
            self.sealed_differ += any(twin.sealed[other] != index for other, index in theirs.items())
        self._count_zones(match, twin, seat)

    def _count_zones(self, match: Match, twin: Match, seat: Seat | None) -> None:
        for pool in hidden_from(match.game.zones, match.table, seat).values():
            filled = [place for place in pool if place.cards(match.table)]
            for place in filled:
                if len(filled) > 1 or (place.zone.ordered and len({*place.cards(match.table)}) > 1):
                    self.zones[place.zone.name] += 1
                    self.zones_differ[place.zone.name] += place.shown(match.table) != place.shown(twin.table)

    def note_where_cards_lie(self, t: Table[Any], zones: Sequence[Zone[Any]]) -> None:
        """Remember which cards can lie in which zone."""
        for place in places(zones, t):
            self.have_lain[place.zone.name].update(place.cards(t))

    def may_lie(self, place: Place[Any], card: Any, t: Table[Any]) -> bool:
        """Whether a card has ever been in a zone and fits there now."""
        return card in self.have_lain[place.zone.name] and place.zone.fits(t, card)

    def complaints(self, facts: Facts) -> Iterator[str]:
        """List in which respects the twins differed too little, with each limit and the fact that sets it."""
        looked_for = self.worlds + self.without_other_world
        if self.without_other_world >= MOST_WITHOUT_OTHER_WORLD * looked_for:
            yield (
                f"no other world was found for {self.without_other_world} of {counted(looked_for, 'position')}; "
                f"fewer than {MOST_WITHOUT_OTHER_WORLD:.0%} are allowed: does a phase draw before it asks?"
            )
        if self.tables_differ <= facts.tables_differ * self.worlds:
            yield _too_few(self.tables_differ, self.worlds, "the table", "tables_differ", facts.tables_differ)
        if self.other_lists_differ <= facts.lists_differ * self.others_asked:
            yield _too_few(
                self.other_lists_differ, self.others_asked, "the options of others", "lists_differ", facts.lists_differ
            )
        if self.chance_to_come >= ENOUGH and not self.chance_differs:
            yield "the future random numbers are the same in all twins"
        if self.sealed >= ENOUGH and not self.sealed_differ:
            yield "the choices of others in a sealed round are the same in all twins"
        if self.small_changes >= ENOUGH and not self.small_worlds:
            yield "no two hidden cards could ever be swapped: do the zones declare who sees them?"
        yield from self.naming.complaints(facts)
        for zone, times in self.zones.items():
            if times >= ENOUGH and not self.zones_differ[zone]:
                yield f"zone {zone!r} is the same in all twins, though it is hidden from a viewer: does redeal skip it?"


def _too_few(differ: int, twins: int, what: str, setting: str, share: float) -> str:
    return (
        f"only {differ} of {counted(twins, 'twin')} differ in {what}; {setting} = {share:g} requires at least "
        f"{floor(share * twins) + 1} (set it in your Facts)"
    )
