"""The whole state of a match. Cards are ids. Decks are listed top first, discard piles bottom first."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct, field

from referee.games.lootroll.cards import Cards, Loot
from referee.games.lootroll.kinds import MonsterEffect, Rarity, Slot, WindowName
from referee.games.lootroll.words import PILES, CardId, Mode
from referee.kernel.asking import Window
from referee.kernel.options import CUSTOM, GameOptions, OneOf, Whole, not_allowed
from referee.kernel.seats import Seat
from referee.kernel.table import Table


class Options(GameOptions, frozen=True):
    """The options of a match."""

    card_set: Annotated[str, OneOf(("house-1", CUSTOM), "the card data")] = "house-1"
    first_seat: Annotated[int | str, Whole(0, 5, "the seat that takes the first turn", words=("random",))] = "random"
    turn_limit: Annotated[
        int, Whole(6, 120, "the maximum number of turns in a dungeon, rounded up to a multiple of the seats")
    ] = 24

    def check(self, seats: int) -> None:
        """Refuse a first seat that does not exist in the match."""
        if isinstance(self.first_seat, int) and self.first_seat >= seats:
            raise not_allowed("first_seat", self.first_seat, f"the seats are 0 to {seats - 1}")


class Adventurer(Struct):
    """The state of one seat. A two-handed card is in both `main` and `off`."""

    hand: list[CardId] = field(default_factory=list)
    bag: list[CardId] = field(default_factory=list)
    bank: list[CardId] = field(default_factory=list)
    slots: dict[Slot, CardId] = field(default_factory=dict)

    def gear(self) -> list[CardId]:
        """The equipped cards, each once, in the order in which they were put on."""
        return list(dict.fromkeys(self.slots.values()))


class Fight(Struct):
    """The running fight. There are no fighters before the choices are `shown`; the dictionaries hold played effects."""

    monster: CardId
    mode: Mode
    shown: bool = False
    fighters: list[Seat] = field(default_factory=list)
    surv: dict[Seat, int] = field(default_factory=dict)
    shield: dict[Seat, int] = field(default_factory=dict)
    monster_surv: int = 0
    more_loot: int = 0


class Spoils(Struct):
    """The roll phase.

    `loot` holds the cards that are still to be rolled for, the current one first. `dice` holds the dice of the rollers.
    """

    fighters: list[Seat]
    loot: list[CardId]
    bonus: dict[Seat, int] = field(default_factory=dict)
    dice: dict[Seat, int] = field(default_factory=dict)
    modifiers: dict[Seat, int] = field(default_factory=dict)


class Town(Struct):
    """The town.

    `order` holds the remaining town turns, the running one first. The other fields are about the current turn.
    """

    order: list[Seat]
    vendor: list[CardId]
    bought: int = 0
    deposited: bool = False
    discount: int = 0
    buying: CardId | None = None
    owed: int = 0


class Snatching(Struct, tag=True):
    """A thief who sees the target's bag has to take a card."""

    seat: Seat
    target: Seat


class Scouting(Struct, tag=True):
    """A scout who sees the top monsters has to choose which one goes on top."""

    seat: Seat
    count: int


class Banking(Struct, tag=True):
    """A seat may move some more cards to its bank."""

    seat: Seat
    count: int


class Recovering(Struct, tag=True):
    """A seat has to take a card from a discard pile."""

    seat: Seat
    rarity: Rarity


class Losing(Struct, tag=True):
    """A seat has to lose some more loot."""

    seat: Seat
    count: int


Duty = Snatching | Scouting | Banking | Recovering | Losing


class LootTable(Table[Cards]):
    """The table. `plays` and `passing` are those of the current window; `duties` come first, then the phase `after`."""

    options: Options = field(default_factory=Options)
    decks: dict[str, list[CardId]] = field(default_factory=lambda: {pile: [] for pile in PILES})
    discards: dict[str, list[CardId]] = field(default_factory=lambda: {pile: [] for pile in PILES})
    adventurers: list[Adventurer] = field(default_factory=list)
    dungeon: int = 0
    regulars: int = 0
    turns: int = 0
    cleared: bool = False
    active: Seat = Seat(0)
    spent: list[CardId] = field(default_factory=list)
    window: WindowName | None = None
    passing: Window | None = None
    plays: list[int] = field(default_factory=list)
    found: CardId | None = None
    dropped: int = 0
    fight: Fight | None = None
    spoils: Spoils | None = None
    town: Town | None = None
    duties: list[Duty] = field(default_factory=list)
    after: str = ""
    over: bool = False

    @property
    def turn_limit(self) -> int:
        """The maximum number of turns in a dungeon, rounded so that all seats have the same number."""
        return -(-self.options.turn_limit // self.seat_count) * self.seat_count

    def loot(self, card: CardId) -> Loot:
        """The loot card with the given id."""
        return self.cards.loot[card]

    def treasure(self, card: CardId) -> int:
        """The treasure of a loot card."""
        return self.cards.loot[card].treasure

    def monster_effects(self) -> tuple[MonsterEffect, ...]:
        """The effects of the monster in the fight; none outside a fight."""
        return () if self.fight is None else self.cards.monsters[self.fight.monster].effects

    def has_room(self, seat: Seat) -> bool:
        """Whether one more card fits into the bag."""
        return len(self.adventurers[seat].bag) < self.cards.rules.bag_limit


def invariants(t: LootTable) -> None:
    """Assert the facts that hold after every step (section 10.2 of the game's specification)."""
    for seat in t.adventurers:
        assert len(seat.bag) <= t.cards.rules.bag_limit, "a bag holds too many cards"
        for slot, card in seat.slots.items():
            fills = t.loot(card).fills
            assert slot in fills, f"{card} is in slot {slot}"
            assert all(seat.slots.get(hand) == card for hand in fills), f"{card} fills only one hand"
    assert 0 <= t.regulars <= t.cards.rules.regulars_before_boss, "too many regular monsters"
    assert t.town is None or len(t.town.vendor) <= t.cards.rules.vendor_size, "the vendor shows too many abilities"
    assert t.turns <= t.turn_limit, "the dungeon lasts too long"
    assert t.town is None or t.fight is None, "a fight in town"
    assert t.spoils is None or t.spoils.dice.keys() == t.spoils.modifiers.keys(), "modifiers without dice"
    assert all(played <= t.cards.plays_per_window for played in t.plays), "too many plays in a window"
    assert _can_pay(t), "a buyer has too little to pay with"


def _can_pay(t: LootTable) -> bool:
    if t.town is None or t.town.buying is None:
        return True
    return sum(t.treasure(card) for card in t.adventurers[t.town.order[0]].bag) >= t.town.owed
