"""What fits where ("Equipping" and "Storing" in the rulebook; section 7 of the game's specification)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.games.inventory import layout as totals
from referee.games.inventory.cards import HANDS, Card, Cards, Slot
from referee.games.inventory.state import PLACES, Placed, Where

ALLY_OF: dict[Slot, Where] = {"head": "ally_head", "back": "ally_back", "body": "ally_body", "hand": "ally_hand"}


class Room:
    """The room left in a layout. `carry` and `weight` are those of the layout, including carried dice."""

    def __init__(self, cards: Cards, layout: Sequence[Placed], carried: int) -> None:
        self.carry = totals.carry(cards, layout)
        self.weight = totals.weight(cards, layout, carried)
        self._mat = cards.mat
        self._allies = sum([card.hosts for card in totals.followers(cards, layout)])
        worn = totals.equipped(cards, layout)
        self._has_container = any(card.carry for card in worn)
        self._dice = totals.dice(carried)
        self._pockets = sum([card.pocket_dice for card in worn])
        self._taken = dict.fromkeys(PLACES, 0)
        self._extras = dict.fromkeys(PLACES, 0)
        self._two_handed_allies = 0
        for placed in layout:
            where, card = placed.where, cards.by_id[placed.card]
            if card.extra:
                self._extras[where] += 1
            elif card.two_handed and where == "ally_hand":
                self._two_handed_allies += 1
            else:
                self._taken[where] += totals.places_taken(card, where)

    def places(self, card: Card) -> Iterator[Where]:
        """Where the card may be put, in the order of the game's specification."""
        if card.type == "companion":
            yield "follow"
            return
        for slot in self._mat.capacity:
            if slot in card.slots and self._fits_own(card, slot) and self._can_carry_with(card, slot):
                yield slot
        for slot in self._mat.capacity:
            if slot in card.slots and self._fits_ally(card, slot) and self._can_carry_with(card, None):
                yield ALLY_OF[slot]
        if card.nests and self._has_container and self._can_carry_with(card, None):
            yield "nested"
        if self.weight + card.weight <= self.carry:
            yield "stored"

    def has_room_for_die(self) -> bool:
        """Whether one more full die can be carried."""
        return self._dice < self._pockets or self.weight < self.carry

    def _fits_own(self, card: Card, slot: Slot) -> bool:
        capacity = self._mat.capacity[slot]
        if card.extra:
            return self._extras[slot] < capacity
        return self._taken[slot] + totals.places_taken(card, slot) <= capacity

    def _fits_ally(self, card: Card, slot: Slot) -> bool:
        if card.nests:
            return False
        where = ALLY_OF[slot]
        capacity = self._mat.capacity[slot] * self._allies
        if card.extra:
            return self._extras[where] < capacity
        if slot != "hand":
            return self._taken[where] < capacity
        # Two one-handed cards share an ally; a two-handed one needs an ally for itself (ruling R9).
        one_handed = self._taken[where] + (not card.two_handed)
        return self._two_handed_allies + card.two_handed - (-one_handed // HANDS) <= self._allies

    def _can_carry_with(self, card: Card, slot: Slot | None) -> bool:
        """Whether everything can still be carried once the card is equipped: it may block the Carry of a place."""
        lost = self._mat.carry[slot] * totals.places_taken(card, slot) if slot is not None and card.blocks else 0
        relieved = min(card.pocket_dice, max(0, self._dice - self._pockets))
        return self.weight - relieved <= self.carry + card.carry - lost
