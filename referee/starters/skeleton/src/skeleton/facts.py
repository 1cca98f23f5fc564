"""The facts that the battery of tests needs about the game; only tests import this."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from functools import partial

from referee.battery import Facts, changed_cards
from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event

from .cards import SEATS
from .choices import Play
from .events import Drew, Looked, Played, Won
from .game import GAME


def public_form(option: Option) -> Hashable:
    """What others see of a choice: cards are played face down; everything else is visible."""
    return "a card" if isinstance(option, Play) else option


def reveals(event: Event, seat: Seat | None) -> Collection[str]:
    """What an event reveals: to all seats, played cards and the die; to one seat, a card that it draws or looks at."""
    match event:
        case Played():
            return ("cards", "die")
        case Drew() | Looked() if event.seat == seat:
            return ("card",)
        case _:
            return ()


def throws(event: Event) -> Iterator[tuple[Seat, int]]:
    """The die that decides the points of a round's winner."""
    if isinstance(event, Won):
        yield event.seat, event.points


FACTS = Facts(
    most_decisions={seats: 2 * seats * GAME.cards.rounds for seats in range(SEATS[0], SEATS[1] + 1)},
    public_form=public_form,
    reveals=reveals,
    throws=throws,
    seat_advantage=0.02,
    by_chance={Played: ("die",)},
    card_sets=partial(changed_cards, GAME),
)
