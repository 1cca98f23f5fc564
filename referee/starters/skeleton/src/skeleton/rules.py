"""The rules.

In each round every seat in turn may look at the top card of the deck. Then all seats play a card at the same time.

The highest card, if only one seat has played it, wins as many points as a die shows. Then every seat draws. The seat
with the most points at the end wins.
"""

from __future__ import annotations

from bisect import insort

from referee.kernel.asking import ask, ask_all
from referee.kernel.game import Phase
from referee.kernel.ranking import Result, places
from referee.kernel.seats import Seat

from .choices import Look, Play, Rest
from .events import Drew, Looked, Played, Shared, Shuffled, Won
from .state import SkeletonTable


def set_up(t: SkeletonTable) -> None:
    """Shuffle the deck and deal the hands."""
    t.deck = [card for card in range(1, t.cards.highest + 1) for _ in range(t.cards.copies)]
    t.chance("deck").shuffle(t.deck)
    t.hands = [sorted([t.deck.pop(0) for _ in range(t.cards.hand)]) for _ in t.all_seats()]
    t.points = [0 for _ in t.all_seats()]
    t.to_look = t.all_seats()


async def looking(t: SkeletonTable) -> Phase[SkeletonTable]:
    """One seat may look."""
    seat = t.to_look[0]
    choice = await ask(seat, look_options(t))
    t.to_look.pop(0)
    if isinstance(choice, Look):
        tell_look(t, seat, t.deck[0])
    return looking if t.to_look else playing


def look_options(t: SkeletonTable) -> list[Look | Rest]:
    """The options of a seat that may look; the first one is the default. The number of cards left is public."""
    return [Rest(), Look()] if t.deck else [Rest()]


def tell_look(t: SkeletonTable, seat: Seat, card: int) -> None:
    """Announce the event; only the seat sees the card."""
    t.tell(Looked(seat), {seat: Looked(seat, card)})


async def playing(t: SkeletonTable) -> Phase[SkeletonTable] | None:
    """All seats play a card at the same time; then every seat draws."""
    chosen = await ask_all({seat: play_options(t, seat) for seat in t.all_seats()})
    settle(t, [chosen[seat].card for seat in t.all_seats()])
    for seat in t.all_seats():
        draw(t, seat)
    if t.round == t.cards.rounds:
        return None
    t.round += 1
    t.to_look = t.all_seats()
    return looking


def play_options(t: SkeletonTable, seat: Seat) -> list[Play]:
    """The different cards of a hand."""
    return [Play(card) for card in dict.fromkeys(t.hands[seat])]


def settle(t: SkeletonTable, cards: list[int]) -> None:
    """Turn up the played cards, throw the die, and give the points."""
    for seat, card in enumerate(cards):
        t.hands[seat].remove(card)
    t.discard += cards
    die = 1 + t.chance("die").below(t.cards.die)
    t.tell(Played(tuple(cards), die))
    best = Seat(cards.index(max(cards)))
    if cards.count(max(cards)) > 1:
        t.tell(Shared(best, die))
    else:
        t.points[best] += die
        t.tell(Won(best, die))


def draw(t: SkeletonTable, seat: Seat) -> None:
    """Let a seat draw; only the seat sees which card."""
    if not t.deck:
        t.deck, t.discard = t.discard, []
        t.chance("shuffle").shuffle(t.deck)
        t.tell(Shuffled(len(t.deck)))
    card = t.deck.pop(0)
    insort(t.hands[seat], card)
    tell_draw(t, seat, card)


def tell_draw(t: SkeletonTable, seat: Seat, card: int) -> None:
    """Announce the event; only the seat sees the card."""
    t.tell(Drew(seat), {seat: Drew(seat, card)})


def result(t: SkeletonTable) -> Result:
    """The result: the seat with the most points wins."""
    return Result(places(t.points), t.points, "last_round")
