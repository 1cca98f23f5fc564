"""A redeal of what a seat cannot know: the characters that were never revealed, and the face-down cards."""

from __future__ import annotations

from referee.games.inns.cards import COPIES
from referee.games.inns.state import InnsTable, Player
from referee.games.inns.words import Character
from referee.kernel.chance import Chance
from referee.kernel.seats import Seat


def redeal(t: InnsTable, seat: Seat | None, chance: Chance) -> None:
    """Deal the hands and face-down cards of other seats again, consistent with the ledgers and called initiatives."""
    for other in t.all_seats():
        player = t.players[other]
        if other == seat or not player.held:
            continue
        player.hand = [_redealt(t, player, card, chance) for card in player.hand]
        if player.face_down and player.current is not None:
            hidden = [*player.hand, _redealt(t, player, player.current, chance)]
            player.current = chance.pick([card for card in hidden if t.cards.initiative(card) > t.called])
            hidden.remove(player.current)
            player.hand = sorted(hidden, key=t.cards.initiative)
    held = [card for player in t.players for card in player.held]
    t.supply = [COPIES - held.count(card) for card in range(len(t.supply))]


def _redealt(t: InnsTable, player: Player, card: Character, chance: Chance) -> Character:
    initiative = t.cards.initiative(card)
    known = player.ledger[initiative - 1]
    return chance.pick(t.cards.pairs[initiative - 1]) if known is None else known
