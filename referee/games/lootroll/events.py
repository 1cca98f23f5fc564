"""What happens. A card that is None may not be known to whoever is told. As on the wire, dungeons count from 1."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from referee.games.lootroll.words import CardId, EndReason, Loss, Mode, Pile
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from referee.kernel.words import Signed

__all__ = [
    "Banked",
    "Belongings",
    "Bought",
    "ChoicesShown",
    "DeckCards",
    "DiceRolled",
    "Die",
    "DieChanged",
    "Discarded",
    "Drew",
    "DungeonBegins",
    "DungeonEnded",
    "Equipped",
    "FightEnded",
    "FindShown",
    "Found",
    "GameOver",
    "Kept",
    "LaidOut",
    "LookedInto",
    "LootLeft",
    "LootWon",
    "MonsterChosen",
    "MonsterRevealed",
    "MonsterUnder",
    "Passed",
    "Played",
    "Recovered",
    "Reshuffled",
    "Scouted",
    "Stolen",
    "TownTurnBegins",
    "TurnBegins",
    "VendorLeaves",
    "VendorShows",
]


class DungeonBegins(Event, frozen=True):
    """The party enters a dungeon."""

    dungeon: Annotated[int, "The dungeon, 1 to 3."]
    seat: Annotated[Seat, "Who has the first turn."]


class TurnBegins(Event, frozen=True):
    """A seat begins its turn."""

    seat: Annotated[Seat, "Who."]


class Reshuffled(Event, frozen=True):
    """A discard pile was shuffled and became the deck."""

    pile: Annotated[Pile, "Which."]
    count: Annotated[int, "The number of cards."]


class Drew(Event, frozen=True):
    """A seat drew a card into its hand or bag."""

    seat: Annotated[Seat, "Who."]
    pile: Annotated[Pile, "From which deck."]
    card: Annotated[CardId | None, "The card; only the seat itself is told."] = None


class Found(Event, frozen=True):
    """A seat found a common card by exploring."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId | None, "The card; only the seat itself is told."] = None


class Kept(Event, frozen=True):
    """A seat put what it found into its bag."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId | None, "The card; only the seat itself is told."] = None


class FindShown(Event, frozen=True):
    """What a seat found was laid open: it is left, equipped or used now."""

    seat: Annotated[Seat, "Who found it."]
    card: Annotated[CardId, "The card."]


class Played(Event, frozen=True):
    """A seat played an ability, loot or gear."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId, "The card."]
    target: Annotated[Seat | None, "On whom; absent if its effect takes no target."] = None


class Equipped(Event, frozen=True):
    """A seat equipped a card."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId, "The card."]
    displaced: Annotated[tuple[CardId, ...], "What it displaced, now in the bag."]


class Discarded(Event, frozen=True):
    """A card of a seat was discarded."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId, "The card."]
    cause: Annotated[Loss, "Why."]


class Passed(Event, frozen=True):
    """A seat that was asked in a shared window passed."""

    seat: Annotated[Seat, "Who."]


class MonsterRevealed(Event, frozen=True):
    """A monster is to be fought."""

    card: Annotated[CardId, "The card."]
    mode: Annotated[Mode, "In which mode."]


class MonsterUnder(Event, frozen=True):
    """A monster went to the bottom of its deck."""

    card: Annotated[CardId, "The card."]


class ChoicesShown(Event, frozen=True):
    """All choice cards were turned up."""

    fighters: Annotated[tuple[Seat, ...], "Who fights; the others fled."]


class FightEnded(Event, frozen=True):
    """The party and the monster were compared."""

    won: Annotated[bool, "Whether the party won."]
    party: Annotated[Signed, "The survivability of the fighters."]
    monster: Annotated[Signed, "The survivability of the monster."]


class LaidOut(Event, frozen=True):
    """Loot was laid out."""

    cards: Annotated[tuple[CardId, ...], "The loot, in the order drawn."]


class Die(Struct, frozen=True):
    """A die."""

    seat: Annotated[Seat, "Whose it is."]
    die: Annotated[Signed, "What it shows."]
    modifier: Annotated[Signed, "What is added."]


class DiceRolled(Event, frozen=True):
    """Dice were rolled for a card."""

    card: Annotated[CardId, "The card."]
    dice: Annotated[tuple[Die, ...], "The dice, in the order rolled, with the modifiers that always count."]


class DieChanged(Event, frozen=True):
    """A die was rolled again or turned."""

    seat: Annotated[Seat, "Who."]
    die: Annotated[Signed, "What it shows now."]


class LootWon(Event, frozen=True):
    """A seat took a laid-out card into its bag."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId, "The card."]


class LootLeft(Event, frozen=True):
    """Nobody could take a laid-out card: it was discarded."""

    card: Annotated[CardId, "The card."]


class LookedInto(Event, frozen=True):
    """A thief was shown a seat's bag."""

    seat: Annotated[Seat, "Who."]
    target: Annotated[Seat, "Whose bag."]
    cards: Annotated[tuple[CardId, ...], "The bag; only the thief is told."] = ()


class Stolen(Event, frozen=True):
    """A card moved from the target's bag to the thief's."""

    seat: Annotated[Seat, "Who."]
    target: Annotated[Seat, "Who lost it."]
    card: Annotated[CardId | None, "The card; only those two are told."] = None


class Scouted(Event, frozen=True):
    """A scout was shown the top monsters."""

    seat: Annotated[Seat, "Who."]
    count: Annotated[int, "How many."]
    cards: Annotated[tuple[CardId, ...], "The monsters, top first; only the scout is told."] = ()


class MonsterChosen(Event, frozen=True):
    """A scout said which monster goes on top."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId | None, "The card; only the scout is told."] = None


class Banked(Event, frozen=True):
    """A seat moved a card from its bag to its bank."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId | None, "The card; only the seat itself is told."] = None


class Recovered(Event, frozen=True):
    """A seat took a card of a discard pile into its bag."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId, "The card."]


class DungeonEnded(Event, frozen=True):
    """The party left a dungeon."""

    dungeon: Annotated[int, "The dungeon, 1 to 3."]
    cleared: Annotated[bool, "Whether a boss was defeated; otherwise the turn limit was reached."]


class VendorShows(Event, frozen=True):
    """The vendor turned up abilities."""

    cards: Annotated[tuple[CardId, ...], "The abilities."]


class TownTurnBegins(Event, frozen=True):
    """A seat begins a town turn."""

    seat: Annotated[Seat, "Who."]


class Bought(Event, frozen=True):
    """A seat chose an ability to buy; it has it when it has paid."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[CardId, "The card."]
    price: Annotated[int, "What it costs."]


class VendorLeaves(Event, frozen=True):
    """The town is over."""

    cards: Annotated[tuple[CardId, ...], "What the vendor still showed, now discarded."]


class Belongings(Struct, frozen=True):
    """What a seat held at the end, out of everybody's sight until then."""

    hand: Annotated[tuple[CardId, ...], "The hand."]
    bag: Annotated[tuple[CardId, ...], "The bag."]
    bank: Annotated[tuple[CardId, ...], "The bank."]


class DeckCards(Struct, frozen=True):
    """What was left of a deck at the end."""

    pile: Annotated[Pile, "Which."]
    cards: Annotated[tuple[CardId, ...], "The cards, top first."]


class GameOver(Event, frozen=True):
    """The game is over; everything is shown."""

    scores: Annotated[tuple[Signed, ...], "The scores in seat order."]
    seats: Annotated[tuple[Belongings, ...], "What the seats held, in seat order."]
    decks: Annotated[tuple[DeckCards, ...], "What was left of each deck."]
    reason: Annotated[EndReason, "Why."]
