"""The chapter "Game Setup" of the rulebook; section 5 of the game's specification."""

from __future__ import annotations

from referee.games.keepers.deck import as_list, deal_rumour, deal_to_hand
from referee.games.keepers.events import RoundBegins
from referee.games.keepers.state import Keeper, KeepersTable, Space
from referee.kernel.seats import Seat


def set_up(t: KeepersTable) -> None:
    """Deal the taverns, the board and the hands, and give a seat the token."""
    t.keepers = [Keeper() for _ in range(t.seat_count)]
    deal_taverns(t)
    deal_board(t)
    t.current = first_seat(t)
    for _ in range(t.cards.setup.hand):
        for seat in t.clockwise(t.current):
            deal_to_hand(t, seat)
    t.tell(RoundBegins(t.round, t.current))


def deal_taverns(t: KeepersTable) -> None:
    """Deal the adventurers one at a time, beginning with seat 0, and remove the rest."""
    adventurers = as_list(t.cards.adventurers)
    t.chance("adventurers").shuffle(adventurers)
    each = t.cards.setup.adventurers_each[t.seat_count]
    for number, colour in enumerate(adventurers):
        if number < each * t.seat_count:
            t.keepers[number % t.seat_count].unprepared[colour] += 1
        else:
            t.removed[colour] += 1
    for keeper in t.keepers:
        keeper.dealt = each


def deal_board(t: KeepersTable) -> None:
    """Shuffle the quest cards and deal one to each space."""
    t.deck = as_list(t.cards.quests)
    t.chance("deck").shuffle(t.deck)
    t.spaces = [Space(quest=[t.deck.pop(0)]) for _ in range(t.cards.board.quest_spaces)]
    for space in range(len(t.spaces)):
        deal_rumour(t, space)


def first_seat(t: KeepersTable) -> Seat:
    """The seat that holds the Quest Giver token first (ruling 3)."""
    wanted = t.options.first_seat
    return Seat(wanted) if isinstance(wanted, int) else Seat(t.chance("first seat").below(t.seat_count))
