"""Views, options and events for people. All names and numbers of cards come from the card set of the match."""

from __future__ import annotations

from collections.abc import Sequence

from referee.counts import counted
from referee.games.brick.kinds import TYPES
from referee.games.brick.option_text import card_name, option_text
from referee.games.brick.state import Part
from referee.games.brick.view import Own, SeatView, StoreView, View

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
PARTS: dict[Part, str] = {
    "draft": "draft of store cards",
    "building": "Building",
    "advertisement": "Advertisement",
    "supply": "Supply",
    "sale": "Sale",
    "inventory": "Inventory",
    "utilities": "Utilities",
    "investment": "Investment",
}


def view_text(view: View) -> str:
    """The table as one seat, or the spectator, sees it."""
    now = f" of {view.item}" if view.item is not None else ""
    lines = [
        f"{MONTHS[view.month - 1]}: {PARTS[view.part]}{now}. Turn order: {', '.join(map(str, view.order))}.",
        *(["The match ends with this month."] if view.last_round else []),
        f"Market: {crates_text(view.market)}.",
        f"For sale, oldest first: {names(view.row)}; next: {card_name(view.on_deck)}.",
    ]
    if view.starting_stores and view.part in {"draft", "building"}:
        lines.append(f"Starting stores: {names(view.starting_stores)}.")
    if view.auction is not None:
        auction = view.auction
        still = ", ".join(map(str, auction.bidders))
        lines.append(
            f"Auction of {card_name(auction.store)}: seat {auction.leader} bids ${auction.bid}; still in: {still}."
        )
    if view.supply_pile:
        lines.append(f"Supply cards: {names(view.supply_pile)}.")
    if view.demand:
        lines.append(f"Demand cards, face down: {view.demand}.")
    if view.demand_pile:
        lines.append(f"Demand cards: {names(view.demand_pile)}; free boxes: {crates_text(view.boxes)}.")
    for dial in view.dials:
        offer = "" if dial.quantity is None else f"{dial.quantity} at "
        lines.append(f"Seat {dial.seat} bids {offer}{'no price' if dial.price is None else f'${dial.price}'}.")
    discarded = ", ".join(f"{stack.count} {stack.card}" for stack in view.discard) or "nothing"
    lines.append(f"Market deck: {view.market_deck}; discarded: {discarded}.")
    lines.append(f"Store deck: {view.store_deck}; out of play: {names(view.box)}, and {view.face_down} face down.")
    for number, seat in enumerate(view.seats):
        lines += _seat(seat, number, you=number == view.seat)
    if view.own is not None:
        lines += _own(view.own)
    if view.chosen is not None:
        lines.append(f"You have chosen: {option_text(view.chosen)}.")
    return "\n".join(lines)


def _seat(seat: SeatView, number: int, *, you: bool) -> list[str]:
    facts = [f"market cards {seat.hand}", f"store cards {seat.stores}"]
    facts += [f"draft packet {seat.packet}"] if seat.packet else []
    facts += [f"played {seat.played}"] if seat.played else []
    facts += [f"bought {card_name(seat.bought)}"] if seat.bought else []
    facts += ["has redrawn"] if seat.redrawn else []
    facts += ["has taken debt in this Supply Phase"] if seat.borrowed else []
    facts += [f"has sold {', '.join(seat.sold_types)}"] if seat.sold_types else []
    facts += [f"surplus {seat.surplus}"] if seat.surplus else []
    points = counted(seat.points, "point")
    return [
        f"Seat {number}{' (you)' if you else ''}: {points}, debt {seat.debt}; {', '.join(facts)}.",
        *(f"  Slot {slot}: {_store(store)}." for slot, store in enumerate(seat.building, 1)),
    ]


def _store(store: StoreView) -> str:
    parts = [f"{shelf.item} {list(shelf.counts)}" for shelf in store.shelves]
    parts += [f"free boxes {list(store.boxes)}"] if store.boxes else []
    return f"{card_name(store.store)}{': ' if parts else ''}{', '.join(parts)}"


def _own(own: Own) -> list[str]:
    lines = [f"You have ${own.cash}; market cards {names(own.hand)}; store cards {names(own.stores)}."]
    if own.packet:
        lines.append(f"Your draft packet: {names(own.packet)}.")
    if own.played:
        lines.append("You have played: " + ", ".join(f"{card.card} as {card.side}" for card in own.played) + ".")
    if own.demand:
        lines.append(f"Your cards in the demand pile: {names(own.demand)}.")
    if own.peeked:
        lines.append(f"The demand pile as you saw it: {names(own.peeked)}.")
    return lines


def crates_text(counts: Sequence[int]) -> str:
    """Numbers of items by type."""
    return ", ".join(f"{count} {item}" for item, count in zip(TYPES, counts, strict=True) if count) or "nothing"


def names(cards: Sequence[str]) -> str:
    """Some cards."""
    return ", ".join(map(card_name, cards)) or "nothing"
