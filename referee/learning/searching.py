"""A search for a world that agrees with what a seat saw: an attempt is repaired until nothing differs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from referee.errors import MatchFailed
from referee.kernel.asking import Answers
from referee.kernel.card_set import CardSet
from referee.kernel.chance import SEED_BYTES, Chance, seed_with
from referee.kernel.game import Game
from referee.kernel.match import Match, set_up
from referee.kernel.redealing import at_phase_start, running_phase
from referee.kernel.seats import Seat
from referee.kernel.table import Table
from referee.learning.guessing import Guesser, Habits
from referee.learning.guiding import guide_of_run, guided_table
from referee.learning.imagining import Attempt, Glimpse, SeenSince, attempt
from referee.learning.repairs import Repairs, World

STUCK = 40
"""After this many repairs without progress, the search continues from the phase in which the attempt fails."""

PATIENCE = 1_000
"""After this many, it begins again with another deal."""

LATER_ATTEMPTS = 20_000
"""The most attempts from there.

A search shares its limit of attempts with the searches that continue from later phases.
"""

WORSE = 10
SLIGHTLY = 1.0
"""One of this many repairs is kept even if the first difference is slightly larger."""

NO_SEED = bytes(SEED_BYTES)


NOTHING = (-1, 0.0)


def always() -> bool:
    """Go on."""
    return True


class Anchor(msgspec.Struct):
    """The point from which worlds are imagined: the start of the running phase of a match, or of the match (None)."""

    game: Game[Any]
    card_set: CardSet
    match: Match | None = None

    @property
    def event_count(self) -> int:
        """The number of events before."""
        return 0 if self.match is None else running_phase(self.match).event_count

    def begin(self, table: Table[Any]) -> Match:
        """A match from here on, with another table."""
        if self.match is None:
            return set_up(self.game, table, self.card_set)
        return at_phase_start(self.match, table)

    def realised(self, world: World, answers: Sequence[Answers], seed: bytes = NO_SEED) -> Match:
        """The match of a world; later random events are derived from the seed."""
        table: Table[Any] = self.game.decode(world.start)
        table.seed = seed_with(seed, world.guide.fixed_draws())
        match = self.begin(table)
        for given in answers:
            match.answer(given)
        return match


class FoundWorld(msgspec.Struct):
    """A world that agrees with what the seat saw, and the anchor from which it was imagined."""

    anchor: Anchor
    world: World
    made: Attempt

    def later(self, seat: Seat, steps: int) -> tuple[FoundWorld, int]:
        """The same world some steps later, from the start of the phase that runs then, and the turns since then."""
        match = self.anchor.realised(self.world, self.made.answers[:steps])
        phase = running_phase(match)
        since = steps - len(phase.steps)
        made = msgspec.structs.replace(
            self.made,
            offered=self.made.offered[since:],
            choices=self.made.choices[since:],
            answers=self.made.answers[since:],
        )
        world = World(phase.start, self.world.guide, made.choices)
        anchor = msgspec.structs.replace(self.anchor, match=match)
        return FoundWorld(anchor, world, made), sum(seat in step.answers for step in phase.steps)


class Search:
    """The search from one anchor to the present turn of a seat.

    Attributes:
        reached: The world from which a search that had to stop can continue.
    """

    reached: World

    def __init__(
        self,
        anchor: Anchor,
        seat: Seat,
        events: Sequence[Any],
        glimpses: Sequence[Glimpse],
        habits: Habits,
        chance: Chance,
    ) -> None:
        self._anchor = anchor
        self._all_events = events
        since = anchor.event_count
        self._seen = SeenSince(seat, since, events[since:], glimpses)
        self._habits = habits
        self._guesser = Guesser(self._seen.events, habits)
        self._chance = chance
        self._left = 0
        zones = anchor.match is not None
        self._repairs = Repairs(anchor.game, anchor.card_set.cards, seat, chance, zones=zones)

    def dealt_anew(self, world: World) -> World:
        """The world in which everything that the seat does not see at the anchor is dealt again."""
        return self._repairs.dealt_anew(world)

    def find(self, world: World, most: int, goes_on: Callable[[], bool] = always) -> FoundWorld | None:
        """Repair a world with up to `most` attempts while `goes_on`; None if none agrees.

        A repair is kept if as much agrees.
        """
        self._left = most
        made, idle, best = self._tried(world), 0, NOTHING
        self.reached = world
        while self._left > 0:
            if made is not None and not made.off:
                return FoundWorld(self._anchor, world, made)
            if not goes_on():
                self.reached = world
                break
            if made is None or idle > PATIENCE:
                world = self._repairs.dealt_anew(world)
                made, idle, best = self._tried(world), 0, NOTHING
                continue
            if idle == STUCK:
                found = self._from_later(FoundWorld(self._anchor, world, made), goes_on)
                if found is not None:
                    return found
            other = self._repairs.repaired(world, made)
            again = self._tried(other)
            idle += 1
            if again is None:
                continue
            if again.is_as_good_as(made, allowing=0.0 if self._chance.below(WORSE) else SLIGHTLY):
                world, made = other, again
                if (made.agreed, -made.off) > best:
                    best, idle = (made.agreed, -made.off), 0
        return None

    def _from_later(self, reached: FoundWorld, goes_on: Callable[[], bool]) -> FoundWorld | None:
        """Continue from the start of the phase in which an attempt fails, if another phase has ended before it."""
        steps = len(reached.made.answers) - 1
        if steps < 1:
            return None
        later, own = reached.later(self._seen.seat, steps)
        if len(later.made.answers) - 1 == steps:
            return None
        answered = sum(self._seen.seat in answers for answers in reached.made.answers[:steps])
        search = Search(
            later.anchor,
            self._seen.seat,
            self._all_events,
            self._seen.glimpses[answered - own :],
            self._habits,
            self._chance,
        )
        most = min(LATER_ATTEMPTS, self._left)
        found = search.find(later.world, most, goes_on)
        self._left -= most - search._left
        return found

    def varied(self, found: FoundWorld, times: int) -> FoundWorld:
        """Change a world that agrees several times, in such a way that it still agrees."""
        world, made = found.world, found.made
        for _ in range(times):
            other = self._repairs.repaired(world, made)
            again = self._tried(other)
            if again is not None and not again.off:
                world, made = other, again
        return FoundWorld(self._anchor, world, made)

    def _tried(self, world: World) -> Attempt | None:
        """Try a world; None if the rules do not allow it."""
        self._left -= 1
        token = guide_of_run.set(world.guide)
        try:
            match = self._anchor.begin(guided_table(self._anchor.game, world.start))
            return attempt(match, self._seen, world.choices, self._guesser, self._chance)
        except MatchFailed:
            return None
        finally:
            guide_of_run.reset(token)
