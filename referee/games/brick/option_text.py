"""Options for people."""

from __future__ import annotations

from referee.counts import counted
from referee.games.brick import choices
from referee.kernel.asking import Option


def option_text(option: Option) -> str:
    """One option."""
    match option:
        case choices.DraftStore(store):
            return f"keep {card_name(store)}"
        case choices.StartingStore(store):
            return f"begin with {card_name(store)}"
        case choices.PassBuying():
            return "buy no store"
        case choices.BuyFromHand(store):
            return f"buy {card_name(store)} from your hand"
        case choices.BidOn(store):
            return f"start an auction for {card_name(store)}"
        case choices.OpenBid(amount) | choices.RaiseBid(amount):
            return f"bid ${amount}"
        case choices.DropOut():
            return "drop out of the auction"
        case choices.PayStore(debt):
            return f"pay, and take {counted(debt, 'debt token')}"
        case choices.Done():
            return "done"
        case choices.CloseStore(slot):
            return f"close the store in slot {slot}"
        case choices.OpenStore():
            return "open the new store"
        case _:
            return _card_text(option)


def _card_text(option: Option) -> str:
    match option:
        case choices.DiscardMarket(card):
            return f"discard {card}"
        case choices.KeepHand():
            return "keep your market cards"
        case choices.RedrawAll():
            return "discard all market cards and draw as many"
        case choices.RedrawOne(card):
            return f"discard {card} and draw a card"
        case choices.PlayCard(card, side):
            return f"play {card} as {side}"
        case choices.AgencyPass():
            return "look at no pile"
        case choices.AgencySide(side):
            return f"look at the {side} pile, and add a card to it or none"
        case choices.AddNone():
            return "add no card"
        case choices.AddCard(card):
            return f"add {card}"
        case _:
            return _stock_text(option)


def _stock_text(option: Option) -> str:
    match option:
        case choices.SupplyBid(price):
            return f"bid ${price} for each item"
        case choices.StockAmount(count):
            return f"stock {items(count)}"
        case choices.StockSplit(slot, count):
            return f"put {items(count)} into slot {slot}"
        case choices.TakeFree(slot, count):
            return f"take {items(count)} free of charge into slot {slot}"
        case choices.TakePoints(slot):
            return f"gain the points of slot {slot}"
        case choices.SupplyMarket(slot):
            return f"supply the market from slot {slot}"
        case choices.Transfer(item, source, target, count):
            return f"move {count} {item} from slot {source} to slot {target}"
        case _:
            return _sale_text(option)


def _sale_text(option: Option) -> str:
    match option:
        case choices.SaleAmount(count):
            return f"sell {items(count)}"
        case choices.SaleQuantity(count):
            return f"offer {items(count)}"
        case choices.SalePrice(price):
            return f"ask ${price} for each item"
        case choices.NoPrice():
            return "no price: you offer nothing"
        case choices.SaleSplit(slot, count):
            return f"sell {items(count)} from slot {slot}"
        case choices.SaleToDemand(count):
            return f"put {items(count)} on the demand cards"
        case choices.SaleToJewelry(count):
            return f"put {items(count)} into jewelry boxes"
        case choices.ForPoints(slot, count):
            return f"take points for {items(count)} of slot {slot}"
        case choices.SurplusSplit(slot, count):
            return f"lose {items(count)} of slot {slot} as surplus"
        case choices.TakeSurplus(slot, seat, count):
            return f"buy {items(count)} of seat {seat} for slot {slot}"
        case choices.ReturnItems(slot, item, count):
            return f"give {count} expired {item} of slot {slot} to the market"
        case choices.InvestNothing():
            return "neither buy nor sell points"
        case choices.BuyPoints(points):
            return f"buy {counted(points, 'point')}"
        case choices.SellPoints(points):
            return f"sell {counted(points, 'point')}"
        case _:
            raise TypeError(f"not an option of this game: {option}")


def items(count: int) -> str:
    """Some items."""
    return counted(count, "item")


def card_name(card: str) -> str:
    """A card by its id."""
    return card.replace("_", " ") or "nothing"
