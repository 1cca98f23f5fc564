"""One attempt to imagine a match: the rules run from a table, and are compared with what the seat saw.

The seat's own choices are known. Those of others are taken from a plan, or guessed from the events that follow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from referee.kernel.asking import Answers, Option
from referee.kernel.chance import Chance
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.learning.comparing import OTHER_KIND, distance
from referee.learning.guessing import Guesser

Choices = Mapping[Seat, Option]


class Glimpse(msgspec.Struct):
    """A turn of the seat: how many events there were until then, what it saw, and what it chose."""

    event_count: int
    view: Any
    options: Sequence[Option]
    chosen: int = 0


class SeenSince(msgspec.Struct):
    """What a seat has seen since the start of a phase: the events, and its turns, the present one last.

    Attributes:
        seat: The seat.
        since: The number of events before the phase.
        events: The events since then.
        glimpses: The turns since then.
    """

    seat: Seat
    since: int
    events: Sequence[Any]
    glimpses: Sequence[Glimpse]


class Attempt(msgspec.Struct):
    """What came of an attempt.

    Attributes:
        agreed: The number of events and turns that agree with what the seat saw.
        off: The distance of the first one that differs; 0 if all agree.
        wanted: What the seat saw at that point; None
            if it saw nothing more.
        given: What the attempt has instead.
        offered: The options of other seats in each step.
        choices: What they chose.
        answers: The answers of each step.
    """

    agreed: int = 0
    off: float = 0.0
    wanted: Any = None
    given: Any = None
    offered: list[Mapping[Seat, Sequence[Option]]] = []
    choices: list[Choices] = []
    answers: list[Answers] = []

    def is_as_good_as(self, other: Attempt, allowing: float) -> bool:
        """Whether at least as much agrees as in another attempt, allowing for a larger first difference."""
        return self.agreed > other.agreed or (self.agreed == other.agreed and self.off <= other.off + allowing)

    def fail(self, wanted: Any, given: Any, off: float) -> None:
        """Record the first difference."""
        self.wanted, self.given, self.off = wanted, given, off


def attempt(match: Match, seen: SeenSince, planned: Sequence[Choices], guesser: Guesser, chance: Chance) -> Attempt:
    """Play from the start of the phase to the present turn of the seat, or to the first difference."""
    made, turns = Attempt(), 0
    told = _compare_events(match, made, seen, 0)
    while not made.off:
        if not match.asked:
            made.fail(None, match.result, OTHER_KIND)
            break
        own: Answers = {}
        if seen.seat in match.asked:
            glimpse = seen.glimpses[turns]
            turns += 1
            _compare_turn(match, made, seen, glimpse, told)
            if made.off or turns == len(seen.glimpses):
                break
            own = {seen.seat: glimpse.chosen}
        _answer(match, made, own, planned, guesser, chance, told)
        before, told = told, _compare_events(match, made, seen, told)
        if told > before and len(made.answers[-1]) == 1:
            for option in made.choices[-1].values():
                guesser.note(option, before)
    return made


def _compare_events(match: Match, made: Attempt, seen: SeenSince, told: int) -> int:
    """Compare the new events. Returns how many have been compared since the start of the phase."""
    for event in match.events(seen.seat, seen.since + told):
        wanted = seen.events[told] if told < len(seen.events) else None
        if event != wanted:
            made.fail(wanted, event, OTHER_KIND if wanted is None else distance(wanted, event))
            break
        told += 1
        made.agreed += 1
    return told


def _compare_turn(match: Match, made: Attempt, seen: SeenSince, glimpse: Glimpse, told: int) -> None:
    due = glimpse.event_count - seen.since
    if told != due:
        wanted = seen.events[told] if told < due else None
        made.fail(wanted, None, OTHER_KIND)
        return
    made.agreed += 1
    options, view = match.asked[seen.seat], match.view(seen.seat)
    off = distance(glimpse.options, options) + distance(glimpse.view, view)
    if off:
        made.fail((glimpse.options, glimpse.view), (options, view), off)


def _answer(
    match: Match, made: Attempt, own: Answers, planned: Sequence[Choices], guesser: Guesser, chance: Chance, told: int
) -> None:
    """Answer for all seats that are asked: as planned if that is possible, or by a guess."""
    plan = planned[len(made.choices)] if len(made.choices) < len(planned) else {}
    answers, asked = dict(own), match.asked
    for seat, options in asked.items():
        if seat not in own:
            wish = plan.get(seat)
            listed = wish is not None and wish in options
            answers[seat] = options.index(wish) if listed else guesser.guess(seat, options, told, chance)
    made.offered.append({seat: options for seat, options in asked.items() if seat not in own})
    made.choices.append({seat: asked[seat][answers[seat]] for seat in made.offered[-1]})
    made.answers.append(answers)
    match.answer(answers)
