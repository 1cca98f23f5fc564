"""Looking for leaks: two worlds that a seat cannot tell apart must look alike to it, now and as the match continues.

The other worlds are found in two ways: the game deals again what the seat does not see, or some cards that are hidden
from the seat by the zones are swapped, without the help of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

from referee.battery.counting import lost_or_made, where_cards_lie
from referee.battery.differing import first_difference, first_that_differs
from referee.battery.facts import Facts
from referee.battery.playing import random_answers
from referee.battery.revealing import forms, told_too_much
from referee.battery.seeing import unseen
from referee.battery.tally import Tally
from referee.errors import NoOtherWorld
from referee.kernel.asking import Answers
from referee.kernel.chance import SEED_BYTES, Chance
from referee.kernel.match import Match
from referee.kernel.redealing import other_world
from referee.kernel.seats import Seat
from referee.kernel.table import Table
from referee.kernel.zones import places, swap_some

FOLLOWED_STEPS = 4
SMALL_TRIES = 3
MOST_SWAPS = 3
# The share of twins in which others make exactly the same choice, so that the steps after a reveal are compared, too.
SHARE_OF_SAME = 0.8


def leaks(match: Match, facts: Facts, tally: Tally, randomly: Random) -> Iterator[str]:
    """Compare with other worlds for every seat and the spectator, and yield the leaks."""
    tally.positions += 1
    yield from unseen(match, tally, randomly)
    yield from _leaks_now(match, facts, tally, randomly)
    if len(match.asked) > 1:
        half = match.clone()
        answers = random_answers(match, randomly)
        some = randomly.sample(list(answers), randomly.randrange(1, len(answers)))
        half.answer({seat: answers[seat] for seat in some})
        for leak in _leaks_now(half, facts, tally, randomly):
            yield f"after seats {sorted(some)} have answered, {leak}"


def _leaks_now(match: Match, facts: Facts, tally: Tally, randomly: Random) -> Iterator[str]:
    for seat in [*match.table.all_seats(), None]:
        who = "the spectator" if seat is None else f"seat {seat}"
        for twin in _twins(match, seat, tally, randomly):
            for what in chain(_other_cards(match, twin), _differences(match, twin, seat)):
                yield f"{who} can tell by the {what}"
            if match.sealed:
                continue  # sealed choices differ, and will be revealed
            for what in _differences_later(match.clone(), twin, seat, facts, tally, randomly):
                yield f"{who} can tell later by the {what}"


def _twins(match: Match, seat: Seat | None, tally: Tally, randomly: Random) -> Iterator[Match]:
    try:
        twin = match.redeal(seat, randomly.randbytes(SEED_BYTES))
    except NoOtherWorld:
        tally.without_other_world += 1
    else:
        tally.count(match, twin, seat)
        yield twin
    if small := _small_change(match, seat, tally, randomly):
        yield small


def _small_change(match: Match, seat: Seat | None, tally: Tally, randomly: Random) -> Match | None:
    """A world in which some cards were swapped, if one is found."""
    chance, zones = Chance(randomly.randbytes(SEED_BYTES), "small change", {}), match.game.zones

    def some_swapped(table: Table[Any]) -> bool:
        return swap_some(zones, table, seat, chance, 1 + chance.below(MOST_SWAPS))

    tally.small_changes += 1
    for _ in range(SMALL_TRIES):
        twin = other_world(match, seat, chance, some_swapped, same_chance=True)
        if twin is not None:
            tally.small_worlds += 1
            return twin
    return None


def _differences(match: Match, twin: Match, seat: Seat | None, events_since: int = 0) -> Iterator[str]:
    if match.asked.keys() != twin.asked.keys():
        yield f"seats asked: {sorted(match.asked)} or {sorted(twin.asked)}"
    if seat is not None and seat in match.asked and seat in twin.asked:
        if match.asked[seat] != twin.asked[seat]:
            yield f"options: {first_that_differs(match.asked[seat], twin.asked[seat])}"
        if match.default(seat) != twin.default(seat):
            yield f"default: {match.default(seat)} or {twin.default(seat)}"
    if match.position_bytes(seat) != twin.position_bytes(seat):
        where = first_difference(match.view(seat), twin.view(seat))
        yield f"view: {where or 'its bytes differ, although its value is the same'}"
    if match.events(seat, events_since) != twin.events(seat, events_since):
        yield f"events: {first_that_differs(match.events(seat, events_since), twin.events(seat, events_since))}"
    yield from _zones_differ(match, twin, seat)


def _other_cards(match: Match, twin: Match) -> Iterator[str]:
    """Check by the zones that no card is lost or created."""
    ours, theirs = (where_cards_lie(match.game.zones, world.table) for world in (match, twin))
    if changed := lost_or_made(ours, theirs):
        yield f"cards, which differ in a twin: {changed}"


def _zones_differ(match: Match, twin: Match, seat: Seat | None) -> Iterator[str]:
    """Compare the zones of both matches: the seat must see the same in each."""
    for place in places(match.game.zones, match.table):
        if place.differs_for(seat, match.table, twin.table):
            cards = first_that_differs(place.shown(match.table), place.shown(twin.table))
            yield f"zone {place.zone.name!r}, which it sees: card {cards}"


def _differences_later(
    match: Match, twin: Match, seat: Seat | None, facts: Facts, tally: Tally, randomly: Random
) -> Iterator[str]:
    """Continue both worlds with the same public choices, until something different is revealed."""
    for _ in range(FOLLOWED_STEPS):
        if not match.asked or match.asked.keys() != twin.asked.keys():
            return
        answers = random_answers(match, randomly)
        carried = _same_in_public(match, twin, answers, seat, facts, randomly)
        if carried is None:
            return
        same_chance = (match.table.seed, match.table.drawn) == (twin.table.seed, twin.table.drawn)
        since = match.event_count
        match.answer(answers)
        twin.answer(carried)
        ours, theirs = forms(match, seat, since), forms(twin, seat, since)
        if found := told_too_much(ours, theirs, seat, facts, same_chance=same_chance):
            yield f"events after one more choice: {found}"
            return
        tally.naming.count(ours, theirs, seat, facts, same_chance=same_chance)
        if [form.told for form in ours] != [form.told for form in theirs]:
            return
        yield from _differences(match, twin, seat, since)


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
        same = [i for i in alike if listed[i] == chosen]
        carried[asked] = randomly.choice(same if same and randomly.random() < SHARE_OF_SAME else alike)
    return carried
