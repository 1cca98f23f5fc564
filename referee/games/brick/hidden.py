"""A redeal of everything that a seat cannot know: cards, how others have played them, and what others offer."""

from __future__ import annotations

from referee.games.brick.advertisement import SIDES
from referee.games.brick.selling import most_to_sell
from referee.games.brick.state import BrickTable, Dial, Played
from referee.games.brick.zones import ZONES
from referee.kernel.chance import Chance
from referee.kernel.seats import Seat
from referee.kernel.zones import deal_anew


def redeal(t: BrickTable, seat: Seat | None, chance: Chance) -> None:
    """Deal again the cards, the sides of played cards and the quantities on hidden dials. Cash stays unchanged."""
    deal_anew(ZONES, t, seat, chance)
    for other in t.all_seats():
        if other != seat:
            player = t.players[other]
            player.played = [Played(card.card, chance.pick(SIDES)) for card in player.played]
            if other in t.dials and not t.revealed:
                assert t.item is not None, "dials are set for a type"
                t.dials[other] = Dial(quantity=chance.below(most_to_sell(t, other, t.item) + 1))
