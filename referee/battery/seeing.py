"""Whether somebody sees what the zones say: if other cards lay in a zone that it sees, its view would be another one.

Two cards change places, at least one of them in such a zone, and the view is made anew. The game's own `redeal` has no
part in it. What the view shows, the board must show, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from referee.battery.tally import Tally
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.kernel.table import Table
from referee.kernel.zones import Place, Zone, all_cards, exchange, places

TRIES = 6


def unseen(match: Match, tally: Tally, randomly: Random) -> Iterator[str]:
    """What is wrong with zones that somebody does not see, though they say so."""
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
    """The places that a seat should see in its view; of a zone that each seat has, one of them by chance."""
    now = match.table
    seen = [place for place in places(zones, now) if place.zone.in_view and place.is_seen_by(now, seat)]
    return [*{place.zone.name: place for place in randomly.sample(seen, len(seen))}.values()]


def _view_of(match: Match, table: Table[Any], seat: Seat | None) -> Any:
    """The view of a table that perhaps can not be: then there is none."""
    try:
        return match.game.view(table, seat)
    except (AssertionError, LookupError):
        return None


def _complaint(what: str, place: Place[Any], real: Table[Any], other: Table[Any], seat: Seat | None) -> str:
    who = "the spectator" if seat is None else f"seat {seat}"
    cards = f"{place.shown(real)} and {place.shown(other)}"
    return f"zone {place.zone.name!r} is said to be seen by {who}, whose {what} is the same with {cards}"


def _changeable(zone: Zone[Any]) -> Zone[Any]:
    """The zone; if it says no way to lay cards there, with the way that works for a list of the table itself."""

    def lay(t: Table[Any], seat: Seat, cards: list[Any]) -> None:
        listed = zone.cards(t, seat)
        if isinstance(listed, list):
            listed[:] = cards

    return zone if zone.lay is not None else replace(zone, lay=lay)


def _with_another_card(
    match: Match, place: Place[Any], filled: list[Place[Any]], tally: Tally, randomly: Random
) -> Table[Any] | None:
    """The table after two cards have changed places, one of them in `place`; None if no two were found that may."""
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
