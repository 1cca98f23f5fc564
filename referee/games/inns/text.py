"""Views, options and events for people. Rendered from what is told alone, so a text tells no more than that."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.inns import choices, events
from referee.games.inns.view import Auction, SeatView, Settings, Token, View
from referee.games.inns.words import CHARACTERS, Character, Reason
from referee.kernel.asking import Option
from referee.kernel.table import Event


def view_text(view: View) -> str:
    """The table, line by line."""
    return "\n".join(_lines(view))


def _lines(view: View) -> Iterable[str]:
    if view.turn:
        yield f"Turn {view.turn}, called {view.called or 'nothing'}. Seat {view.head} is the Head of the Table."
    else:
        yield f"The hands are being built. Seat {view.head} is the Head of the Table."
    yield settings_text(view.settings)
    for number, seat in enumerate(view.seats):
        you = " (you)" if number == view.seat else ""
        yield f"Seat {number}{you}: {_seat(seat)}."
        if tokens := [token_text(token) for token in seat.tokens]:
            yield f"  tokens: {', '.join(tokens)}."
        known = [card_name(card) for card in seat.ledger if card is not None]
        yield f"  known cards: {_list(known)}; still to play: {_list(map(str, seat.unplayed))}."
    if view.acting:
        yield f"Revealed cards use their abilities, in this order: {_list(f'seat {seat}' for seat in view.acting)}."
    if view.auction is not None:
        yield auction_text(view.auction)
    if view.seat is not None and view.turn:
        placed = "" if view.own_card is None else f" You placed the {card_name(view.own_card)}."
        yield f"Your hand: {_list(map(card_name, view.hand))}.{placed}"


def settings_text(settings: Settings) -> str:
    """What the match plays for."""
    quick = " Auctions are Quick Auctions." if settings.quick_auction else ""
    own = " The own card is counted in Range." if settings.own_card_in_range else ""
    return (
        f"A Hoard of {settings.hoard_goal} ends the match, or Turn {settings.turn_limit}; "
        f"the cards come back after {settings.round_length} Turns.{quick}{own}"
    )


def _seat(seat: SeatView) -> str:
    card = "a card face down" if seat.face_down else "no card"
    if seat.card is not None:
        blocked = ", blocked" if seat.blocked else ""
        transmuted = f", transmuted {seat.transmuted}" if seat.transmuted else ""
        card = f"{card_name(seat.card)} ({seat.morality}{blocked}{transmuted})"
    return (
        f"Hoard {seat.hoard}, table {seat.table}; {card}; hand of {seat.hand}; "
        f"Discard: {_list(map(card_name, seat.discard))}"
    )


def token_text(token: Token) -> str:
    """A Target Token."""
    named = f" on initiative {token.named}" if token.named else ""
    return f"{_word(token.kind)}{named} of seat {token.owner}"


def auction_text(auction: Auction) -> str:
    """How an auction stands."""
    if auction.leader is None:
        bid = "no bid yet"
    elif auction.won:
        bid = f"seat {auction.leader} has won it for {auction.high}"
    else:
        bid = f"seat {auction.leader} leads with {auction.high}"
    return f"Auction of seat {auction.seller}: {bid}; passed: {_list(map(str, auction.passed))}."


def option_text(option: Option) -> str:
    """One option."""
    match option:
        case choices.Hand(cards):
            return f"build the hand {_list(map(card_name, cards))}"
        case choices.Play(card):
            return f"place the {card_name(card)}"
        case choices.NoBlock():
            return "block nobody"
        case choices.Block(seat):
            return f"block the card of seat {seat}"
        case choices.Target(seat, initiative):
            return f"target seat {seat}{_naming(initiative)}"
        case choices.Transmute(amount):
            return f"transmute {amount}"
        case choices.Bid(amount):
            return f"bid {amount}"
        case choices.PassTurn():
            return "pass"
        case choices.Refuse():
            return "refuse to pay"
        case choices.Pay():
            return "pay"
        case choices.TakeGift(amount):
            return f"take {amount} Loot"
        case choices.Unblock(seat):
            return f"unblock the card of seat {seat}"
        case _:
            raise TypeError(f"not an option of this game: {option}")


def event_text(event: Event) -> str:
    """One event."""
    match event:
        case events.HandsBuilt(own):
            return "all hands are built" + (f"; yours: {_list(map(card_name, own))}" if own else "")
        case events.TurnStarted(turn, head):
            return f"turn {turn} begins, seat {head} is the Head of the Table"
        case events.CardsPlaced(own_card):
            return "everybody has placed a card" + ("" if own_card is None else f"; you the {card_name(own_card)}")
        case events.Called(initiative):
            return f"initiative {initiative} is called"
        case events.Revealed(seat, card):
            return f"seat {seat} reveals the {card_name(card)}"
        case events.TokenPlaced(owner, target, kind, named):
            return f"seat {owner} targets seat {target}: {_word(kind)}{_naming(named)}"
        case events.TokenResolved(owner, target, kind, hit):
            return f"the {_word(kind)} of seat {owner} {'hits' if hit else 'misses'} seat {target}"
        case events.Loot(seat, amount, reason):
            return f"seat {seat} gains {amount} ({_word(reason)})"
        case events.Moved(giver, taker, amount, reason):
            to = "the Treasure Pile" if taker is None else f"seat {taker}"
            return f"seat {giver} gives {amount} to {to} ({_word(reason)})"
        case events.Blocked(seat, by, reason):
            return f"seat {by} blocks the card of seat {seat} ({_word(reason)})"
        case events.Unblocked(seat, by):
            return f"seat {by} unblocks the card of seat {seat}"
        case _:
            return _late_event_text(event)


def _late_event_text(event: Event) -> str:
    match event:
        case events.AuctionStarted(seat):
            return f"an auction for the card of seat {seat} begins"
        case events.BidMade(seat, amount):
            return f"seat {seat} bids {amount}"
        case events.Passed(seat):
            return f"seat {seat} passes"
        case events.AuctionWon(seat, amount):
            return f"seat {seat} wins the auction and pays {amount}"
        case events.AuctionEffect(chosen):
            return f"the winner chooses: {option_text(chosen)}"
        case events.Collected(seat, table, ability):
            return f"seat {seat} collects {table} from its table and {ability} for its card"
        case events.RoundEnded():
            return "the round ends, everybody takes the Discard back"
        case events.HeadPassed(seat):
            return f"seat {seat} becomes the Head of the Table"
        case events.GameOver(reason, places, hoards):
            return f"the match is over ({reason}); Hoards {[*hoards]}, places {[*places]}"
        case _:
            raise TypeError(f"not an event of this game: {event}")


def card_name(card: Character) -> str:
    """The name of a character."""
    return CHARACTERS[card].replace("_", " ").title()


def _naming(initiative: int) -> str:
    return f", naming initiative {initiative}" if initiative else ""


def _word(reason: Reason) -> str:
    return reason.name.replace("_", " ").lower()


def _list(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"
