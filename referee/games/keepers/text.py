"""Views, options and events for people. Rendered from what is told alone, so a text tells no more than that."""

from __future__ import annotations

from collections.abc import Sequence

from referee.counts import counted
from referee.games.keepers import choices, events
from referee.games.keepers.cards import COLOURS, Cards
from referee.games.keepers.view import Auction, View
from referee.games.keepers.words import Colour
from referee.kernel.asking import Option
from referee.kernel.table import Event


def view_text(view: View) -> str:
    """The table, line by line."""
    lines = [f"Round {view.round}. Seat {view.current_seat} holds the Quest Giver token."]
    for number, space in enumerate(view.spaces, 1):
        quest = ", ".join(_name(card) for card in space.quest) or "empty"
        lines.append(f"Quest {number}: {quest} (the last is the focus). Rumour: {_name(space.rumour)}.")
    for seat, other in enumerate(view.seats):
        you = " (you)" if seat == view.seat else ""
        served = ", has a quest" if other.served else ""
        lines.append(
            f"Seat {seat}{you}: tavern {_counts(other.unprepared)}; prepared {_counts(other.prepared)}; "
            f"hand of {other.hand}, bid pile of {other.bid_pile}{served}."
        )
    lines.append(f"Deck of {view.deck}. Discard pile: {_counts(view.discard)}. Removed: {_counts(view.removed)}.")
    if view.auction is not None:
        lines.append(_auction(view.auction))
    if view.last_auction is not None:
        last = view.last_auction
        lines.append(
            f"Last auction: quest {last.space + 1}, focus {_name(last.focus)}: {_piles(last.piles)}. "
            f"Seat {last.winner} won and prepared {_counts(last.prepared)}."
        )
    if view.hand is not None and view.bid_pile is not None:
        lines.append(f"Your hand: {_counts(view.hand)}. Your bid pile: {_counts(view.bid_pile)}.")
    return "\n".join(lines)


def option_text(option: Option) -> str:
    """One option."""
    match option:
        case choices.Quest(space):
            return f"bid on quest {space + 1}"
        case choices.Done():
            return "lay no more cards"
        case choices.Add(colour):
            return f"lay a {_name(colour)}"
        case choices.Sabotage(colour, seat):
            return f"sabotage a {_name(colour)} of seat {seat}"
        case _:
            return "pass"


def event_text(event: Event) -> str:
    """One event."""
    match event:
        case events.RoundBegins(number, seat):
            return f"round {number} begins, seat {seat} holds the token"
        case events.QuestChosen(seat, space):
            return f"seat {seat} starts an auction for quest {space + 1}"
        case events.CardLaid(seat, colour):
            return f"seat {seat} lays {_card(colour)}"
        case events.Passed(seat):
            return f"seat {seat} passes"
        case events.LaidDone(seat):
            return f"seat {seat} has laid its bid"
        case events.Revealed(piles):
            return f"the piles are turned up: {_piles(piles)}"
        case events.QuestWon(seat, space, paid, prepared, ignored):
            return (
                f"seat {seat} wins quest {space + 1}, pays {_counts(paid)}, prepares {_counts(prepared)}; "
                f"without effect: {_counts(ignored)}"
            )
        case events.RumoursMoved():
            return "the rumours fall onto the quests"
        case events.RumourDealt(space, colour):
            return f"a new rumour in space {space + 1}: {_name(colour)}"
        case events.Reshuffled(count):
            return f"the discard pile of {counted(count, 'card')} becomes the deck"
        case events.Sabotaged(seat, target, colour):
            return f"seat {seat} sabotages a {_name(colour)} of seat {target}"
        case events.SentOut(seat, counts):
            return f"adventurers of seat {seat} leave: {_counts(counts)}"
        case events.Drew(seat, colour):
            return f"seat {seat} draws {_card(colour)}"
        case events.NoCard(due, space):
            return f"no card is left for {f'seat {due}' if space is None else f'space {space + 1}'}"
        case events.TokenMoved(seat):
            return f"the Quest Giver token moves to seat {seat}"
        case events.GameOver(reason, scores):
            return f"the game is over ({reason}); scores {[*scores]}"
        case _:
            raise TypeError(f"not an event of this game: {event}")


def card_texts(cards: Cards) -> dict[str, str]:
    """What there is of each colour: a card is nothing else."""
    return {
        colour: f"{counted(quests, 'quest card')} and {counted(adventurers, 'adventurer')}"
        for colour, quests, adventurers in zip(COLOURS, cards.quests, cards.adventurers, strict=True)
    }


def _auction(auction: Auction) -> str:
    on = "the quest is being chosen"
    if auction.space is not None:
        on = f"quest {auction.space + 1}, focus {_name(auction.focus)}"
    alone = ", alone" if auction.alone else ""
    seats = f"laid {[*auction.laid]}, passed {[*auction.passed]}, to bid {[*auction.to_bid]}"
    return f"Auction: seat {auction.starter} starts{alone}; {on}; {seats}."


def _piles(piles: Sequence[events.Pile]) -> str:
    return "; ".join(f"seat {pile.seat} {_counts(pile.cards)}" for pile in piles)


def _card(colour: Colour | None) -> str:
    return "a card" if colour is None else f"a {_name(colour)}"


def _name(colour: Colour | None) -> str:
    return "nothing" if colour is None else COLOURS[colour]


def _counts(counts: Sequence[int]) -> str:
    held = [f"{number} {name}" for number, name in zip(counts, COLOURS, strict=True) if number]
    return ", ".join(held) or "none"
