"""The chapter "Buy a Store" of the rulebook; sections 5.1.2 and 5.1.4 of the game's specification."""

from __future__ import annotations

from referee.games.brick.cards import StoreId
from referee.games.brick.choices import DropOut, OpenBid, PayStore, RaiseBid
from referee.games.brick.debt import credit, pay, tokens_for
from referee.games.brick.events import AuctionOpened, BidDropped, BidRaised, StoreBought
from referee.games.brick.modifiers import purchase_discount
from referee.games.brick.row import take_from_row
from referee.games.brick.state import Auction, BrickTable
from referee.kernel.asking import ask
from referee.kernel.seats import Seat


def limit(t: BrickTable, seat: Seat) -> int:
    """The highest amount that a seat may bid or pay for a store (rulings R10, R11)."""
    return min(t.cards.dial.highest_store_bid, t.players[seat].cash + credit(t, seat))


def store_price(t: BrickTable, seat: Seat, store: StoreId, bid: int | None = None) -> int:
    """The price: the bid, or the cost of a store from the hand, minus the card's discount."""
    card = t.cards.stores[store]
    return max(0, (card.cost if bid is None else bid) - purchase_discount(t, seat, card))


async def open_auction(t: BrickTable, seat: Seat, store: StoreId) -> None:
    """The first bid.

    All other seats that have neither bought nor passed bid next, in turn order after the seat (ruling R20).
    """
    amount = (await ask(seat, [OpenBid(bid) for bid in range(t.cards.stores[store].cost, limit(t, seat) + 1)])).amount
    others = [other for other in t.order if other in t.waiting and other != seat]
    t.auction = Auction(store, [*others, seat], amount, seat)
    t.tell(AuctionOpened(seat, store, amount))


async def hold_auction(t: BrickTable, auction: Auction) -> Seat:
    """Let each seat in turn bid more or drop out, until one is left."""
    while len(auction.bidders) > 1:
        seat = auction.bidders[0]
        higher = range(auction.bid + 1, limit(t, seat) + 1)
        choice: DropOut | RaiseBid = await ask(seat, [DropOut(), *map(RaiseBid, higher)])
        del auction.bidders[0]
        if isinstance(choice, RaiseBid):
            auction.bidders.append(seat)
            auction.bid, auction.leader = choice.amount, seat
            t.tell(BidRaised(seat, choice.amount))
        else:
            t.tell(BidDropped(seat))
    return auction.leader


async def pay_for(t: BrickTable, seat: Seat, store: StoreId, bid: int | None = None) -> None:
    """Pay for a store: one from the row if there is a `bid`, otherwise one from the hand.

    A store card stays where it is until it is paid for.
    """
    player = t.players[seat]
    price = store_price(t, seat, store, bid)
    debt = 0
    if price:
        least, most = tokens_for(price - player.cash), min(tokens_for(price), tokens_for(credit(t, seat)))
        debt = (await ask(seat, [PayStore(tokens) for tokens in range(least, most + 1)])).debt
    pay(player, price, debt)
    player.bought = store
    t.tell(StoreBought(seat, store, bid is None, price, debt))
    if bid is None:
        player.stores.remove(store)
    else:
        t.auction = None
        take_from_row(t, store)
