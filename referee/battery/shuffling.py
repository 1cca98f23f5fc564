"""Whether cards are shuffled before their order is hidden.

Comparing worlds does not show this, because no view contains the order of a discard pile that a player may remember. So
the same step is repeated with other random numbers: the order must differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from referee.battery.differing import short
from referee.errors import IllegalChoice
from referee.kernel.asking import Answers
from referee.kernel.chance import SEED_BYTES
from referee.kernel.match import Match
from referee.kernel.redealing import at_phase_start, running_phase
from referee.kernel.zones import Place, places

OTHER_SEEDS = [bytes([number]) * SEED_BYTES for number in range(6)]
FEWEST_CARDS = 3  # fewer different cards may well get the same order by chance

Orders = dict[Place[Any], list[Any]]


def hidden_orders(match: Match) -> Orders:
    """The cards of the places whose order is hidden from the spectator."""
    t, zones = match.table, match.game.zones
    return {place: place.cards(t) for place in places(zones, t) if place.zone.ordered and not place.is_seen_by(t, None)}


def same_after_set_up(matches: Sequence[Match]) -> str | None:
    """Zones with the same hidden order at the start of several matches with different seeds."""
    orders = [hidden_orders(match) for match in matches]
    return next((found for place in orders[0] if (found := _same_in_all(place, orders))), None)


def put_back_as_seen(before: Match, after: Match, answers: Answers) -> str | None:
    """Zones into which a step has put visible cards in a hidden order without shuffling them."""
    zones = before.game.zones
    seen = [place for place in places(zones, before.table) if place.is_seen_by(before.table, None)]
    taken = Counter(card for place in seen for card in _fewer(place.cards(before.table), place.cards(after.table)))
    for place, cards in hidden_orders(after).items():
        if len({*(_fewer(cards, place.cards(before.table)) & taken)}) >= FEWEST_CARDS:
            again = _with_other_chance(before, answers)
            found = _same_in_all(place, [hidden_orders(match) for match in (after, *again)])
            if again and found:
                return found
    return None


def _same_in_all(place: Place[Any], orders: Sequence[Orders]) -> str | None:
    cards = orders[0][place]
    if len({*cards}) < FEWEST_CARDS or any(other.get(place) != cards for other in orders):
        return None
    return f"zone {place.zone.name!r} has the same order with any random numbers: {short(cards)}"


def _fewer(cards: list[Any], left: list[Any]) -> Counter[Any]:
    return Counter(cards) - Counter(left)


def _with_other_chance(before: Match, answers: Answers) -> list[Match]:
    """The match after the same choices, with other random numbers in the running phase."""
    made = []
    phase = running_phase(before)
    for seed in OTHER_SEEDS:
        table = before.game.decode(phase.start)
        table.seed = seed
        again = at_phase_start(before, table)
        try:
            for taken in [*(step.answers for step in phase.steps), answers]:
                again.answer(taken)
        except IllegalChoice:
            continue
        made.append(again)
    return made
