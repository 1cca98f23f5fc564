"""How it is played. Each round everybody in turn may look at the top card of the deck. Then all play a card at once.

The highest card, if nobody has it too, wins what a die shows. Everybody draws. In the end the most points win.
"""

from __future__ import annotations

from referee.kernel.asking import ask, ask_all
from referee.kernel.game import Phase
from referee.kernel.ranking import Result, places
from referee.kernel.seats import Seat

from .choices import Look, Play, Rest
from .events import Drew, Looked, Played, Shared, Shuffled, Won
from .state import LanternsTable


def set_up(t: LanternsTable) -> None:
    """Shuffles the deck and deals the hands."""
    t.deck = [card for card in range(1, t.cards.highest + 1) for _ in range(t.cards.copies)]
    t.chance("deck").shuffle(t.deck)
    t.hands = [[t.deck.pop(0) for _ in range(t.cards.hand)] for _ in t.all_seats()]
    t.points = [0 for _ in t.all_seats()]
    t.to_look = t.all_seats()


async def looking(t: LanternsTable) -> Phase[LanternsTable]:
    """One seat may look."""
    seat = t.to_look[0]
    choice = await ask(seat, look_options(t))
    t.to_look.pop(0)
    if isinstance(choice, Look):
        tell_look(t, seat, t.deck[0])
    return looking if t.to_look else playing


def look_options(t: LanternsTable) -> list[Look | Rest]:
    """The choices of a seat that may look; the first one is the default. How many cards are left, everybody sees."""
    return [Rest(), Look()] if t.deck else [Rest()]


def tell_look(t: LanternsTable, seat: Seat, card: int) -> None:
    """The card is told to the seat alone."""
    t.tell(Looked(seat), {seat: Looked(seat, card)})


async def playing(t: LanternsTable) -> Phase[LanternsTable] | None:
    """All play a card at once; then everybody draws."""
    chosen = await ask_all({seat: [Play(card) for card in sorted(set(t.hands[seat]))] for seat in t.all_seats()})
    settle(t, [chosen[seat].card for seat in t.all_seats()])
    for seat in t.all_seats():
        draw(t, seat)
    if t.round == t.cards.rounds:
        return None
    t.round += 1
    t.to_look = t.all_seats()
    return looking


def settle(t: LanternsTable, cards: list[int]) -> None:
    """Turns up what was played, throws the die, and gives the points."""
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


def draw(t: LanternsTable, seat: Seat) -> None:
    """A seat draws; only the seat is told which card."""
    if not t.deck:
        t.deck, t.discard = t.discard, []
        t.chance("shuffle").shuffle(t.deck)
        t.tell(Shuffled(len(t.deck)))
    card = t.deck.pop(0)
    t.hands[seat].append(card)
    tell_draw(t, seat, card)


def tell_draw(t: LanternsTable, seat: Seat, card: int) -> None:
    """The card is told to the seat alone."""
    t.tell(Drew(seat), {seat: Drew(seat, card)})


def result(t: LanternsTable) -> Result:
    """The most points win."""
    return Result(places(t.points), t.points, "last_round")
