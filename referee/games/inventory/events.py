"""What happens, in the words of the spec, section 11.

Numbers are the same as on the wire: seats count from 0, rounds and Premium places from 1.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from referee.games.inventory.cards import CardId
from referee.games.inventory.words import EndReason, Place
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from referee.kernel.words import Signed, Words

__all__ = [
    "Attacked",
    "Bought",
    "Cycled",
    "DieStored",
    "DoneEquipping",
    "Drew",
    "Dropped",
    "EndTriggered",
    "FirstSeat",
    "GameOver",
    "GaveUp",
    "GoldLost",
    "HandDiscarded",
    "MarketDealt",
    "PeskyTaken",
    "PutCard",
    "Rebate",
    "Reshuffled",
    "Robbed",
    "Roll",
    "RowMoved",
    "Sold",
    "Throw",
    "Trashed",
    "TurnBegins",
]

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

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId, "The card."]
    where: Annotated[Place, "Where it lies now."]


class DoneEquipping(Event, frozen=True):
    """A seat said that it places nothing more."""

    seat: Annotated[Seat, "Who."]


class DieStored(Event, frozen=True):
    """A seat stored a gold die."""

    seat: Annotated[Seat, "Who."]
    gold: Annotated[int, "The gold that it shows."]


class Drew(Event, frozen=True):
    """A seat drew cards."""

    seat: Annotated[Seat, "Who."]
    count: Annotated[int, "How many."]
    cards: Annotated[tuple[CardId, ...], "Which, in the order in which they were drawn; only the seat is told."] = ()


class Reshuffled(Event, frozen=True):
    """The discard pile of a seat became its draw deck."""

    seat: Annotated[Seat, "Who."]
    count: Annotated[int, "The number of cards in the deck."]


class HandDiscarded(Event, frozen=True):
    """The cards that were left in a hand went to the discard pile."""

    seat: Annotated[Seat, "Whose."]
    cards: Annotated[tuple[CardId, ...], "The cards, in the order of the card set."]


class Roll(Struct, frozen=True):
    """A red die."""

    seat: Annotated[Seat, "Who rolled it."]
    value: Annotated[int, "What it shows, 1 to 6."]


class Throw(Struct, frozen=True):
    """Red dice that were rolled together."""

    rolls: Annotated[tuple[Roll, ...], "The dice, in seat order."]


class FirstSeat(Event, frozen=True):
    """It was rolled who goes first."""

    throws: Annotated[tuple[Throw, ...], "The throws; those who tied for the highest die rolled again."]
    seat: Annotated[Seat, "Who goes first."]


class TurnBegins(Event, frozen=True):
    """A turn begins."""

    round: Annotated[int, "The round, from 1."]
    seat: Annotated[Seat, "Whose turn it is."]


class Trashed(Event, frozen=True):
    """A seat trashed a card."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId, "The card."]
    where: Annotated[Place, "Where it lay."]
    gold: Annotated[Signed, "What that pays; less than 0 for a card that costs gold to get rid of."]


class Dropped(Event, frozen=True):
    """A seat dropped something for which it had no Carry any more."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId, "The card, which went to the discard pile; empty if it was a die."] = ""
    gold: Annotated[int, "What the die showed; 0 if it was a card."] = 0


class Sold(Event, frozen=True):
    """A seat sold what it carried and cleared its layout, followers too."""

    seat: Annotated[Seat, "Who."]
    gross: Annotated[int, "What everything was worth."]
    paid: Annotated[Signed, "What trashing a card paid; less than 0 if it cost gold."]
    fees: Annotated[int, "What the companions asked for, paid or not."]
    purse: Annotated[int, "The purse now."]


class Bought(Event, frozen=True):
    """A seat bought a card, which went to its discard pile."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId, "The card."]
    source: Annotated[Source, "Where."]
    place: Annotated[int, "The place in the Premium row, 1 to 4; 0 elsewhere."] = 0
    rebate: Annotated[int, "The rebate that came with it."] = 0


class GoldLost(Event, frozen=True):
    """A seat lost the gold that it did not store."""

    seat: Annotated[Seat, "Who."]
    gold: Annotated[int, "How much."]


class Attacked(Event, frozen=True):
    """A seat attacked another one."""

    seat: Annotated[Seat, "The attacker."]
    target: Annotated[Seat, "The defender."]
    roll: Annotated[int, "The attacker's die."]
    target_roll: Annotated[int, "The defender's die."]
    total: Annotated[int, "The attacker's points."]
    target_total: Annotated[int, "The defender's points."]
    won: Annotated[bool, "Whether the attacker won."]


class Robbed(Event, frozen=True):
    """An attacker who won took gold."""

    seat: Annotated[Seat, "The attacker."]
    target: Annotated[Seat, "The defender."]
    taken: Annotated[int, "The gold of the defender's dice."]
    bonus: Annotated[int, "What the bank paid for the defender's goods."]
    lost: Annotated[int, "What the attacker could not carry of all his gold."]


class GaveUp(Event, frozen=True):
    """A seat that was robbed lost stored goods."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId, "The card, which went to the discard pile."]


class PeskyTaken(Event, frozen=True):
    """An attacker who lost took a Pesky Quest Item onto his discard pile."""

    seat: Annotated[Seat, "Who."]


class Cycled(Event, frozen=True):
    """The oldest Premium card went to the Trash, because none was bought."""

    card: Annotated[CardId, "The card."]


class RowMoved(Event, frozen=True):
    """The Premium cards moved on."""

    cards: Annotated[tuple[CardId, ...], "The card of each place now, from 1 to 4; empty where none lies."]


class MarketDealt(Event, frozen=True):
    """A card was laid out."""

    place: Annotated[int, "The place in the Premium row, 1 to 4; 0: the Common Market."]
    card: Annotated[CardId, "The card."]


class Rebate(Event, frozen=True):
    """The Common card has another rebate."""

    value: Annotated[int, "The rebate, 1 to 6."]


class EndTriggered(Event, frozen=True):
    """The round is played to its end, and then the game is over."""

    reason: Annotated[EndReason, "Why."]


class GameOver(Event, frozen=True):
    """The game is over."""

    scores: Annotated[tuple[Signed, ...], "The score of each seat."]
    places: Annotated[tuple[int, ...], "The place of each seat, from 1; equal places are shared."]
