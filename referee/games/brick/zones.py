"""Where cards lie, and who sees them: spec, section 10. Cash is no card: views hide it, but events tell it."""

from __future__ import annotations

from referee.games.brick.cards import CardId
from referee.games.brick.state import BrickTable, Played
from referee.kernel.seats import Seat
from referee.kernel.zones import Zone, nobody, owner


def lay_store_deck(t: BrickTable, _seat: Seat, cards: list[CardId]) -> None:
    """Makes these cards the store deck."""
    t.store_deck = cards


def lay_stores(t: BrickTable, seat: Seat, cards: list[CardId]) -> None:
    """Makes these cards the store cards in a hand."""
    t.players[seat].stores = sorted(cards)


def lay_packet(t: BrickTable, seat: Seat, cards: list[CardId]) -> None:
    """Makes these cards a draft packet."""
    t.players[seat].packet = sorted(cards)


def lay_face_down(t: BrickTable, _seat: Seat, cards: list[CardId]) -> None:
    """Makes these cards what was left over in the draft."""
    t.face_down = cards


def lay_market_deck(t: BrickTable, _seat: Seat, cards: list[CardId]) -> None:
    """Makes these cards the market deck."""
    t.market_deck = cards


def lay_hand(t: BrickTable, seat: Seat, cards: list[CardId]) -> None:
    """Makes these cards the market cards in a hand."""
    t.players[seat].hand = sorted(cards)


def lay_played(t: BrickTable, seat: Seat, cards: list[CardId]) -> None:
    """Makes these cards those that a seat has played; which of them are face up stays the same."""
    player = t.players[seat]
    player.played = [Played(card, old.side) for card, old in zip(cards, player.played, strict=True)]


def lay_demand(t: BrickTable, seat: Seat, cards: list[CardId]) -> None:
    """Makes these cards those of a seat in the demand pile."""
    t.players[seat].demand = cards


STORES = "stores"
# One pile on the table: who has put how many cards there is not told.
DEMAND: Zone[BrickTable] = Zone(
    "demand cards", lambda t, seat: t.players[seat].demand, lay_demand, owner, each=True, counted=False
)
ZONES: list[Zone[BrickTable]] = [
    Zone("store deck", lambda t, _: t.store_deck, lay_store_deck, nobody, ordered=True, pool=STORES),
    Zone("store hand", lambda t, seat: t.players[seat].stores, lay_stores, owner, each=True, pool=STORES),
    Zone("draft packet", lambda t, seat: t.players[seat].packet, lay_packet, owner, each=True, pool=STORES),
    Zone("draft leftovers", lambda t, _: t.face_down, lay_face_down, nobody, pool=STORES),
    Zone("row", lambda t, _: t.row, ordered=True),
    Zone("on-deck card", lambda t, _: [t.on_deck] if t.on_deck is not None else []),
    Zone("starting stores", lambda t, _: t.starting_stores),
    Zone("building", lambda t, seat: [store.card for store in t.players[seat].building], each=True, ordered=True),
    Zone("bought store", lambda t, seat: [card for card in [t.players[seat].bought] if card is not None], each=True),
    Zone("box", lambda t, _: t.box),
    Zone("market deck", lambda t, _: t.market_deck, lay_market_deck, nobody, ordered=True),
    Zone("market hand", lambda t, seat: t.players[seat].hand, lay_hand, owner, each=True),
    Zone("played cards", lambda t, seat: [card.card for card in t.players[seat].played], lay_played, owner, each=True),
    DEMAND,
    Zone("supply pile", lambda t, _: t.supply_pile),
    Zone("demand pile in Sale", lambda t, _: t.demand_pile),
    Zone("market discard pile", lambda t, _: t.discard),
]
