"""Views, options and events for people."""

from __future__ import annotations

from referee.kernel.asking import Option
from referee.kernel.table import Event

from .choices import Load
from .events import Drew, Loaded, Sailed, Sank
from .view import View


def view_text(view: View) -> str:
    """The whole table."""
    lines = [
        f"Turn {view.turn}, seat {view.active_seat}; {view.store} bales in the store, shipped {list(view.shipped)}",
        f"On the ferry {list(view.ferry)}; it carries {view.mark}",
    ]
    lines += [f"Seat {at}: {seat.coins} coins, {seat.hand} bales" for at, seat in enumerate(view.seats)]
    return "\n".join([*lines, *([] if view.seat is None else [f"Your hand: {list(view.hand)}"])])


def option_text(option: Option) -> str:
    """One option."""
    return f"load {option.weight}" if isinstance(option, Load) else "wait"


def event_text(event: Event) -> str:
    """One event, in the form that a viewer received."""
    match event:
        case Loaded(seat, weight):
            return f"Seat {seat} loads {weight}"
        case Sailed(seat):
            return f"The ferry sails, and seat {seat} is paid"
        case Sank(seat):
            return f"The ferry sinks, and seat {seat} pays"
        case Drew(seat, weight):
            return f"Seat {seat} takes a bale" + ("" if weight is None else f": {weight}")
    return "A seat waits"
