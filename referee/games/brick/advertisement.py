"""The chapters "Advertisement Phase" and "Building Bonuses" of the rulebook; section 5.2 of the specification."""

from __future__ import annotations

from referee.games.brick.cards import MarketId
from referee.games.brick.choices import (
    AddCard,
    AddNone,
    AgencyPass,
    AgencySide,
    DiscardMarket,
    Done,
    KeepHand,
    PlayCard,
    RedrawAll,
    RedrawOne,
)
from referee.games.brick.events import CardPlayed, Gathered, PileChosen, PileGrew
from referee.games.brick.kinds import DrawAndDiscard, PeekAndAdd
from referee.games.brick.market_cards import different_cards, discard_cards, draw_cards
from referee.games.brick.modifiers import Modifier, window
from referee.games.brick.state import BrickTable, Played, Side
from referee.games.brick.turn_order import in_turn_order
from referee.kernel.asking import ask, ask_all
from referee.kernel.seats import Seat

REDRAW_SLOT, EXTRA_CARD_SLOT = 3, 4
SIDES: tuple[Side, ...] = ("supply", "demand")


def forget_redraws(t: BrickTable) -> None:
    """Make the Third-slot Bonus available again for a new month."""
    for player in t.players:
        player.redrawn = False


async def draw_and_discard(t: BrickTable) -> None:
    """Before Advertisement: some seats draw cards and then discard the same number, one at a time."""
    for owner in window(t, DrawAndDiscard):
        draw_cards(t, owner.seat, owner.effect.cards)
        for _ in range(min(owner.effect.cards, len(t.players[owner.seat].hand))):
            choice = await ask(owner.seat, [DiscardMarket(card) for card in different_cards(t, owner.seat)])
            discard_cards(t, owner.seat, [choice.card])


async def redraw(t: BrickTable, seats: list[Seat]) -> None:
    """Third-slot Bonus: seats may exchange one card or all.

    They choose at the same time, then draw one after the other.
    """
    chosen = await ask_all({seat: redraws(t, seat) for seat in seats})
    for seat in in_turn_order(t, seats):
        match chosen[seat]:
            case RedrawOne(card):
                exchange(t, seat, [card])
            case RedrawAll():
                exchange(t, seat, list(t.players[seat].hand))


def redraws(t: BrickTable, seat: Seat) -> list[KeepHand | RedrawAll | RedrawOne]:
    """The exchanges that a seat may choose from."""
    cards = different_cards(t, seat)
    return [KeepHand(), *([RedrawAll()] if cards else []), *map(RedrawOne, cards)]


def exchange(t: BrickTable, seat: Seat, cards: list[MarketId]) -> None:
    """Discard cards and draw the same number."""
    t.players[seat].redrawn = True
    discard_cards(t, seat, cards)
    draw_cards(t, seat, len(cards))


def with_slot(t: BrickTable, slot: int) -> list[Seat]:
    """The seats that have a store in that slot at this moment (ruling R48)."""
    return [seat for seat in t.all_seats() if len(t.players[seat].building) >= slot]


def may_redraw_again(t: BrickTable) -> list[Seat]:
    """The seats that have the Third-slot Bonus and have not used it this month."""
    return [seat for seat in with_slot(t, REDRAW_SLOT) if t.players[seat].hand and not t.players[seat].redrawn]


async def play_cards(t: BrickTable) -> None:
    """Let all seats play a market card, as supply or as demand."""
    choices = await ask_all({seat: plays(t, seat) for seat in t.all_seats() if t.players[seat].hand})
    for seat, choice in choices.items():
        play(t, seat, choice)


async def play_extra_cards(t: BrickTable) -> None:
    """Fourth-slot Bonus: play one more card, or none."""
    listed: dict[Seat, list[Done | PlayCard]] = {
        seat: [Done(), *plays(t, seat)] for seat in with_slot(t, EXTRA_CARD_SLOT)
    }
    for seat, choice in (await ask_all(listed)).items():
        if isinstance(choice, PlayCard):
            play(t, seat, choice)


def plays(t: BrickTable, seat: Seat) -> list[PlayCard]:
    """The plays of each different card, first as supply, then as demand (ruling R24)."""
    return [PlayCard(card, side) for card in different_cards(t, seat) for side in SIDES]


def play(t: BrickTable, seat: Seat, choice: PlayCard) -> None:
    """Place a card behind the seat's screen, where no one else sees it."""
    player = t.players[seat]
    player.hand.remove(choice.card)
    player.played.append(Played(choice.card, choice.side))
    t.tell(CardPlayed(seat), {seat: CardPlayed(seat, choice.card, choice.side)})


def gather(t: BrickTable) -> None:
    """Gather the played cards in two piles, sorted by id, so that nobody sees who played what (ruling R50)."""
    t.plays = 0
    for player in t.players:
        t.supply_pile += [card.card for card in player.played if card.side == "supply"]
        player.demand = [card.card for card in player.played if card.side == "demand"]
        player.played = []
    t.supply_pile.sort()
    t.tell(Gathered(tuple(t.supply_pile), sum(len(player.demand) for player in t.players)))


def gathered_demand(t: BrickTable) -> list[MarketId]:
    """The demand pile, by id."""
    return sorted(card for player in t.players for card in player.demand)


async def peek_and_add(t: BrickTable) -> None:
    """Let the owner of each such store look at one of the piles and add to it (ruling R26)."""
    for owner in window(t, PeekAndAdd):
        choice: AgencyPass | AgencySide = await ask(owner.seat, [AgencyPass(), *map(AgencySide, SIDES)])
        if isinstance(choice, AgencyPass):
            t.tell(PileChosen(owner.seat, None))
        else:
            await add_cards(t, owner, choice.side)


async def add_cards(t: BrickTable, owner: Modifier[PeekAndAdd], side: Side) -> None:
    """Let the seat see the pile, then add cards. The supply pile is visible to all seats."""
    seat, player = owner.seat, t.players[owner.seat]
    shown = PileChosen(seat, side)
    if side == "demand":
        player.peeked = gathered_demand(t)
        t.tell(shown, {seat: PileChosen(seat, side, tuple(player.peeked))})
    else:
        t.tell(shown)
    for _ in range(owner.effect.cards):
        choice: AddNone | AddCard = await ask(seat, [AddNone(), *map(AddCard, different_cards(t, seat))])
        if isinstance(choice, AddNone):
            t.tell(PileGrew(seat, added=False))
            break
        player.hand.remove(choice.card)
        if side == "supply":
            t.supply_pile = sorted([*t.supply_pile, choice.card])
            t.tell(PileGrew(seat, added=True, card=choice.card))
        else:
            player.demand.append(choice.card)
            t.tell(PileGrew(seat, added=True), {seat: PileGrew(seat, added=True, card=choice.card)})


def draw_back(t: BrickTable) -> None:
    """Let each seat, in turn order, draw until its hand is full again."""
    for seat in in_turn_order(t, t.all_seats()):
        draw_cards(t, seat, t.cards.setup.market_hand - len(t.players[seat].hand))
