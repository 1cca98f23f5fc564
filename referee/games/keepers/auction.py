"""The chapter "Bidding For Quests" of the rulebook; section 7 of the game's specification."""

from __future__ import annotations

from itertools import compress

from referee.games.keepers import quests
from referee.games.keepers.choices import ADD, DONE, PASS, Add, Done, PassTurn, Quest
from referee.games.keepers.events import CardLaid, LaidDone, Passed, Pile, QuestChosen, Revealed
from referee.games.keepers.state import Auction, Counts, KeepersTable, LastAuction, add, no_cards
from referee.games.keepers.words import Colour
from referee.kernel.asking import ask
from referee.kernel.seats import Seat


async def hold_auction(t: KeepersTable) -> None:
    """One auction: choose a quest, bid, reveal, settle; then the rumours move."""
    unserved = [seat for seat in t.clockwise(t.current) if not t.keepers[seat].served]
    t.auction = Auction(starter=unserved[0], order=unserved)
    space = await choose_quest(t, t.auction)
    for seat in unserved:
        if seat == t.auction.starter:
            await starter_bids(t, t.auction, seat)
        else:
            await other_seat_bids(t, t.auction, seat)
    settle(t, t.auction, space)
    t.auction = None
    quests.move_rumours(t)


async def choose_quest(t: KeepersTable, auction: Auction) -> int:
    """Let the starter choose, unless only one space holds cards."""
    filled = [number for number, space in enumerate(t.spaces) if space.quest]
    chosen = filled[0]
    if len(filled) > 1:
        chosen = (await ask(auction.starter, [Quest(number) for number in filled])).space
    auction.space = chosen
    t.tell(QuestChosen(auction.starter, chosen))
    return chosen


async def starter_bids(t: KeepersTable, auction: Auction, seat: Seat) -> None:
    """Make the starter bid (ruling 8); a hand no larger than the minimum bid is laid without asking."""
    hand = t.keepers[seat].hand
    minimum = t.cards.bid.min_cards_alone if auction.alone else t.cards.bid.min_cards
    if sum(hand) <= minimum:
        for colour, count in enumerate(hand):
            for _ in range(count):
                lay_card(t, seat, colour)
        lay_no_more(t, auction, seat)
        return
    await lay_cards(t, auction, seat, minimum)


async def other_seat_bids(t: KeepersTable, auction: Auction, seat: Seat) -> None:
    """Let another seat bid or pass; with an empty hand it passes without being asked."""
    hand = t.keepers[seat].hand
    if any(hand):
        choice: PassTurn | Add = await ask(seat, [PASS, *additions(hand)])
        if isinstance(choice, Add):
            lay_card(t, seat, choice.colour)
            await lay_cards(t, auction, seat, t.cards.bid.min_cards)
            return
    auction.passed.append(seat)
    t.tell(Passed(seat))


async def lay_cards(t: KeepersTable, auction: Auction, seat: Seat, minimum: int) -> None:
    """Ask for one card after the other, until the seat is done or its hand is empty."""
    keeper = t.keepers[seat]
    while any(keeper.hand):
        enough = [DONE] if sum(keeper.pile) >= minimum else []
        choice: Done | Add = await ask(seat, [*enough, *additions(keeper.hand)])
        if isinstance(choice, Done):
            break
        lay_card(t, seat, choice.colour)
    lay_no_more(t, auction, seat)


def additions(hand: Counts) -> list[Add]:
    """The options to lay a card, in colour order."""
    return [*compress(ADD, hand)]


def lay_card(t: KeepersTable, seat: Seat, colour: Colour) -> None:
    """Lay one card face down: everyone sees that, but only the owner sees the card."""
    keeper = t.keepers[seat]
    keeper.hand[colour] -= 1
    keeper.pile[colour] += 1
    t.tell(CardLaid(seat), {seat: CardLaid(seat, colour)})


def lay_no_more(t: KeepersTable, auction: Auction, seat: Seat) -> None:
    """End the bid of a seat."""
    auction.laid.append(seat)
    t.tell(LaidDone(seat))


def settle(t: KeepersTable, auction: Auction, space: int) -> None:
    """Turn up the piles and find the winner, who pays and prepares; the others take their piles back."""
    focus = t.spaces[space].quest[-1]
    piles = [(seat, t.keepers[seat].pile) for seat in auction.laid]
    shown = tuple([(seat, tuple(pile)) for seat, pile in piles])
    t.tell(Revealed(tuple([Pile(seat, pile) for seat, pile in shown])))
    winner = winner_of(piles, focus)
    for seat, pile in piles:
        t.keepers[seat].pile = no_cards()
        add(t.discard if seat == winner else t.keepers[seat].hand, pile)
    t.keepers[winner].served = True
    prepared = quests.prepare(t, winner, space, paid=dict(piles)[winner])
    t.last_auction = LastAuction(space, focus, shown, winner, tuple(prepared))


def winner_of(piles: list[tuple[Seat, Counts]], focus: Colour) -> Seat:
    """The bid with the most cards of the focus colour wins; then the most cards decide, then the earlier turn.

    `piles` are in bidding order.
    """
    return max(piles, key=lambda bid: (bid[1][focus], sum(bid[1])))[0]
