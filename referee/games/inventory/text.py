"""Views, options and events for people. Rendered from what is told alone, so a text tells no more than that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.counts import counted
from referee.games.inventory import choices, events
from referee.games.inventory.cards import Card, Cards
from referee.games.inventory.kinds import (
    DiePocket,
    Effect,
    Fee,
    FeeByLoad,
    Multiply,
    Nest,
    NoOccupy,
    Slots,
    StatIf,
    StatPer,
    TrashCost,
    TwoHands,
)
from referee.games.inventory.view import SeatView, Stack, View
from referee.kernel.asking import Option
from referee.kernel.table import Event

_PLACES = {
    "head": "on the head",
    "back": "on the back",
    "body": "on the body",
    "hand": "in a hand",
    "ally_head": "on an ally's head",
    "ally_back": "on an ally's back",
    "ally_body": "on an ally's body",
    "ally_hand": "in an ally's hand",
    "nested": "inside other storage",
    "stored": "stored",
    "follow": "following",
}
PARTS = {
    "equipping": "everybody equips for the first time",
    "market": "Market phase",
    "equip": "Equip phase",
    "attack": "Attack phase",
}
ENDINGS = {
    "premium": "a Premium card was needed and there was none",
    "common": "a Common card was needed and there was none",
    "epic": "the last Epic Loot was bought",
}


def view_text(view: View) -> str:
    """The table, line by line."""
    whose = "" if view.active_seat is None else f" of seat {view.active_seat}"
    lines = [f"Round {view.round}: {PARTS[view.part]}{whose}."]
    row = ", ".join(f"{place} {_name(card)}" for place, card in enumerate(view.premium_row, 1))
    lines.append(f"Premium Market: {row}; deck of {view.premium_deck}.")
    lines.append(f"Common Market: {_name(view.common)}, rebate {view.rebate}; deck of {view.common_deck}.")
    lines.append(f"Piles: {_stacks(view.piles)}. Trash: {_stacks(view.trash)}.")
    for number, seat in enumerate(view.seats):
        lines += _seat(seat, number, you=number == view.seat)
    if view.seat is not None:
        lines.append(f"Your hand: {_names(view.seats[view.seat].hand_cards)}.")
    if view.chosen is not None:
        lines.append(f"You have chosen: {option_text(view.chosen)}.")
    if view.end is not None:
        lines.append(f"The game ends with this round: {ENDINGS[view.end]}.")
    return "\n".join(lines)


def _seat(seat: SeatView, number: int, *, you: bool) -> list[str]:
    sums = seat.totals
    laid_out = ", ".join(f"{_name(placed.card)} {_PLACES[placed.where]}" for placed in seat.layout)
    safe = f", and {dice_text(sums.pockets)} safe in pockets" if sums.pockets else ""
    attacked = "; attacked in its last turn" if seat.attacked else ""
    return [
        f"Seat {number}{' (you)' if you else ''}: {laid_out or 'nothing laid out'}.",
        f"  Power {sums.power}, defense {sums.defense}, gold {sums.gold} and goods {sums.goods_gold}.",
        f"  Weight {sums.weight} of Carry {sums.carry}{safe}; carries {seat.carried} gold, purse {seat.purse}.",
        f"  Hand of {seat.hand}, deck of {seat.deck}; discarded: {_stacks(seat.discard)}{attacked}.",
    ]


def option_text(option: Option) -> str:
    """One option."""
    match option:
        case choices.Trash(card, where):
            return f"trash {_name(card)} ({_PLACES[where]})"
        case choices.DropDie():
            return "drop the smallest gold die"
        case choices.DropCard(card):
            return f"drop {_name(card)}"
        case choices.Done():
            return "done"
        case choices.BuyPremium(place):
            return f"buy the Premium card at place {place}"
        case choices.BuyCommon():
            return "buy the Common card"
        case choices.BuyLoot(card):
            return f"buy {_name(card)}"
        case choices.StoreDie():
            return "store a gold die"
        case choices.Put(card, where):
            return f"put {_name(card)} {_PLACES[where]}"
        case choices.Skip():
            return "do not draw"
        case choices.Draw():
            return "draw a card"
        case choices.Attack(seat):
            return f"attack seat {seat}"
        case choices.GiveUp(card):
            return f"give up {_name(card)}"
        case _:
            return "pass"


def event_text(event: Event) -> str:
    """One event."""
    match event:
        case events.PutCard(seat, card, where):
            return f"seat {seat} puts {_name(card)} {_PLACES[where]}"
        case events.DoneEquipping(seat):
            return f"seat {seat} is done"
        case events.DieStored(seat, gold):
            return f"seat {seat} stores a die of {gold} gold"
        case events.Drew(seat, count, cards):
            return f"seat {seat} draws {_names(cards) if cards else _number(count)}"
        case events.Reshuffled(seat, count):
            return f"the discard pile of seat {seat} becomes its deck of {count}"
        case events.HandDiscarded(seat, cards):
            return f"seat {seat} discards its hand: {_names(cards)}"
        case events.FirstSeat(throws, seat):
            rolled = "; ".join(", ".join(f"seat {roll.seat}: {roll.value}" for roll in one.rolls) for one in throws)
            return f"the dice say that seat {seat} goes first ({rolled})"
        case events.TurnBegins(number, seat):
            return f"round {number}: the turn of seat {seat} begins"
        case events.Trashed(seat, card, where, gold):
            return f"seat {seat} trashes {_name(card)} ({_PLACES[where]}) for {gold} gold"
        case events.Dropped(seat, card, gold):
            return f"seat {seat} drops {_name(card) if card else f'a die of {gold} gold'}"
        case events.Sold(seat, gross, paid, fees, purse):
            return f"seat {seat} sells for {gross}, trashing pays {paid}, fees are {fees}: its purse is {purse}"
        case events.Bought(seat, card, _, place, rebate):
            at = f" from place {place}" if place else ""
            return f"seat {seat} buys {_name(card)}{at}{f' and gets a rebate of {rebate}' if rebate else ''}"
        case events.GoldLost(seat, gold):
            return f"seat {seat} loses {gold} gold that it did not store"
        case events.GaveUp(seat, card):
            return f"seat {seat} gives up {_name(card)}"
        case events.PeskyTaken(seat):
            return f"seat {seat} takes a Pesky Quest Item"
        case _:
            return _fight_or_market_text(event)


def _fight_or_market_text(event: Event) -> str:
    match event:
        case events.Attacked(seat, target, roll, target_roll, total, target_total, won):
            return (
                f"seat {seat} attacks seat {target}: {total} (rolled {roll}) against {target_total} (rolled "
                f"{target_roll}), and {'wins' if won else 'loses'}"
            )
        case events.Robbed(seat, target, taken, bonus, lost):
            left = f", but can not carry {lost}" if lost else ""
            return f"seat {seat} takes {taken} gold of seat {target} and {bonus} for its goods{left}"
        case events.Cycled(card):
            return f"{_name(card)} goes from the Premium Market to the Trash"
        case events.RowMoved(cards):
            return f"the Premium row is now: {', '.join(_name(card) for card in cards)}"
        case events.MarketDealt(place, card):
            return f"{_name(card)} is laid out {f'at Premium place {place}' if place else 'in the Common Market'}"
        case events.Rebate(value):
            return f"the rebate on the Common card is now {value}"
        case events.EndTriggered(reason):
            return f"the game ends with this round: {ENDINGS[reason]}"
        case events.GameOver(scores, places):
            return f"the game is over; scores {[*scores]}, places {[*places]}"
        case _:
            raise TypeError(f"not an event of this game: {event}")


def legend(view: View, cards: Cards) -> str:
    """What the cards that the view names do, by the card set of the match."""
    named = {placed.card for seat in view.seats for placed in seat.layout}
    named.update(card for seat in view.seats for card in seat.hand_cards)
    named.update(stack.card for stack in view.piles)
    named.update(card for card in (*view.premium_row, view.common) if card)
    return "\n".join(f"{_name(card)}: {card_text(cards[card])}." for card in cards.in_order(list(named)))


def card_texts(cards: Cards) -> dict[str, str]:
    """What every card does, by id."""
    return {name: card_text(card) for name, card in cards.by_id.items()}


def card_text(card: Card) -> str:
    """One card in a line."""
    facts = [f"{card.subtype} ({card.type})", f"price {card.price}"]
    if card.slots:
        facts.append("worn on " + " or ".join(card.slots))
    stats = ("power", "defense", "gold", "carry", "points")
    facts += [f"{name} {getattr(card, name)}" for name in stats if getattr(card, name)]
    if card.type != "companion":
        facts.append(f"weight {card.weight}")
    if card.store_gold:
        facts.append(f"worth {card.store_gold} gold when stored")
    return ", ".join([*facts, *(_effect(effect) for effect in card.effects)])


def _effect(effect: Effect) -> str:
    match effect:
        case Nest():
            return "leaves the Carry of its place usable and fits inside other storage"
        case NoOccupy():
            return "takes no place"
        case TwoHands():
            return "takes both hands"
        case DiePocket(dice):
            return f"keeps {dice_text(dice)} safe without Carry"
        case Multiply(factor):
            return f"multiplies power, defense and gold of everything else equipped by {factor}"
        case StatPer(stat, what, amount):
            return f"{stat} +{amount} for each {what}"
        case StatIf(stat, has, amount):
            return f"{stat} +{amount} with {has} stored"
        case Slots():
            return "has places for equipment"
        case Fee(amount, unless_has, reduced):
            condition = "with alcohol stored" if unless_has == "alcohol" else "after an attack"
            return f"fee {amount}, {condition} {reduced}"
        case FeeByLoad(per_weight, minimum):
            return f"fee 1 for each {per_weight} that it carries, rounded up, at least {minimum}"
        case TrashCost(amount):
            return f"costs {amount} gold to trash"
        case _:
            return f"lets its owner draw {_number(effect.amount)}"


def dice_text(count: int) -> str:
    """Some gold dice."""
    return "a gold die" if count == 1 else counted(count, "gold die", "gold dice")


def _number(count: int) -> str:
    return "a card" if count == 1 else counted(count, "card")


def _stacks(stacks: Iterable[Stack]) -> str:
    return ", ".join(f"{stack.count} {_name(stack.card)}" for stack in stacks if stack.count) or "nothing"


def _names(cards: Sequence[str]) -> str:
    return ", ".join(map(_name, cards)) or "nothing"


def _name(card: str) -> str:
    return card.replace("_", " ") or "nothing"
