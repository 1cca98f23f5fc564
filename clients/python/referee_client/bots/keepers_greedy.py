"""A sensible bot for Angirg Mariem Keepers.

Strategy: a quest's worth is the number of adventurers that it would prepare in the bot's own tavern. Choose the quest
worth most. In an auction, compare the quest with the best other one: for each adventurer that it prepares more than the
other one, bid one focus card above the necessary minimum, or pass. If the bot must lay cards but does not want to win,
it lays the colour of which it has fewest, to keep pairs. Sabotage with every pair, first the seat with the fewest
adventurers left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_client.games.keepers.v1.keepers_pb2 import Colour, Counts, Option, Position, SeatView, View

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from referee_client.turn import Turn

_FIELDS = {
    Colour.COLOUR_WARRIOR: "warrior",
    Colour.COLOUR_WIZARD: "wizard",
    Colour.COLOUR_ROGUE: "rogue",
    Colour.COLOUR_RANGER: "ranger",
}


class KeepersGreedy:
    """Considers only what a quest brings now."""

    def choose(self, turn: Turn) -> Option:
        """Choose by the kind of the first option listed."""
        position: Position = turn.position
        options, view = position.options, position.view
        if options[0].HasField("quest"):
            return max(options, key=lambda option: _worth_choosing(view, option.quest.space))
        if view.HasField("auction"):
            return _bid(view, options)
        return max(options, key=lambda option: _worth_sabotaging(view, option))


def count(counts: Counts, colour: Colour) -> int:
    """Return the number of cards of a colour."""
    number: int = getattr(counts, _FIELDS[colour])
    return number


def gain(seat: SeatView, quest: Iterable[Colour]) -> int:
    """Return how many adventurers of a seat a quest pile would prepare."""
    cards = list(quest)
    return sum(min(count(seat.unprepared, colour), cards.count(colour)) for colour in _FIELDS)


def left(seat: SeatView) -> int:
    """Return how many adventurers a seat still has to get rid of, including prepared ones."""
    return sum(count(seat.unprepared, colour) + count(seat.prepared, colour) for colour in _FIELDS)


def _worth_choosing(view: View, space: int) -> tuple[int, int]:
    """Rate a quest for starting an auction: first by what it brings, then by the cards that the bot can bid for it."""
    quest = view.spaces[space - 1].quest
    return gain(view.seats[view.seat], quest), count(view.hand, quest[-1])


def _bid(view: View, options: Sequence[Option]) -> Option:
    """Lay cards of the focus colour up to the stake, then only cards that must be laid."""
    focus = view.auction.focus
    adds = {option.add.colour: option for option in options if option.HasField("add")}
    if count(view.bid_pile, focus) < _stake(view) and focus in adds:
        return adds[focus]
    if not options[0].HasField("add"):
        return options[0]  # pass or done
    return adds[min(adds, key=lambda colour: count(view.hand, colour))]


def _stake(view: View) -> int:
    """Return how many cards of the focus colour the running auction is worth; 0 to stay out of it."""
    if view.auction.alone:
        return 0
    me = view.seats[view.seat]
    gains = [gain(me, space.quest) for space in view.spaces]
    here = gains.pop(view.auction.space - 1)
    worth = here - max(gains)
    if worth <= 0:
        return 0
    highest = max(seat.bid_pile for number, seat in enumerate(view.seats) if number != view.seat)
    return highest + worth


def _worth_sabotaging(view: View, option: Option) -> tuple[bool, int]:
    """Rate an option of the sabotage window: better than passing, and best against the seat nearest its goal."""
    if not option.HasField("sabotage"):
        return False, 0
    return True, -left(view.seats[option.sabotage.seat])
