"""Whether viewers see what the zones declare: with other cards in a zone that they see, their view must differ.

Two cards are swapped, at least one of them in such a zone, and the view is made again, without using the game's
`redeal`. The board must show what the view shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from referee.battery.differing import first_that_differs
from referee.battery.tally import Tally
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.kernel.table import Table
from referee.kernel.zones import Place, Zone, all_cards, exchange, places

TRIES = 6


def unseen(match: Match, tally: Tally, randomly: Random) -> Iterator[str]:
    """Zones that a viewer does not see although the zone declares that it does."""
    zones = [_changeable(zone) for zone in match.game.zones]
    tally.note_where_cards_lie(match.table, zones)
    filled = [place for place in places(zones, match.table) if place.cards(match.table)]
    for seat in [*match.table.all_seats(), None]:
        view, board = match.view(seat), match.board(seat)
        for place in _some_in_view(match, zones, seat, randomly):
            table = _with_another_card(match, place, filled, tally, randomly)
            other = None if table is None else _view_of(match, table, seat)
            if table is None or other is None:
                continue
            if other == view:
                yield _complaint("view", place, match.table, table, seat)
            elif match.game.drawn(other, match.table.cards) == board:
                yield _complaint("board", place, match.table, table, seat)


def _some_in_view(match: Match, zones: list[Zone[Any]], seat: Seat | None, randomly: Random) -> list[Place[Any]]:
    """The places that a seat should see in its view; for a zone that each seat has, a random one."""
    now = match.table
    seen = [place for place in places(zones, now) if place.zone.in_view and place.is_seen_by(now, seat)]
    return [*{place.zone.name: place for place in randomly.sample(seen, len(seen))}.values()]


def _view_of(match: Match, table: Table[Any], seat: Seat | None) -> Any:
    """The view of a possibly invalid table; None if making it fails."""
    try:
        return match.game.view(table, seat)
    except (AssertionError, LookupError):
        return None


def _complaint(what: str, place: Place[Any], real: Table[Any], other: Table[Any], seat: Seat | None) -> str:
    who = "the spectator" if seat is None else f"seat {seat}"
    cards = first_that_differs(place.shown(real), place.shown(other))
    return f"zone {place.zone.name!r} is declared visible to {who}, whose {what} is the same if card {cards}"


def _changeable(zone: Zone[Any]) -> Zone[Any]:
    """The zone itself, or if it has no `lay`, a copy with one that assigns the list in the table."""

    def lay(t: Table[Any], seat: Seat, cards: list[Any]) -> None:
        listed = zone.cards(t, seat)
        if isinstance(listed, list):
            listed[:] = cards

    return zone if zone.lay is not None else replace(zone, lay=lay)


def _with_another_card(
    match: Match, place: Place[Any], filled: list[Place[Any]], tally: Tally, randomly: Random
) -> Table[Any] | None:
    """The table with two cards swapped, one of them in `place`; None if no possible swap was found."""
    now, zones = match.table, match.game.zones
    alike = [other for other in filled if other.zone.pool == place.zone.pool]
    for _ in range(TRIES if place.cards(now) else 0):
        other = randomly.choice(alike)
        ours, theirs = place.cards(now), other.cards(now)
        at, to = randomly.randrange(len(ours)), randomly.randrange(len(theirs))
        if (other == place and not place.zone.ordered) or ours[at] == theirs[to]:
            continue
        if not (tally.may_lie(place, theirs[to], now) and tally.may_lie(other, ours[at], now)):
            continue
        table: Table[Any] = match.game.decode(match.game.encode(now))
        table.attach(now.cards, [])
        table.sealed = now.sealed
        exchange(table, place, at, other, to)
        if place.shown(table) != place.shown(now) and all_cards(zones, table) == all_cards(zones, now):
            return table
    return None
