"""Quests and rumours (section 7, steps 6 and 7, of the game's specification)."""

from __future__ import annotations

from referee.games.keepers.deck import deal_rumour
from referee.games.keepers.events import QuestWon, RumoursMoved
from referee.games.keepers.state import Counts, KeepersTable, no_cards
from referee.kernel.seats import Seat


def prepare(t: KeepersTable, winner: Seat, space: int, paid: Counts) -> Counts:
    """Prepare an adventurer of the colour of each quest card, if there is one; then discard the quest."""
    keeper = t.keepers[winner]
    prepared, ignored = no_cards(), no_cards()
    for colour in t.spaces[space].quest:
        if keeper.unprepared[colour]:
            keeper.unprepared[colour] -= 1
            keeper.prepared[colour] += 1
            prepared[colour] += 1
        else:
            ignored[colour] += 1
        t.discard[colour] += 1
    t.spaces[space].quest = []
    t.tell(QuestWon(winner, space, tuple(paid), tuple(prepared), tuple(ignored)))
    return prepared


def move_rumours(t: KeepersTable) -> None:
    """Move every rumour onto the quest below it, then deal new rumours."""
    for space in t.spaces:
        if space.rumour is not None:
            space.quest.append(space.rumour)
            space.rumour = None
    t.tell(RumoursMoved())
    for number in range(len(t.spaces)):
        deal_rumour(t, number)
