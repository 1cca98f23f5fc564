"""Views, options and events for people, rendered from what is told alone."""

from __future__ import annotations

from collections.abc import Iterable

from referee.kernel.asking import Option
from referee.kernel.table import Event

from .choices import Look, Play
from .events import Drew, Looked, Played, Shared, Shuffled, Won
from .view import View


def view_text(view: View) -> str:
    """The whole table."""
    lines = [f"Round {view.round}; deck of {view.deck}, discarded {_list(view.discard)}"]
    lines += [f"Seat {at}: points {seat.points}, hand of {seat.hand}" for at, seat in enumerate(view.seats)]
    return "\n".join([*lines, *([] if view.seat is None else [f"Your hand: {_list(view.hand)}"])])


def option_text(option: Option) -> str:
    """One option."""
    match option:
        case Play(card):
            return f"play {card}"
        case Look():
            return "look at the top card of the deck"
        case _:
            return "do not look"


def event_text(event: Event) -> str:
    """One event, in the form that somebody was told."""
    match event:
        case Looked(seat, card):
            return f"Seat {seat} looks at the top card of the deck{_which(card)}"
        case Played(cards, die):
            return f"Played are {_list(cards)}; the die shows {die}"
        case Won(seat, points):
            return f"Seat {seat} wins the round and scores {points}"
        case Shared():
            return "Nobody wins the round"
        case Drew(seat, card):
            return f"Seat {seat} draws a card{_which(card)}"
        case Shuffled(count):
            return f"The discard pile is shuffled and becomes the deck of {count}"
        case _:
            raise AssertionError(event)


def _which(card: int | None) -> str:
    return "" if card is None else f": {card}"


def _list(cards: Iterable[int]) -> str:
    return ", ".join(map(str, cards)) or "none"
