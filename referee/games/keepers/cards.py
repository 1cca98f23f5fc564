"""The card set: the number of cards of each colour, and the numbers that the rules use."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from referee.errors import CardSetError
from referee.kernel import cards as reading

COLOURS = ("warrior", "wizard", "rogue", "ranger")
SEAT_COUNTS = (2, 3, 4)

Count = Annotated[int, Meta(ge=0, le=100)]
Some = Annotated[int, Meta(ge=1, le=100)]
Few = Annotated[int, Meta(ge=1, le=10)]


class ColourRow(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of one colour."""

    id: str
    quest: Count
    adventurer: Count
    source: str


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """The spaces of the board; quest space i lies below Rumor Mill space i."""

    quest_spaces: Few
    rumour_spaces: Few
    source: str


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What is dealt at set-up; the adventurers depend on the number of seats."""

    hand: Few
    adventurers_each: dict[int, Some]
    adventurers_removed: dict[int, Count]
    source: str


class Bid(Struct, frozen=True, forbid_unknown_fields=True):
    """The smallest bids."""

    min_cards: Few
    min_cards_alone: Few
    source: str


class SabotagePrice(Struct, frozen=True, forbid_unknown_fields=True):
    """The cost and the effect of one sabotage. Both are at least 1: free or useless sabotage could continue forever."""

    cost: Few
    unprepares: Few
    source: str


class Draw(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of cards that each seat draws at the end of a round."""

    cards: Annotated[int, Meta(ge=0, le=10)]
    source: str


class Cards(Struct, frozen=True):
    """The whole card set. Quest cards and adventurers are counted by colour, in colour order."""

    quests: list[int]
    adventurers: list[int]
    board: Board
    setup: Setup
    bid: Bid
    sabotage: SabotagePrice
    draw: Draw


def load_cards(raw: reading.CardData) -> Cards:
    """Read and check a card set."""
    reading.check_parts(raw, {"game", "set", "total_cards", "colour", "board", "setup", "bid", "sabotage", "draw"})
    reading.check_game(raw.get("game"), "keepers")
    colours = reading.rows(raw, "colour", ColourRow)
    if tuple(row.id for row in colours) != COLOURS:
        raise CardSetError(f"the ids of [[colour]] must be {', '.join(COLOURS)}, in this order")
    cards = Cards(
        quests=[row.quest for row in colours],
        adventurers=[row.adventurer for row in colours],
        board=reading.section(raw, "board", Board),
        setup=reading.section(raw, "setup", Setup),
        bid=reading.section(raw, "bid", Bid),
        sabotage=reading.section(raw, "sabotage", SabotagePrice),
        draw=reading.section(raw, "draw", Draw),
    )
    _check(cards, raw.get("total_cards"))
    return cards


def _check(cards: Cards, total: object) -> None:
    if total != (found := sum(cards.quests) + sum(cards.adventurers)):
        raise CardSetError(f"total_cards is {total}, but quest and adventurer of all [[colour]] add up to {found}")
    reading.check_count(
        "[board]: rumour_spaces (as many as quest_spaces)", cards.board.rumour_spaces, cards.board.quest_spaces
    )
    for seats in SEAT_COUNTS:
        if seats not in cards.setup.adventurers_each:
            raise CardSetError(f"[setup]: adventurers_each has no number for {seats} seats, 1 or more")
        each = cards.setup.adventurers_each[seats]
        removed = cards.setup.adventurers_removed.get(seats, 0)
        sums = f"{seats} * adventurers_each.{seats} + adventurers_removed.{seats}"
        what = f"[setup]: {sums} (as many as adventurer of all [[colour]] add up to)"
        reading.check_count(what, each * seats + removed, sum(cards.adventurers))
        needed = cards.board.quest_spaces + cards.board.rumour_spaces + cards.setup.hand * seats
        if needed > sum(cards.quests):
            raise CardSetError(
                f"quest of all [[colour]] add up to {sum(cards.quests)}; {seats} seats need {needed}: "
                f"[board] quest_spaces + rumour_spaces, and [setup] hand for each seat"
            )
