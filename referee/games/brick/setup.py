"""The chapters "Setup" and "First Game" of the rulebook; section 4 of the game's specification."""

from __future__ import annotations

from referee.games.brick.cards import FirstHand, MarketId, StoreId
from referee.games.brick.draft import take_packet
from referee.games.brick.events import MarketDrawn, OrderChanged
from referee.games.brick.market_cards import draw_cards
from referee.games.brick.row import tell_row, turn_up
from referee.games.brick.state import BrickTable, Player
from referee.kernel.seats import Seat


def set_up(t: BrickTable) -> None:
    """Deal hands, draft packets and the row. The draft follows."""
    t.order = t.clockwise(start_seat(t))
    t.tell(OrderChanged(tuple(t.order)))
    setup = t.cards.setup
    t.players = [Player(setup.cash, t.cards.investment.start_points) for _ in t.all_seats()]
    t.store_deck = sorted(t.cards.stores)
    t.market_deck = t.cards.market_cards()
    if t.options.preset_hands:
        give_preset_hands(t)
    t.chance("store deck").shuffle(t.store_deck)
    t.chance("market deck").shuffle(t.market_deck)
    if not t.options.preset_hands:
        for seat in t.order:
            draw_cards(t, seat, setup.market_hand)
        for seat in t.order:
            take_packet(t, seat, sorted(t.store_deck[: setup.store_hand_dealt]))
            del t.store_deck[: setup.store_hand_dealt]
    t.row, t.store_deck = t.store_deck[: setup.row], t.store_deck[setup.row :]
    turn_up(t)
    tell_row(t)
    for card in t.cards.starting_stores.values():
        (t.starting_stores if card.players <= t.seat_count else t.box).append(card.id)


def start_seat(t: BrickTable) -> Seat:
    """The start seat: drawn at random, or set by an option (ruling R1)."""
    given = t.options.start_seat
    return Seat(given if isinstance(given, int) else t.chance("start seat").below(t.seat_count))


def preset_hands(t: BrickTable) -> dict[Seat, tuple[FirstHand, list[MarketId]]]:
    """The hands of the First Game: each place in the turn order has a symbol, and the market cards with that symbol."""
    symbols = t.cards.first_order[t.seat_count]
    return {
        seat: (t.cards.first_hands[symbol], t.cards.with_symbol(symbol))
        for seat, symbol in zip(t.order, symbols, strict=True)
    }


def give_preset_hands(t: BrickTable) -> None:
    """Take the preset cards out of the decks before they are shuffled."""
    for seat, (first, market) in preset_hands(t).items():
        player = t.players[seat]
        player.stores, player.hand = sorted(first.hand), market
        for store in first.hand:
            t.store_deck.remove(store)
        for card in market:
            t.market_deck.remove(card)
        t.tell(MarketDrawn(seat, len(market)), {seat: MarketDrawn(seat, len(market), tuple(market))})


def preset_starting_stores(t: BrickTable) -> dict[Seat, StoreId]:
    """The starting stores of the First Game, in turn order."""
    return {seat: first.starting_store for seat, (first, _) in preset_hands(t).items()}
