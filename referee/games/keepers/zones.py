"""Where cards lie, and who sees them (section 11 of the game's specification).

Bid piles are empty when a phase starts.
"""

from __future__ import annotations

from referee.games.keepers.deck import as_list
from referee.games.keepers.state import Counts, KeepersTable, no_cards
from referee.games.keepers.words import Colour
from referee.kernel.seats import Seat
from referee.kernel.zones import Zone, nobody, owner


def counted(cards: list[Colour]) -> Counts:
    """The number of cards of each colour."""
    counts = no_cards()
    for colour in cards:
        counts[colour] += 1
    return counts


def lay_hand(t: KeepersTable, seat: Seat, cards: list[Colour]) -> None:
    """Set the hand of a seat to these cards."""
    t.keepers[seat].hand = counted(cards)


def lay_pile(t: KeepersTable, seat: Seat, cards: list[Colour]) -> None:
    """Set the bid pile of a seat to these cards."""
    t.keepers[seat].pile = counted(cards)


def board(t: KeepersTable) -> list[Colour]:
    """The quests and the rumours."""
    return [card for space in t.spaces for card in (*space.quest, space.rumour) if card is not None]


ZONES: list[Zone[KeepersTable]] = [
    Zone.in_field("deck", "deck", nobody, ordered=True),
    Zone("hand", lambda t, seat: as_list(t.keepers[seat].hand), lay_hand, owner, each=True),
    Zone("bid pile", lambda t, seat: as_list(t.keepers[seat].pile), lay_pile, owner, each=True),
    Zone("tavern", lambda t, seat: as_list(t.keepers[seat].unprepared), each=True),
    Zone("prepared adventurers", lambda t, seat: as_list(t.keepers[seat].prepared), each=True),
    Zone("board", lambda t, _: board(t)),
    Zone("discard pile", lambda t, _: as_list(t.discard)),
    Zone("removed adventurers", lambda t, _: as_list(t.removed)),
]
