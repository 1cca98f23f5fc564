"""Looking for leaks: two worlds that a seat can not tell apart must look alike to it, now and as the match goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from referee.errors import NoOtherWorld
from referee.kernel.asking import Answers
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from tests.games.facts import Facts
from tests.support.play import random_answers

FOLLOWED_STEPS = 4


@dataclass
class Tally:
    """What the twins were like: worlds that do not differ prove nothing."""

    positions: int = 0
    worlds: int = 0
    tables_differ: int = 0
    others_asked: int = 0
    other_lists_differ: int = 0
    without_other_world: int = 0


def leaks(match: Match, facts: Facts, tally: Tally, randomly: Random) -> Iterator[str]:
    """Redeals for every seat and the spectator, and yields what gives a hidden thing away."""
    tally.positions += 1
    for seat in [*match.table.all_seats(), None]:
        try:
            twin = match.redeal(seat, randomly.randbytes(32))
        except NoOtherWorld:
            tally.without_other_world += 1
            continue
        _count(tally, match, twin, seat)
        who = "the spectator" if seat is None else f"seat {seat}"
        for what in _differences(match, twin, seat):
            yield f"{who} can tell by the {what}"
        for what in _differences_later(match.clone(), twin, seat, facts, randomly):
            yield f"{who} can tell later by the {what}"


def _count(tally: Tally, match: Match, twin: Match, seat: Seat | None) -> None:
    tally.worlds += 1
    tally.tables_differ += match.game.encode(match.table) != match.game.encode(twin.table)
    others = [asked for asked in match.asked if asked != seat]
    tally.others_asked += bool(others)
    tally.other_lists_differ += any(match.asked[other] != twin.asked.get(other) for other in others)


def _differences(match: Match, twin: Match, seat: Seat | None, events_since: int = 0) -> Iterator[str]:
    if match.asked.keys() != twin.asked.keys():
        yield f"seats asked: {sorted(match.asked)} or {sorted(twin.asked)}"
    if seat is not None and seat in match.asked and seat in twin.asked:
        if match.asked[seat] != twin.asked[seat]:
            yield f"options: {match.asked[seat]} or {twin.asked[seat]}"
        if match.default(seat) != twin.default(seat):
            yield f"default: {match.default(seat)} or {twin.default(seat)}"
    if match.view(seat).SerializeToString(deterministic=True) != twin.view(seat).SerializeToString(deterministic=True):
        yield f"view:\n{match.view(seat)}\nor\n{twin.view(seat)}"
    if match.events(seat, events_since) != twin.events(seat, events_since):
        yield f"events: {match.events(seat, events_since)} or {twin.events(seat, events_since)}"


def _differences_later(match: Match, twin: Match, seat: Seat | None, facts: Facts, randomly: Random) -> Iterator[str]:
    """Goes on in both worlds with the same public choices, until something hidden is laid open in the open."""
    for _ in range(FOLLOWED_STEPS):
        if not match.asked or match.asked.keys() != twin.asked.keys():
            return
        answers = random_answers(match, randomly)
        carried = _same_in_public(match, twin, answers, seat, facts, randomly)
        if carried is None:
            return
        since = match.event_count
        match.answer(answers)
        twin.answer(carried)
        ours, theirs = match.events(seat, since), twin.events(seat, since)
        until, other = _first_reveal(ours, seat, facts), _first_reveal(theirs, seat, facts)
        if until != other or ours[:until] != theirs[:until]:
            yield f"events after one more choice: {ours} or {theirs}"
            return
        if until < len(ours):
            return
        yield from _differences(match, twin, seat, since)


def _first_reveal(events: list[Event], seat: Seat | None, facts: Facts) -> int:
    return next((i for i, event in enumerate(events) if facts.reveals(event, seat)), len(events))


def _same_in_public(
    match: Match, twin: Match, answers: Answers, seat: Seat | None, facts: Facts, randomly: Random
) -> Answers | None:
    carried: Answers = {}
    for asked, index in answers.items():
        chosen, listed = match.asked[asked][index], twin.asked[asked]
        alike = [i for i, option in enumerate(listed) if facts.public_form(option) == facts.public_form(chosen)]
        if asked == seat:
            alike = [i for i in alike if listed[i] == chosen]
        if not alike:
            return None
        carried[asked] = randomly.choice(alike)
    return carried
