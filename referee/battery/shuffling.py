"""Whether cards are shuffled before they lie in an order that nobody may know.

Other worlds say nothing about that, for what somebody remembers of a discard pile is in no view. So the same is done
again with other chance: the order must be another one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from referee.errors import IllegalChoice
from referee.kernel.asking import Answers
from referee.kernel.chance import SEED_BYTES
from referee.kernel.match import Match
from referee.kernel.redealing import at_phase_start, running_phase
from referee.kernel.zones import Place, places

OTHER_SEEDS = [bytes([number]) * SEED_BYTES for number in range(6)]
FEWEST_CARDS = 3  # fewer that differ may well come out in the same order again

Orders = dict[Place[Any], list[Any]]


def hidden_orders(match: Match) -> Orders:
    """The cards of the places whose order the spectator does not see."""
    t, zones = match.table, match.game.zones
    return {place: place.cards(t) for place in places(zones, t) if place.zone.ordered and not place.is_seen_by(t, None)}


def same_after_set_up(matches: Sequence[Match]) -> str | None:
    """What lies in the same hidden order at the start of several matches with different seeds."""
    orders = [hidden_orders(match) for match in matches]
    return next((found for place in orders[0] if (found := _same_in_all(place, orders))), None)


def put_back_as_seen(before: Match, after: Match, answers: Answers) -> str | None:
    """What a step has put into a hidden order as everybody knows it: from where all saw it, and not shuffled."""
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
    return f"zone {place.zone.name!r} comes out in the same order whatever the chance: {cards}"


def _fewer(cards: list[Any], left: list[Any]) -> Counter[Any]:
    return Counter(cards) - Counter(left)


def _with_other_chance(before: Match, answers: Answers) -> list[Match]:
    """The match after the same choices, with other chance in the running phase."""
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
