"""Where cards lie, and who sees them (section 10 of the game's specification).

Cash is not a card: views hide it, but events reveal it.
"""

from __future__ import annotations

from collections import Counter

from referee.games.brick.cards import CardId
from referee.games.brick.state import BrickTable, Played
from referee.kernel.seats import Seat
from referee.kernel.zones import Zone, nobody, owner


def lay_played(t: BrickTable, seat: Seat, cards: list[CardId]) -> None:
    """Replace the cards that a seat has played; the number and order of supply and demand cards stay the same."""
    player = t.players[seat]
    player.played = [Played(card, old.side) for card, old in zip(cards, player.played, strict=True)]


def owner_or_peeker(t: BrickTable, owner: Seat | None, seat: Seat | None) -> bool:
    """Demand cards are visible to their owners.

    A seat that has looked at the pile sees them, but not whose they are.
    """
    return seat is not None and (owner == seat or t.players[seat].peeked is not None)


def lay_demand(t: BrickTable, seat: Seat, cards: list[CardId]) -> None:
    """Replace the demand cards of a seat, and what other seats have seen of them."""
    player = t.players[seat]
    before, now = Counter(player.demand), Counter(cards)
    changed = [*zip((before - now).elements(), (now - before).elements(), strict=True)]
    player.demand = cards
    for other in t.players:
        for old, new in changed:
            if other.peeked is not None and old in other.peeked:
                other.peeked.remove(old)
                other.peeked = sorted([*other.peeked, new])


STORES = "stores"
ZONES: list[Zone[BrickTable]] = [
    Zone.in_field("store deck", "store_deck", nobody, ordered=True, pool=STORES),
    Zone.in_field("store hand", "players[seat].stores", owner, sort=True, pool=STORES),
    Zone.in_field("draft packet", "players[seat].packet", owner, sort=True, pool=STORES),
    Zone.in_field("draft leftovers", "face_down", nobody, pool=STORES),
    Zone("row", lambda t, _: t.row, ordered=True),
    Zone("on-deck card", lambda t, _: [t.on_deck] if t.on_deck is not None else []),
    Zone("starting stores", lambda t, _: t.starting_stores),
    Zone("building", lambda t, seat: [store.card for store in t.players[seat].building], each=True, ordered=True),
    Zone("bought store", lambda t, seat: [card for card in [t.players[seat].bought] if card is not None], each=True),
    Zone("box", lambda t, _: t.box),
    Zone.in_field("market deck", "market_deck", nobody, ordered=True),
    Zone.in_field("market hand", "players[seat].hand", owner, sort=True),
    Zone("played cards", lambda t, seat: [card.card for card in t.players[seat].played], lay_played, owner, each=True),
    # One pile on the table: nobody sees how many cards each seat has put there.
    Zone(
        "demand cards",
        lambda t, seat: t.players[seat].demand,
        lay_demand,
        owner_or_peeker,
        each=True,
        counted=False,
    ),
    Zone("supply pile", lambda t, _: t.supply_pile),
    Zone("demand pile in Sale", lambda t, _: t.demand_pile),
    Zone("market discard pile", lambda t, _: t.discard),
]
