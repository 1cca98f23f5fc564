"""The chapters "Auction" and "Quick Auction" of the rulebook; section 7 of the game's specification."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

from referee.games.inns import effects
from referee.games.inns.blocking import block, can_be_blocked, unblock
from referee.games.inns.choices import PASS, Bid, Block, PassTurn, Prize, TakeGift, Unblock
from referee.games.inns.events import AuctionEffect, AuctionStarted, AuctionWon, BidMade, Passed
from referee.games.inns.loot import gain, pay_back
from referee.games.inns.state import Auction, InnsTable
from referee.games.inns.words import Reason
from referee.kernel.asking import MAX_OPTIONS, ask, ask_all
from referee.kernel.seats import Seat


async def hold_auction(t: InnsTable, seller: Seat, ability: effects.Auction) -> None:
    """Let all seats bid, regardless of Range.

    The winner pays and chooses the effect of the card for which the auction was held.
    """
    t.auction = auction = Auction(seller)
    t.tell(AuctionStarted(seller))
    if t.options.quick_auction:
        winner = await bid_at_once(t, auction)
    else:
        winner = await bid_in_turn(t, auction)
    pay_back(t, winner, auction.high)
    auction.won = True
    t.tell(AuctionWon(winner, auction.high))
    await choose_prize(t, winner, ability)
    t.auction = None


async def bid_in_turn(t: InnsTable, auction: Auction) -> Seat:
    """Let seats raise or pass, clockwise from the owner of the card (the seller), until only the leader is left.

    Returns the leader.
    """
    seller = auction.seller
    table = t.players[seller].table
    opening = await ask(seller, bids(0, table)) if table else Bid(0)
    leader = lead(t, auction, seller, opening.amount)
    order = t.clockwise(seller)
    at = 0
    while len(auction.passed) < t.seat_count - 1:
        at = (at + 1) % t.seat_count
        seat = order[at]
        if seat == leader or seat in auction.passed:
            continue
        choice: PassTurn | Bid = PASS
        if t.players[seat].table > auction.high:
            choice = await ask(seat, [PASS, *bids(auction.high + 1, t.players[seat].table)])
        if isinstance(choice, Bid):
            leader = lead(t, auction, seat, choice.amount)
        else:
            auction.passed.append(seat)
            t.tell(Passed(seat))
    return leader


def lead(t: InnsTable, auction: Auction, seat: Seat, amount: int) -> Seat:
    """Make a seat the highest bidder."""
    auction.high = amount
    auction.leader = seat
    t.tell(BidMade(seat, amount))
    return seat


async def bid_at_once(t: InnsTable, auction: Auction) -> Seat:
    """Let all seats bid in secret.

    A seat without Loot bids 0 without being asked. If bids are equal, the first seat in table order wins.
    """
    able = [seat for seat in t.table_order() if t.players[seat].table]
    chosen = await ask_all({seat: bids(0, t.players[seat].table) for seat in able})
    amounts = {seat: chosen[seat].amount if seat in chosen else 0 for seat in t.table_order()}
    for seat, amount in amounts.items():
        t.tell(BidMade(seat, amount))
    winner = max(amounts, key=lambda seat: amounts[seat])
    auction.high = amounts[winner]
    auction.leader = winner
    return winner


@lru_cache(maxsize=1024)
def bids(low: int, high: int) -> tuple[Bid, ...]:
    """Every bid from `low` to `high`, up to the limit of a list: a custom card set may give any amount of Loot."""
    longest = MAX_OPTIONS - len([PASS])
    return tuple([Bid(amount) for amount in range(low, high + 1)[:longest]])


async def choose_prize(t: InnsTable, winner: Seat, ability: effects.Auction) -> None:
    """Let the winner choose what the card does, and to which seat."""
    options = [option for prize in ability.prizes for option in prize_options(t, winner, prize)]
    if not options:
        return
    choice = options[0] if len(options) == 1 else await ask(winner, options)
    t.tell(AuctionEffect(choice))
    match choice:
        case TakeGift(amount):
            gain(t, winner, amount, Reason.AUCTION)
        case Block(seat):
            block(t, seat, by=winner, reason=Reason.AUCTION)
        case Unblock(seat):
            unblock(t, seat, by=winner)
        case _:
            assert_never(choice)


def prize_options(t: InnsTable, winner: Seat, prize: effects.Prize) -> Sequence[Prize]:
    """The options for one of the card's prizes, in table order."""
    match prize:
        case effects.Gift(amount):
            return [TakeGift(amount)]
        case effects.AuctionBlock():
            return [Block(seat) for seat in t.table_order() if seat != winner and can_be_blocked(t, seat)]
        case effects.AuctionUnblock():
            return [Unblock(seat) for seat in t.table_order() if t.players[seat].blocked]
        case _:
            assert_never(prize)
