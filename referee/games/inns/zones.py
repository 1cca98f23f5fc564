"""Where cards lie, and who sees them (section 9 of the game's specification)."""

from __future__ import annotations

from referee.games.inns.state import InnsTable
from referee.games.inns.words import Character
from referee.kernel.seats import Seat
from referee.kernel.zones import Zone, nobody


def its_owner(_t: InnsTable, owner: Seat | None, seat: Seat | None) -> bool:
    """Only its owner sees a hand."""
    return owner == seat


def owner_or_face_up(t: InnsTable, owner: Seat | None, seat: Seat | None) -> bool:
    """Only its owner sees the current card, until it lies face up."""
    return owner == seat or (owner is not None and t.players[owner].face_up)


def lay_hand(t: InnsTable, seat: Seat, cards: list[Character]) -> None:
    """Set the hand of a seat to these cards, in their order."""
    t.players[seat].hand = sorted(cards, key=t.cards.initiative)


def lay_current(t: InnsTable, seat: Seat, cards: list[Character]) -> None:
    """Set the current card of a seat."""
    t.players[seat].current = cards[0] if cards else None


def lay_supply(t: InnsTable, _seat: Seat, cards: list[Character]) -> None:
    """Set the supply to these cards."""
    t.supply = [cards.count(character) for character in range(len(t.supply))]


ZONES: list[Zone[InnsTable]] = [
    Zone("hand", lambda t, seat: t.players[seat].hand, lay_hand, its_owner, each=True),
    Zone(
        "current card",
        lambda t, seat: [card for card in [t.players[seat].current] if card is not None],
        lay_current,
        owner_or_face_up,
        each=True,
    ),
    Zone("supply", lambda t, _: [card for card, left in enumerate(t.supply) for _ in range(left)], lay_supply, nobody),
    Zone("Discard", lambda t, seat: t.players[seat].discard, each=True, ordered=True),
]
