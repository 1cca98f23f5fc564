"""The events. A card is None if the receiver may not know it. As on the wire, dungeons are counted from 1."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from referee.games.lootroll.words import SEATS, CardId, EndReason, Loss, Mode, Pile
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from referee.kernel.words import Signed


class DungeonBegins(Event, frozen=True):
    """The party enters a dungeon."""

    text = "the party enters dungeon {dungeon}, seat {seat} first"
    dungeon: Annotated[int, "The dungeon, 1 to 3."]
    seat: Annotated[Seat, "The seat that has the first turn."]


class TurnBegins(Event, frozen=True):
    """A seat begins its turn."""

    text = "the turn of seat {seat}"
    seat: Annotated[Seat, "The seat."]


class Reshuffled(Event, frozen=True):
    """A discard pile was shuffled and became the deck."""

    text = "the {pile} discard pile of {count:card} becomes the deck"
    pile: Annotated[Pile, "The pile."]
    count: Annotated[int, "The number of cards."]


class Drew(Event, frozen=True):
    """A seat drew a card into its hand or bag."""

    text = "seat {seat} draws [{card}|a card] of the {pile} deck"
    seat: Annotated[Seat, "The seat."]
    pile: Annotated[Pile, "The deck."]
    card: Annotated[CardId | None, "The card; only this seat sees it."] = None


class Found(Event, frozen=True):
    """A seat found a common card by exploring."""

    text = "seat {seat} explores and finds [{card}|a card]"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId | None, "The card; only this seat sees it."] = None


class Kept(Event, frozen=True):
    """A seat put the card that it found into its bag."""

    text = "seat {seat} puts [{card}|a card] into its bag"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId | None, "The card; only this seat sees it."] = None


class FindShown(Event, frozen=True):
    """A card that a seat found was revealed, because the seat leaves it behind, equips it or uses it now."""

    text = "seat {seat} shows that it found {card}"
    seat: Annotated[Seat, "The seat that found the card."]
    card: Annotated[CardId, "The card."]


class Played(Event, frozen=True):
    """A seat played an ability, loot or gear."""

    text = "seat {seat} plays {card}[ on seat {target}]"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId, "The card."]
    target: Annotated[Seat | None, "The target seat; absent if the effect takes none."] = None


class Equipped(Event, frozen=True):
    """A seat equipped a card."""

    text = "seat {seat} equips {card}[; into the bag: {displaced}]"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId, "The card."]
    displaced: Annotated[tuple[CardId, ...], "The cards that the new card replaced, now in the bag."]


class Discarded(Event, frozen=True):
    """A card of a seat was discarded."""

    text = "{card} of seat {seat} is discarded ({cause})"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId, "The card."]
    cause: Annotated[Loss, "The reason."]


class Passed(Event, frozen=True):
    """A seat passed when it was asked in a shared window."""

    text = "seat {seat} passes"
    seat: Annotated[Seat, "The seat."]


class MonsterRevealed(Event, frozen=True):
    """A monster has been revealed and is about to be fought."""

    text = "{card} is to be fought as {mode}"
    card: Annotated[CardId, "The card."]
    mode: Annotated[Mode, "The mode of the fight."]


class MonsterUnder(Event, frozen=True):
    """A monster went to the bottom of its deck."""

    text = "{card} goes to the bottom of the deck"
    card: Annotated[CardId, "The card."]


class ChoicesShown(Event, frozen=True):
    """All choice cards were turned up."""

    text = "the choices are shown; fighters: {fighters}"
    fighters: Annotated[tuple[Seat, ...], "The seats that fight; the others fled.", SEATS]


class FightEnded(Event, frozen=True):
    """The party and the monster were compared."""

    text = "the fight is {won:won|lost}: party {party}, monster {monster}"
    won: Annotated[bool, "Whether the party won."]
    party: Annotated[Signed, "The survivability of the fighters."]
    monster: Annotated[Signed, "The survivability of the monster."]


class LaidOut(Event, frozen=True):
    """Loot was laid out."""

    text = "loot is laid out: [{cards}|nothing]"
    cards: Annotated[tuple[CardId, ...], "The loot, in the order drawn."]


class Die(Struct, frozen=True):
    """A die."""

    text = "seat {seat} {die}{modifier:+d}"
    seat: Annotated[Seat, "The seat to which the die belongs."]
    die: Annotated[Signed, "The number that the die shows."]
    modifier: Annotated[Signed, "The modifier that is added to the die."]


class DiceRolled(Event, frozen=True):
    """Dice were rolled for a card."""

    text = "dice for {card}: {dice}"
    card: Annotated[CardId, "The card."]
    dice: Annotated[tuple[Die, ...], "The dice in the order rolled, with the modifiers that always apply."]


class DieChanged(Event, frozen=True):
    """A die was rolled again, or turned to another number."""

    text = "the die of seat {seat} now shows {die}"
    seat: Annotated[Seat, "The seat."]
    die: Annotated[Signed, "The number that the die shows now."]


class LootWon(Event, frozen=True):
    """A seat took a laid-out card into its bag."""

    text = "seat {seat} takes {card}"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId, "The card."]


class LootLeft(Event, frozen=True):
    """No seat could take a laid-out card, so it was discarded."""

    text = "nobody can take {card}"
    card: Annotated[CardId, "The card."]


class LookedInto(Event, frozen=True):
    """A thief was shown a seat's bag."""

    text = "seat {seat} looks into the bag of seat {target}[: {cards}]"
    seat: Annotated[Seat, "The seat."]
    target: Annotated[Seat, "The seat to which the bag belongs."]
    cards: Annotated[tuple[CardId, ...], "The cards in the bag; only the thief sees them."] = ()


class Stolen(Event, frozen=True):
    """A card moved from the target's bag to the thief's."""

    text = "seat {seat} steals [{card}|a card] from the bag of seat {target}"
    seat: Annotated[Seat, "The seat."]
    target: Annotated[Seat, "The seat that lost the card."]
    card: Annotated[CardId | None, "The card; only those two seats see it."] = None


class Scouted(Event, frozen=True):
    """A scout was shown the top monsters."""

    text = "seat {seat} looks at the top {count:monster}[: {cards}]"
    seat: Annotated[Seat, "The seat."]
    count: Annotated[int, "The number of monsters."]
    cards: Annotated[tuple[CardId, ...], "The monsters, top first; only the scout sees them."] = ()


class MonsterChosen(Event, frozen=True):
    """A scout chose the monster that goes on top."""

    text = "seat {seat} lets [{card}|one of them] go on top"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId | None, "The monster; only the scout sees it."] = None


class Banked(Event, frozen=True):
    """A seat moved a card from its bag to its bank."""

    text = "seat {seat} puts [{card}|a card] into its bank"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId | None, "The card; only this seat sees it."] = None


class Recovered(Event, frozen=True):
    """A seat took a card from a discard pile into its bag."""

    text = "seat {seat} takes {card} out of the discard pile"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId, "The card."]


class DungeonEnded(Event, frozen=True):
    """The party left a dungeon."""

    text = "dungeon {dungeon} is {cleared:cleared|abandoned}"
    dungeon: Annotated[int, "The dungeon, 1 to 3."]
    cleared: Annotated[bool, "Whether a boss was defeated; otherwise the turn limit was reached."]


class VendorShows(Event, frozen=True):
    """The vendor turned up abilities."""

    text = "the vendor shows [{cards}|nothing]"
    cards: Annotated[tuple[CardId, ...], "The abilities."]


class TownTurnBegins(Event, frozen=True):
    """A seat begins a town turn."""

    text = "the town turn of seat {seat}"
    seat: Annotated[Seat, "The seat."]


class Bought(Event, frozen=True):
    """A seat chose an ability to buy; it gets it once it has paid."""

    text = "seat {seat} buys {card} for {price}"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[CardId, "The card."]
    price: Annotated[int, "Its price."]


class VendorLeaves(Event, frozen=True):
    """The town is over."""

    text = "the vendor leaves; discarded: [{cards}|nothing]"
    cards: Annotated[tuple[CardId, ...], "The abilities that the vendor still showed, now discarded."]


class Belongings(Struct, frozen=True):
    """What a seat held at the end, hidden until then."""

    hand: Annotated[tuple[CardId, ...], "The hand."]
    bag: Annotated[tuple[CardId, ...], "The bag."]
    bank: Annotated[tuple[CardId, ...], "The bank."]


class DeckCards(Struct, frozen=True):
    """The rest of a deck at the end."""

    pile: Annotated[Pile, "The pile."]
    cards: Annotated[tuple[CardId, ...], "The cards, top first."]


class GameOver(Event, frozen=True):
    """The game is over; everything is shown."""

    text = "the game is over ({reason}); scores {scores:[]}"
    scores: Annotated[tuple[Signed, ...], "The scores in seat order."]
    seats: Annotated[tuple[Belongings, ...], "What the seats held, in seat order."]
    decks: Annotated[tuple[DeckCards, ...], "The rest of each deck."]
    reason: Annotated[EndReason, "The reason."]


__all__ = list(class_names(__name__))
