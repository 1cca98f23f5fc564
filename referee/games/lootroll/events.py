"""What happens, in the words of the spec. A card that is None may not be known to whoever is told."""

from __future__ import annotations

from msgspec import Struct

from referee.games.lootroll.cards import CardId, Mode
from referee.kernel.seats import Seat
from referee.kernel.table import Event


class DungeonBegins(Event, frozen=True):
    """The party enters a dungeon; `seat` has the first turn."""

    dungeon: int
    seat: Seat


class TurnBegins(Event, frozen=True):
    """A seat begins its turn."""

    seat: Seat


class Reshuffled(Event, frozen=True):
    """The discard pile of a kind of cards became the deck."""

    pile: str
    count: int


class Drew(Event, frozen=True):
    """A seat drew a card of a deck into its hand or bag; only the seat is told which."""

    seat: Seat
    pile: str
    card: CardId | None = None


class Found(Event, frozen=True):
    """A seat found a common card by exploring; only the seat is told which."""

    seat: Seat
    card: CardId | None = None


class Kept(Event, frozen=True):
    """A seat put what it found into its bag."""

    seat: Seat
    card: CardId | None = None


class FindShown(Event, frozen=True):
    """What a seat found was laid open: it is left, equipped or used now."""

    seat: Seat
    card: CardId


class Played(Event, frozen=True):
    """A seat played an ability, loot or gear; `target` is absent if the effect has none."""

    seat: Seat
    card: CardId
    target: Seat | None = None


class Equipped(Event, frozen=True):
    """A seat equipped a card; the displaced ones went into its bag."""

    seat: Seat
    card: CardId
    displaced: list[CardId]


class Discarded(Event, frozen=True):
    """A card of a seat was discarded: dropped, left, lost, forgotten, destroyed or paid."""

    seat: Seat
    card: CardId
    cause: str


class Passed(Event, frozen=True):
    """A seat that was asked in a shared window passed."""

    seat: Seat


class MonsterRevealed(Event, frozen=True):
    """A monster is to be fought."""

    card: CardId
    mode: Mode


class MonsterUnder(Event, frozen=True):
    """A monster went to the bottom of its deck."""

    card: CardId


class ChoicesShown(Event, frozen=True):
    """All choice cards were turned up: these seats fight, the others fled."""

    fighters: list[Seat]


class FightEnded(Event, frozen=True):
    """The party and the monster were compared."""

    won: bool
    party: int
    monster: int


class LaidOut(Event, frozen=True):
    """Loot was laid out, in the order drawn."""

    cards: list[CardId]


class DiceRolled(Event, frozen=True):
    """Seats rolled for a card, in this order: seat, die, the modifiers that always count."""

    card: CardId
    dice: list[tuple[Seat, int, int]]


class DieChanged(Event, frozen=True):
    """A die was rolled again or turned."""

    seat: Seat
    die: int


class LootWon(Event, frozen=True):
    """A seat took a laid-out card into its bag."""

    seat: Seat
    card: CardId


class LootLeft(Event, frozen=True):
    """Nobody could take a laid-out card: it was discarded."""

    card: CardId


class LookedInto(Event, frozen=True):
    """A thief was shown the target's bag; only the thief is told its cards."""

    seat: Seat
    target: Seat
    cards: list[CardId] | None = None


class Stolen(Event, frozen=True):
    """A card moved from the target's bag to the thief's; only those two are told which."""

    seat: Seat
    target: Seat
    card: CardId | None = None


class Scouted(Event, frozen=True):
    """A scout was shown the top monsters; only the scout is told which."""

    seat: Seat
    count: int
    cards: list[CardId] | None = None


class MonsterChosen(Event, frozen=True):
    """A scout said which monster goes on top; only the scout is told which."""

    seat: Seat
    card: CardId | None = None


class Banked(Event, frozen=True):
    """A seat moved a card from its bag to its bank; only the seat is told which."""

    seat: Seat
    card: CardId | None = None


class Recovered(Event, frozen=True):
    """A seat took a card of a discard pile into its bag."""

    seat: Seat
    card: CardId


class DungeonEnded(Event, frozen=True):
    """The party left a dungeon: cleared, or abandoned at the turn limit."""

    dungeon: int
    cleared: bool


class VendorShows(Event, frozen=True):
    """The vendor turned up abilities."""

    cards: list[CardId]


class TownTurnBegins(Event, frozen=True):
    """A seat begins a town turn."""

    seat: Seat


class Bought(Event, frozen=True):
    """A seat bought an ability of the vendor; what it pays with follows before it has it."""

    seat: Seat
    card: CardId
    price: int


class VendorLeaves(Event, frozen=True):
    """The town is over; what the vendor still showed was discarded."""

    cards: list[CardId]


class Belongings(Struct, frozen=True):
    """What a seat held at the end, out of everybody's sight until then."""

    hand: list[CardId]
    bag: list[CardId]
    bank: list[CardId]


class GameOver(Event, frozen=True):
    """The game ended; everything is shown. Decks are listed top first."""

    scores: list[int]
    seats: list[Belongings]
    decks: dict[str, list[CardId]]


LootEvent = (
    DungeonBegins
    | TurnBegins
    | Reshuffled
    | Drew
    | Found
    | Kept
    | FindShown
    | Played
    | Equipped
    | Discarded
    | Passed
    | MonsterRevealed
    | MonsterUnder
    | ChoicesShown
    | FightEnded
    | LaidOut
    | DiceRolled
    | DieChanged
    | LootWon
    | LootLeft
    | LookedInto
    | Stolen
    | Scouted
    | MonsterChosen
    | Banked
    | Recovered
    | DungeonEnded
    | VendorShows
    | TownTurnBegins
    | Bought
    | VendorLeaves
    | GameOver
)
