"""Views, options and events for people. Rendered from the messages alone, so a text tells no more than they do."""

from __future__ import annotations

from referee.games.keepers.v1 import keepers_pb2 as pb

COLOUR_NAMES = ["nothing", "warrior", "wizard", "rogue", "ranger"]


def view_text(view: pb.View) -> str:
    """The table, line by line."""
    lines = [f"Round {view.round}. Seat {view.current_seat} holds the Quest Giver token."]
    for number, space in enumerate(view.spaces, 1):
        quest = ", ".join(_name(card) for card in space.quest) or "empty"
        lines.append(f"Quest {number}: {quest} (the last is the focus). Rumour: {_name(space.rumour)}.")
    for seat, other in enumerate(view.seats):
        you = " (you)" if view.HasField("seat") and seat == view.seat else ""
        served = ", has a quest" if other.served else ""
        lines.append(
            f"Seat {seat}{you}: tavern {_counts(other.unprepared)}; prepared {_counts(other.prepared)}; "
            f"hand of {other.hand}, bid pile of {other.bid_pile}{served}."
        )
    lines.append(f"Deck of {view.deck}. Discard pile: {_counts(view.discard)}. Removed: {_counts(view.removed)}.")
    if view.HasField("auction"):
        lines.append(_auction(view.auction))
    if view.HasField("last_auction"):
        last = view.last_auction
        piles = "; ".join(f"seat {pile.seat} {_counts(pile.cards)}" for pile in last.piles)
        lines.append(
            f"Last auction: quest {last.space}, focus {_name(last.focus)}: {piles}. "
            f"Seat {last.winner} won and prepared {_counts(last.prepared)}."
        )
    if view.HasField("hand"):
        lines.append(f"Your hand: {_counts(view.hand)}. Your bid pile: {_counts(view.bid_pile)}.")
    return "\n".join(lines)


def option_text(option: pb.Option) -> str:
    """One option."""
    match option.WhichOneof("option"):
        case "quest":
            return f"bid on quest {option.quest.space}"
        case "done":
            return "lay no more cards"
        case "add":
            return f"lay a {_name(option.add.colour)}"
        case "sabotage":
            return f"sabotage a {_name(option.sabotage.colour)} of seat {option.sabotage.seat}"
        case _:
            return "pass"


def event_text(event: pb.Event) -> str:
    """One event."""
    match event.WhichOneof("event"):
        case "round_begins":
            return f"round {event.round_begins.round} begins, seat {event.round_begins.seat} holds the token"
        case "quest_chosen":
            return f"seat {event.quest_chosen.seat} starts an auction for quest {event.quest_chosen.space}"
        case "card_laid":
            return f"seat {event.card_laid.seat} lays {_card(event.card_laid.colour)}"
        case "passed":
            return f"seat {event.passed.seat} passes"
        case "laid_done":
            return f"seat {event.laid_done.seat} has laid its bid"
        case "revealed":
            piles = "; ".join(f"seat {pile.seat} {_counts(pile.cards)}" for pile in event.revealed.piles)
            return f"the piles are turned up: {piles}"
        case "quest_won":
            won = event.quest_won
            return (
                f"seat {won.seat} wins quest {won.space}, pays {_counts(won.paid)}, prepares {_counts(won.prepared)}; "
                f"without effect: {_counts(won.ignored)}"
            )
        case "rumours_moved":
            return "the rumours fall onto the quests"
        case "rumour_dealt":
            return f"a new rumour in space {event.rumour_dealt.space}: {_name(event.rumour_dealt.colour)}"
        case "reshuffled":
            return f"the discard pile of {event.reshuffled.count} cards becomes the deck"
        case "sabotaged":
            done = event.sabotaged
            return f"seat {done.seat} sabotages a {_name(done.colour)} of seat {done.target}"
        case "sent_out":
            return f"adventurers of seat {event.sent_out.seat} leave: {_counts(event.sent_out.counts)}"
        case "drew":
            return f"seat {event.drew.seat} draws {_card(event.drew.colour)}"
        case "no_card":
            place = event.no_card.WhichOneof("place")
            return f"no card is left for {place} {getattr(event.no_card, place or 'seat')}"
        case "token_moved":
            return f"the Quest Giver token moves to seat {event.token_moved.seat}"
        case _:
            return f"the game is over ({event.game_over.reason}); scores {list(event.game_over.scores)}"


def _auction(auction: pb.Auction) -> str:
    on = f"quest {auction.space}, focus {_name(auction.focus)}" if auction.space else "the quest is being chosen"
    alone = ", alone" if auction.alone else ""
    seats = f"laid {list(auction.laid)}, passed {list(auction.passed)}, to bid {list(auction.to_bid)}"
    return f"Auction: seat {auction.starter} starts{alone}; {on}; {seats}."


def _card(colour: pb.Colour) -> str:
    return f"a {_name(colour)}" if colour else "a card"


def _name(colour: pb.Colour) -> str:
    return COLOUR_NAMES[colour]


def _counts(counts: pb.Counts) -> str:
    numbers = [counts.warrior, counts.wizard, counts.rogue, counts.ranger]
    held = [f"{number} {name}" for number, name in zip(numbers, COLOUR_NAMES[1:], strict=True) if number]
    return ", ".join(held) or "none"
