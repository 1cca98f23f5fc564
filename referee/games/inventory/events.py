"""The events of a match.

Numbers are the same as on the wire: seats count from 0, rounds and Premium places from 1.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from referee.games.inventory.cards import CardId
from referee.games.inventory.kinds import cards_text
from referee.games.inventory.words import EndReason, Place
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from referee.kernel.texts import ShownAs
from referee.kernel.words import Signed, Words

Source = Annotated[
    Literal["premium", "common", "loot"],
    Words(
        "Source",
        "Where a card was bought.",
        {"premium": "The Premium Market.", "common": "The Common Market.", "loot": "A Loot pile."},
    ),
]


class PutCard(Event, frozen=True):
    """A seat placed a card."""

    text = "seat {seat} puts {card} {where}"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId, "The card."]
    where: Annotated[Place, "The place where the card lies now."]


class DoneEquipping(Event, frozen=True):
    """A seat finished placing cards."""

    text = "seat {seat} is done"
    seat: Annotated[Seat, "The seat."]


class DieStored(Event, frozen=True):
    """A seat stored a gold die."""

    text = "seat {seat} stores a die of {gold} gold"
    seat: Annotated[Seat, "The seat."]
    gold: Annotated[int, "The gold that the die shows."]


class Drew(Event, frozen=True):
    """A seat drew cards."""

    text = "seat {seat} draws [{cards}|{count}]"
    seat: Annotated[Seat, "The seat."]
    count: Annotated[int, "The number of cards.", ShownAs(cards_text)]
    cards: Annotated[tuple[CardId, ...], "The cards in the order drawn; only this seat sees them."] = ()


class Reshuffled(Event, frozen=True):
    """The discard pile of a seat became its draw deck."""

    text = "the discard pile of seat {seat} becomes its deck of {count}"
    seat: Annotated[Seat, "The seat."]
    count: Annotated[int, "The number of cards in the deck."]


class HandDiscarded(Event, frozen=True):
    """The remaining cards of a hand went to the discard pile."""

    text = "seat {seat} discards its hand: [{cards}|nothing]"
    seat: Annotated[Seat, "Whose."]
    cards: Annotated[tuple[CardId, ...], "The cards, in the order of the card set."]


class Roll(Struct, frozen=True):
    """A red die."""

    text = "seat {seat}: {value}"
    seat: Annotated[Seat, "The seat that rolled the die."]
    value: Annotated[int, "The number that the die shows, 1 to 6."]


class Throw(Struct, frozen=True):
    """Red dice that were rolled together."""

    text = "{rolls}"
    rolls: Annotated[tuple[Roll, ...], "The dice, in seat order."]


class FirstSeat(Event, frozen=True):
    """Dice were rolled to decide which seat goes first."""

    text = "the dice say that seat {seat} goes first ({throws:; })"
    throws: Annotated[tuple[Throw, ...], "The throws. Seats that tied for the highest die rolled again."]
    seat: Annotated[Seat, "The seat that goes first."]


class TurnBegins(Event, frozen=True):
    """A turn begins."""

    text = "round {round}: the turn of seat {seat} begins"
    round: Annotated[int, "The round, from 1."]
    seat: Annotated[Seat, "The seat whose turn it is."]


class Trashed(Event, frozen=True):
    """A seat trashed a card."""

    text = "seat {seat} trashes {card} ({where}) for {gold} gold"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId, "The card."]
    where: Annotated[Place, "The place where the card lay."]
    gold: Annotated[Signed, "The gold received; negative for a card that costs gold to trash."]


class Dropped(Event, frozen=True):
    """A seat dropped something because it had too little Carry."""

    text = "seat {seat} drops [{card}|a die of {gold} gold]"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId, "The card, which went to the discard pile; empty if it was a die."] = ""
    gold: Annotated[int, "The gold that the die showed; 0 if it was a card."] = 0


class Sold(Event, frozen=True):
    """A seat sold what it carried and cleared its layout, including followers."""

    text = "seat {seat} sells for {gross}, trashing pays {paid}, fees are {fees}: its purse is {purse}"
    seat: Annotated[Seat, "The seat."]
    gross: Annotated[int, "The total value."]
    paid: Annotated[Signed, "The gold received for trashing a card; negative if it cost gold."]
    fees: Annotated[int, "The fees of the companions, paid or not."]
    purse: Annotated[int, "The gold in the purse now."]


class Bought(Event, frozen=True):
    """A seat bought a card, which went to its discard pile."""

    text = "seat {seat} buys {card}[{place:} from place {place}][{rebate:} and gets a rebate of {rebate}]"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId, "The card."]
    source: Annotated[Source, "The place where the card was bought."]
    place: Annotated[int, "The place in the Premium row, 1 to 4; 0 elsewhere."] = 0
    rebate: Annotated[int, "The rebate that came with the card."] = 0


class GoldLost(Event, frozen=True):
    """A seat lost the gold that it did not store."""

    text = "seat {seat} loses {gold} gold that it did not store"
    seat: Annotated[Seat, "The seat."]
    gold: Annotated[int, "The amount of gold."]


class Attacked(Event, frozen=True):
    """A seat attacked another one."""

    text = (
        "seat {seat} attacks seat {target}: {total} (rolled {roll}) against {target_total} (rolled {target_roll}), "
        "and {won:wins|loses}"
    )
    seat: Annotated[Seat, "The attacker."]
    target: Annotated[Seat, "The defender."]
    roll: Annotated[int, "The attacker's die."]
    target_roll: Annotated[int, "The defender's die."]
    total: Annotated[int, "The attacker's points."]
    target_total: Annotated[int, "The defender's points."]
    won: Annotated[bool, "Whether the attacker won."]


class Robbed(Event, frozen=True):
    """An attacker that won took gold."""

    text = "seat {seat} takes {taken} gold of seat {target} and {bonus} for its goods[{lost:}, but cannot carry {lost}]"
    seat: Annotated[Seat, "The attacker."]
    target: Annotated[Seat, "The defender."]
    taken: Annotated[int, "The gold of the defender's dice."]
    bonus: Annotated[int, "The gold that the bank paid for the defender's goods."]
    lost: Annotated[int, "The part of the attacker's gold that the attacker could not carry."]


class GaveUp(Event, frozen=True):
    """A seat that was robbed lost stored goods."""

    text = "seat {seat} gives up {card}"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId, "The card, which went to the discard pile."]


class PeskyTaken(Event, frozen=True):
    """An attacker that lost took a Pesky Quest Item onto its discard pile."""

    text = "seat {seat} takes a Pesky Quest Item"
    seat: Annotated[Seat, "The seat."]


class Cycled(Event, frozen=True):
    """The oldest Premium card went to the Trash because none was bought."""

    text = "{card} goes from the Premium Market to the Trash"
    card: Annotated[CardId, "The card."]


class RowMoved(Event, frozen=True):
    """The Premium cards moved along the row."""

    text = "the Premium row is now: {cards}"
    cards: Annotated[tuple[CardId, ...], "The card at each place now, from 1 to 4; empty where there is none."]


class MarketDealt(Event, frozen=True):
    """A card was laid out in a market."""

    text = "{card} is laid out [{place:}at Premium place {place}|in the Common Market]"
    place: Annotated[int, "The place in the Premium row, 1 to 4; 0 for the Common Market."]
    card: Annotated[CardId, "The card."]


class Rebate(Event, frozen=True):
    """The rebate on the Common card changed."""

    text = "the rebate on the Common card is now {value}"
    value: Annotated[int, "The rebate, 1 to 6."]


class EndTriggered(Event, frozen=True):
    """The game will end after this round."""

    text = "the game ends with this round: {reason}"
    reason: Annotated[EndReason, "The reason."]


class GameOver(Event, frozen=True):
    """The game is over."""

    text = "the game is over; scores {scores:[]}, places {places:[]}"
    scores: Annotated[tuple[Signed, ...], "The score of each seat."]
    places: Annotated[tuple[int, ...], "The place of each seat, from 1; equal places are shared."]


__all__ = list(class_names(__name__))
