"""What a seat can not know, dealt anew: the deck and the other hands. Bid piles are empty when a phase starts."""

from __future__ import annotations

from referee.games.keepers.deck import as_list
from referee.games.keepers.state import KeepersTable, no_cards
from referee.kernel.chance import Chance
from referee.kernel.seats import Seat


def redeal(t: KeepersTable, seat: Seat | None, chance: Chance) -> None:
    """Shuffles the deck and the hands that `seat` does not see, and deals them again; all counts stay."""
    hands = [keeper.hand for other, keeper in enumerate(t.keepers) if other != seat]
    unseen = [*t.deck, *(card for hand in hands for card in as_list(hand))]
    chance.shuffle(unseen)
    t.deck, unseen = unseen[: len(t.deck)], unseen[len(t.deck) :]
    for hand in hands:
        size = sum(hand)
        hand[:] = no_cards()
        for card in unseen[:size]:
            hand[card] += 1
        unseen = unseen[size:]
