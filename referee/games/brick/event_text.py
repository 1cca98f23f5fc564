"""Events for people."""

from __future__ import annotations

from collections.abc import Sequence

from referee.counts import counted
from referee.games.brick import events, item_events
from referee.games.brick.item_events import Portion
from referee.games.brick.option_text import card_name, items
from referee.games.brick.text import MONTHS, crates_text, names
from referee.kernel.table import Event


def event_text(event: Event) -> str:
    """One event."""
    match event:
        case events.PartBegins(month, part):
            return f"{MONTHS[month - 1]}: {part.capitalize()} begins"
        case events.OrderChanged(order):
            return f"the turn order is now {', '.join(map(str, order))}"
        case events.PointsChanged(seat, change, points):
            return f"seat {seat} {'gains' if change > 0 else 'loses'} {counted(abs(change), 'point')}: it has {points}"
        case events.LastRound():
            return "the investment token is reached: the match ends with this month"
        case events.RowChanged(row, on_deck):
            return f"for sale are now {names(row)}; next is {card_name(on_deck)}"
        case events.PacketTaken(seat, count, stores):
            return f"seat {seat} takes up a draft packet: {names(stores) if stores else counted(count, 'card')}"
        case events.Drafted(seat, store):
            return f"seat {seat} keeps {card_name(store) if store else 'a store card'}"
        case events.Started(seat, store):
            return f"seat {seat} begins with {card_name(store)}"
        case events.Invested(seat, points, money):
            if points == 0:
                return f"seat {seat} neither buys nor sells points"
            return f"seat {seat} {'buys' if points > 0 else 'sells'} {counted(abs(points), 'point')} for ${money}"
        case events.UtilitiesPaid(seat, bill, debt):
            return f"seat {seat} pays ${bill} for utilities{_tokens(debt)}"
        case item_events.Expired(seat, slot, item, count):
            return f"{count} {item} of seat {seat} expire in slot {slot}"
        case item_events.Returned(seat, slot, item, count):
            return f"seat {seat} gives {count} {item} from slot {slot} to the market"
        case events.GameOver(scores, places, reason):
            return f"the game is over ({reason}); scores {[*scores]}, places {[*places]}"
        case _:
            return _building_text(event)


def _building_text(event: Event) -> str:
    match event:
        case events.PassedBuying(seat):
            return f"seat {seat} buys no store"
        case events.AuctionOpened(seat, store, amount):
            return f"seat {seat} starts an auction for {card_name(store)} with ${amount}"
        case events.BidRaised(seat, amount):
            return f"seat {seat} bids ${amount}"
        case events.BidDropped(seat):
            return f"seat {seat} drops out"
        case events.StoreBought(seat, store, from_hand, price, debt):
            source = "its hand" if from_hand else "the row"
            return f"seat {seat} buys {card_name(store)} from {source} for ${price}{_tokens(debt)}"
        case events.StoreOpened(seat, slot, store):
            return f"seat {seat} opens {card_name(store)} in slot {slot}"
        case events.StoreClosed(seat, slot, store):
            return f"{card_name(store)} of seat {seat}, slot {slot}, is closed"
        case events.NotOpened(seat, store):
            return f"seat {seat} does not open {card_name(store)}"
        case _:
            return _advertisement_text(event)


def _advertisement_text(event: Event) -> str:
    match event:
        case events.MarketDrawn(seat, count, cards):
            return f"seat {seat} draws {names(cards) if cards else counted(count, 'market card')}"
        case events.MarketDiscarded(seat, cards):
            return f"seat {seat} discards {names(cards)}"
        case events.Reshuffled(count):
            return f"the discard pile becomes a market deck of {counted(count, 'card')}"
        case events.CardPlayed(seat, card, side):
            return f"seat {seat} plays {f'{card} as {side}' if card else 'a market card'}"
        case events.Gathered(supply, demand):
            return f"gathered are the supply cards {names(supply)}, and {counted(demand, 'demand card')}"
        case events.PileChosen(seat, side, demand):
            seen = f": {names(demand)}" if demand else ""
            return f"seat {seat} looks at {f'the {side} pile' if side else 'no pile'}{seen}"
        case events.PileGrew(seat, added, card):
            return f"seat {seat} adds {card or 'a card' if added else 'no card'}"
        case _:
            return _supply_text(event)


def _supply_text(event: Event) -> str:
    match event:
        case item_events.SelfSupplied(seat, slot, item, count):
            return f"{count} {item} come to slot {slot} of seat {seat}"
        case item_events.MarketSupplied(crates):
            return f"to the market come {crates_text(crates)}"
        case item_events.SupplyBids(item, bids):
            return f"bids for {item}: " + ", ".join(f"seat {bid.seat} ${bid.price}" for bid in bids)
        case item_events.Stocked(seat, item, price, portions, cost, debt):
            return f"seat {seat} stocks {_portions(portions)} of {item} at ${price}, and pays ${cost}{_tokens(debt)}"
        case item_events.StockedFree(seat, slot, item, count):
            return f"seat {seat} takes {count} {item} free of charge into slot {slot}"
        case item_events.StoreSupplied(seat, slot, item, count):
            return f"slot {slot} of seat {seat} supplies the market with {count} {item}"
        case _:
            return _sale_text(event)


def _sale_text(event: Event) -> str:
    match event:
        case item_events.DemandShown(cards, crates):
            return f"the demand cards are {names(cards)}: {crates_text(crates)}"
        case item_events.Transferred(seat, item, source, target, count):
            return f"seat {seat} moves {count} {item} from slot {source} to slot {target}"
        case item_events.SaleBids(item, bids):
            offers = [
                f"seat {bid.seat} {bid.quantity}" + ("" if bid.price is None else f" at ${bid.price}") for bid in bids
            ]
            return f"offers of {item}: {', '.join(offers)}"
        case item_events.Sold(seat, item, price, portions, to_demand, to_jewelry, to_own, money):
            boxes = f"{to_demand} on demand cards, {to_jewelry} in jewelry boxes, {to_own} in own boxes"
            return f"seat {seat} sells {_portions(portions)} of {item} at ${price} ({boxes}), and gets ${money}"
        case item_events.SurplusTaken(seat, item, portions):
            return f"seat {seat} has a surplus of {item}: {_portions(portions)}"
        case item_events.SurplusBought(seat, slot, seller, item, count, cost):
            return f"seat {seat} buys {count} {item} of seat {seller} for ${cost} into slot {slot}"
        case _:
            raise TypeError(f"not an event of this game: {event}")


def _portions(portions: Sequence[Portion]) -> str:
    return ", ".join(f"{items(portion.count)} (slot {portion.slot})" for portion in portions) or "nothing"


def _tokens(debt: int) -> str:
    return f" with {counted(debt, 'debt token')}" if debt else ""
