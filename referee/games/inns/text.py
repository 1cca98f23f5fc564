"""Views, options and events for people. Rendered from the messages alone, so a text tells no more than they do."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.inns.v1 import inns_pb2 as pb


def view_text(view: pb.View) -> str:
    """The table, line by line."""
    return "\n".join(_lines(view))


def _lines(view: pb.View) -> Iterable[str]:
    if view.turn:
        yield f"Turn {view.turn}, called {view.called or 'nothing'}. Seat {view.head} is the Head of the Table."
    else:
        yield f"The hands are being built. Seat {view.head} is the Head of the Table."
    yield _settings(view.settings)
    for number, seat in enumerate(view.seats):
        you = " (you)" if view.HasField("seat") and number == view.seat else ""
        yield f"Seat {number}{you}: {_seat(seat)}."
        if tokens := [_token(token) for token in seat.tokens]:
            yield f"  tokens: {', '.join(tokens)}."
        known = [card_name(card) for card in seat.ledger if card]
        yield f"  known cards: {_list(known)}; still to play: {_list(map(str, seat.unplayed))}."
    if view.acting:
        yield f"Revealed cards use their abilities, in this order: {_list(f'seat {seat}' for seat in view.acting)}."
    if view.HasField("auction"):
        yield _auction(view.auction)
    if view.HasField("seat") and view.turn:
        placed = f" You placed the {card_name(view.own_card)}." if view.own_card else ""
        yield f"Your hand: {_list(map(card_name, view.hand))}.{placed}"


def _settings(settings: pb.Settings) -> str:
    quick = " Auctions are Quick Auctions." if settings.quick_auction else ""
    own = " The own card is counted in Range." if settings.own_card_in_range else ""
    return (
        f"A Hoard of {settings.hoard_goal} ends the match, or Turn {settings.turn_limit}; "
        f"the cards come back after {settings.round_length} Turns.{quick}{own}"
    )


def _seat(seat: pb.SeatView) -> str:
    card = "a card face down" if seat.face_down else "no card"
    if seat.card:
        blocked = ", blocked" if seat.blocked else ""
        transmuted = f", transmuted {seat.transmuted}" if seat.transmuted else ""
        card = f"{card_name(seat.card)} ({pb.Morality.Name(seat.morality)[9:].lower()}{blocked}{transmuted})"
    return (
        f"Hoard {seat.hoard}, table {seat.table}; {card}; hand of {seat.hand}; "
        f"Discard: {_list(map(card_name, seat.discard))}"
    )


def _token(token: pb.Token) -> str:
    named = f" on initiative {token.named}" if token.named else ""
    return f"{_token_name(token.kind)}{named} of seat {token.owner}"


def _auction(auction: pb.Auction) -> str:
    if not auction.HasField("leader"):
        bid = "no bid yet"
    elif auction.won:
        bid = f"seat {auction.leader} has won it for {auction.high}"
    else:
        bid = f"seat {auction.leader} leads with {auction.high}"
    return f"Auction of seat {auction.seller}: {bid}; passed: {_list(map(str, auction.passed))}."


def option_text(option: pb.Option) -> str:
    """One option."""
    match option.WhichOneof("option"):
        case "hand":
            return f"build the hand {_list(map(card_name, option.hand.cards))}"
        case "play":
            return f"place the {card_name(option.play.card)}"
        case "no_block":
            return "block nobody"
        case "block":
            return f"block the card of seat {option.block.seat}"
        case "target":
            named = f", naming initiative {option.target.initiative}" if option.target.initiative else ""
            return f"target seat {option.target.seat}{named}"
        case "transmute":
            return f"transmute {option.transmute.amount}"
        case "bid":
            return f"bid {option.bid.amount}"
        case "pass_turn":
            return "pass"
        case "refuse":
            return "refuse to pay"
        case "pay":
            return "pay"
        case "gift":
            return f"take {option.gift.amount} Loot"
        case _:
            return f"unblock the card of seat {option.unblock.seat}"


def event_text(event: pb.Event) -> str:
    """One event."""
    match event.WhichOneof("event"):
        case "hands_built":
            own = event.hands_built.own
            return "all hands are built" + (f"; yours: {_list(map(card_name, own))}" if own else "")
        case "turn_started":
            return f"turn {event.turn_started.turn} begins, seat {event.turn_started.head} is the Head of the Table"
        case "cards_placed":
            own_card = event.cards_placed.own
            return "everybody has placed a card" + (f"; you the {card_name(own_card)}" if own_card else "")
        case "called":
            return f"initiative {event.called.initiative} is called"
        case "revealed":
            return f"seat {event.revealed.seat} reveals the {card_name(event.revealed.card)}"
        case "token_placed":
            placed = event.token_placed
            named = f", naming initiative {placed.named}" if placed.named else ""
            return f"seat {placed.owner} targets seat {placed.target}: {_token_name(placed.kind)}{named}"
        case "token_resolved":
            resolved = event.token_resolved
            hit = "hits" if resolved.hit else "misses"
            return f"the {_token_name(resolved.kind)} of seat {resolved.owner} {hit} seat {resolved.target}"
        case "loot":
            return f"seat {event.loot.seat} gains {event.loot.amount} ({_reason(event.loot.reason)})"
        case "moved":
            moved = event.moved
            taker = f"seat {moved.taker}" if moved.HasField("taker") else "the Treasure Pile"
            return f"seat {moved.giver} gives {moved.amount} to {taker} ({_reason(moved.reason)})"
        case "blocked":
            blocked = event.blocked
            return f"seat {blocked.by} blocks the card of seat {blocked.seat} ({_reason(blocked.reason)})"
        case "unblocked":
            return f"seat {event.unblocked.by} unblocks the card of seat {event.unblocked.seat}"
        case _:
            return _late_event_text(event)


def _late_event_text(event: pb.Event) -> str:
    match event.WhichOneof("event"):
        case "auction_started":
            return f"an auction for the card of seat {event.auction_started.seat} begins"
        case "bid":
            return f"seat {event.bid.seat} bids {event.bid.amount}"
        case "passed":
            return f"seat {event.passed.seat} passes"
        case "auction_won":
            return f"seat {event.auction_won.seat} wins the auction and pays {event.auction_won.amount}"
        case "auction_effect":
            return f"the winner chooses: {option_text(event.auction_effect.chosen)}"
        case "collected":
            won = event.collected
            return f"seat {won.seat} collects {won.table} from its table and {won.ability} for its card"
        case "round_ended":
            return "the round ends, everybody takes the Discard back"
        case "head_passed":
            return f"seat {event.head_passed.seat} becomes the Head of the Table"
        case _:
            ended = event.ended
            return f"the match is over ({ended.reason}); Hoards {list(ended.hoards)}, places {list(ended.places)}"


def card_name(card: pb.Character) -> str:
    """The name of a character."""
    return pb.Character.Name(card).removeprefix("CHARACTER_").replace("_", " ").title()


def _token_name(kind: pb.TokenKind) -> str:
    return pb.TokenKind.Name(kind).removeprefix("TOKEN_KIND_").lower()


def _reason(reason: pb.Reason) -> str:
    return pb.Reason.Name(reason).removeprefix("REASON_").replace("_", " ").lower()


def _list(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"
