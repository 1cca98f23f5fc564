"""What the worlds were like in which leaks were looked for: worlds that do not differ prove nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.battery.facts import Facts
from referee.counts import counted
from referee.kernel.match import Match
from referee.kernel.redealing import running_phase
from referee.kernel.seats import Seat
from referee.kernel.table import Table
from referee.kernel.zones import Place, Zone, hidden_from, places

ENOUGH = 40


@dataclass
class Tally:
    """Counts of twins: those that were dealt anew, and those in which some hidden cards changed places."""

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
    have_lain: defaultdict[str, set[Any]] = field(default_factory=lambda: defaultdict(set))

    def count(self, match: Match, twin: Match, seat: Seat | None) -> None:
        """Counts a twin that was dealt anew for a seat (None: the spectator)."""
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
        """Remembers which cards can lie in which zone."""
        for place in places(zones, t):
            self.have_lain[place.zone.name].update(place.cards(t))

    def may_lie(self, place: Place[Any], card: Any, t: Table[Any]) -> bool:
        """Whether a card has lain in a zone at some time, and fits there now."""
        return card in self.have_lain[place.zone.name] and place.zone.fits(t, card)

    def complaints(self, facts: Facts) -> Iterator[str]:
        """What the twins were too much alike in."""
        if self.without_other_world >= 0.2 * (self.worlds + self.without_other_world):
            yield f"no other world was found for {self.without_other_world} of {counted(self.worlds, 'position')}"
        if self.tables_differ <= facts.tables_differ * self.worlds:
            yield f"only {self.tables_differ} of {counted(self.worlds, 'twin')} differ in the table"
        if self.other_lists_differ <= facts.lists_differ * self.others_asked:
            asked = counted(self.others_asked, "twin")
            yield f"only {self.other_lists_differ} of {asked} differ in what others are asked"
        if self.chance_to_come >= ENOUGH and not self.chance_differs:
            yield "the chance to come is the same in all twins"
        if self.sealed >= ENOUGH and not self.sealed_differ:
            yield "what others have chosen in a sealed round is the same in all twins"
        if self.small_changes >= ENOUGH and not self.small_worlds:
            yield "no two hidden cards could ever change places: do the zones say who sees them?"
        for zone, times in self.zones.items():
            if times >= ENOUGH and not self.zones_differ[zone]:
                yield f"zone {zone!r} is the same in all twins, though somebody does not see it: does redeal forget it?"
