"""What the battery must know of Inns & Outcasts."""

from __future__ import annotations

from collections.abc import Collection, Hashable

from referee.battery.facts import Facts
from referee.games.inns.choices import Hand, Play
from referee.games.inns.events import Called, Revealed
from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from tests.games.extreme_cards import extreme_sets


def public_form(option: Option) -> Hashable:
    """Which hand is built and which card is placed is secret; everything else is seen at once."""
    if isinstance(option, Hand | Play):
        return type(option)
    return option


def reveals(event: Event, seat: Seat | None) -> Collection[str]:
    """Cards are turned up."""
    return ("seat", "card") if isinstance(event, Revealed) else ()


FACTS = Facts(
    most_decisions={3: 400, 4: 500, 5: 500, 6: 500, 7: 500, 8: 600},
    public_form=public_form,
    reveals=reveals,
    seat_advantage=0.02,  # the first Head of the Table is drawn
    tables_differ=0.5,
    lists_differ=0.06,
    # A call lays open who has a card of the initiative, and also that nobody has one: then the next call follows.
    may_be_missing=(Called, Revealed),
    card_sets=extreme_sets("inns"),
)
