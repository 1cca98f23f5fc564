"""The deck ("Deal a card" and "Reshuffle" in section 4 of the game's specification)."""

from __future__ import annotations

from referee.games.keepers.events import Drew, NoCard, Reshuffled, RumourDealt
from referee.games.keepers.state import Counts, KeepersTable, no_cards
from referee.games.keepers.words import Colour
from referee.kernel.seats import Seat


def as_list(cards: Counts) -> list[Colour]:
    """The cards one by one, in colour order."""
    return [colour for colour, count in enumerate(cards) for _ in range(count)]


def deal_to_hand(t: KeepersTable, seat: Seat) -> None:
    """Deal the top card to a hand; only its owner sees which one it is."""
    card = _take_top(t)
    if card is None:
        t.tell(NoCard(seat=seat))
        return
    t.keepers[seat].hand[card] += 1
    t.tell(Drew(seat), {seat: Drew(seat, card)})
    if not t.deck:
        _reshuffle(t)


def deal_rumour(t: KeepersTable, space: int) -> None:
    """Deal the top card face up to a Rumor Mill space."""
    card = _take_top(t)
    if card is None:
        t.tell(NoCard(space=space))
        return
    t.spaces[space].rumour = card
    t.tell(RumourDealt(space, card))
    if not t.deck:
        _reshuffle(t)


def _take_top(t: KeepersTable) -> Colour | None:
    if not t.deck:
        _reshuffle(t)
    return t.deck.pop(0) if t.deck else None


def _reshuffle(t: KeepersTable) -> None:
    if not any(t.discard):
        return
    t.deck = as_list(t.discard)
    t.discard = no_cards()
    t.chance("reshuffle").shuffle(t.deck)
    t.tell(Reshuffled(len(t.deck)))
