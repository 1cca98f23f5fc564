"""The chapter "How to Play" of the rulebook; section 5.2 of the game's specification."""

from __future__ import annotations

from referee.games.inns.blocking import use_block_ability
from referee.games.inns.cards import LAST_INITIATIVE
from referee.games.inns.choices import PLAY
from referee.games.inns.events import Called, CardsPlaced, HeadPassed, Revealed, RoundEnded, TurnStarted
from referee.games.inns.reveal import use_reveal_ability
from referee.games.inns.state import InnsTable
from referee.games.inns.targets import resolve_tokens
from referee.kernel.asking import ask_all
from referee.kernel.seats import Seat, next_seat


def start_turn(t: InnsTable) -> None:
    """Begin the next Turn."""
    t.turn += 1
    t.called = 0
    t.tell(TurnStarted(t.turn, t.head))


async def place_cards(t: InnsTable) -> None:
    """Let all seats place a card face down, at the same time and in secret."""
    chosen = await ask_all({seat: [PLAY[card] for card in t.players[seat].hand] for seat in t.all_seats()})
    for seat, choice in chosen.items():
        t.players[seat].hand.remove(choice.card)
        t.players[seat].current = choice.card
    t.tell(CardsPlaced(), {seat: CardsPlaced(choice.card) for seat, choice in chosen.items()})


def call_initiatives(t: InnsTable) -> None:
    """Call the initiatives in order, until cards are revealed or all six were called."""
    face_down = face_down_by_initiative(t)
    while not t.acting and t.called < LAST_INITIATIVE:
        t.called += 1
        t.tell(Called(t.called))
        t.acting = face_down.get(t.called, [])
        for seat in t.acting:
            flip(t, seat)
        for seat in t.acting:
            resolve_tokens(t, seat)


def face_down_by_initiative(t: InnsTable) -> dict[int, list[Seat]]:
    """The seats whose cards lie face down, in table order."""
    seats: dict[int, list[Seat]] = {}
    for seat in t.table_order():
        if t.players[seat].face_down:
            seats.setdefault(t.card(seat).initiative, []).append(seat)
    return seats


def flip(t: InnsTable, seat: Seat) -> None:
    """Turn a card face up; from now on it is public that the seat holds it."""
    player = t.players[seat]
    assert player.current is not None, "only a placed card is flipped"
    player.face_up = True
    player.ledger[t.called - 1] = player.current
    t.tell(Revealed(seat, player.current))


async def use_card(t: InnsTable, seat: Seat) -> None:
    """Let a revealed card block, then use its Reveal Ability."""
    await use_block_ability(t, seat)
    await use_reveal_ability(t, seat, t.card(seat).reveal)


def clean_up(t: InnsTable) -> None:
    """Move the current cards to the Discards; after the last Turn of a Round, return those to the hands."""
    for player in t.players:
        assert player.current is not None, "a seat has placed no card"
        player.discard.append(player.current)
        player.current = None
        player.face_up = False
        player.blocked = False
        player.morality = None
        player.transmuted = 0
    if t.turn % t.options.round_length == 0:
        for player in t.players:
            player.hand = sorted(player.hand + player.discard, key=t.cards.initiative)
            player.discard = []
        t.tell(RoundEnded())


def pass_head(t: InnsTable) -> None:
    """Pass the Head of the Table token to the next seat, after every Turn."""
    t.head = next_seat(t.seat_count, t.head)
    t.tell(HeadPassed(t.head))
