"""Where cards lie, and who sees them (section 10.1 of the game's specification).

When the game is over, everyone sees everything.
"""

from __future__ import annotations

from referee.games.lootroll.cards import RARITIES
from referee.games.lootroll.state import LootTable, Scouting, Snatching
from referee.games.lootroll.words import PILES, CardId
from referee.kernel.seats import Seat
from referee.kernel.zones import Zone, any_card


def at_the_end(t: LootTable, _owner: Seat | None, _seat: Seat | None) -> bool:
    """The cards in a deck are shown when the game is over."""
    return t.over


def its_owner(t: LootTable, owner: Seat | None, seat: Seat | None) -> bool:
    """Only their owners see hands and banks."""
    return t.over or owner == seat


def is_looked_into(t: LootTable, seat: Seat) -> bool:
    """Whether a thief is being shown the bag of a seat."""
    return any(duty.target == seat for duty in t.duties[:1] if isinstance(duty, Snatching))


def its_owner_or_the_thief(t: LootTable, owner: Seat | None, seat: Seat | None) -> bool:
    """The owner sees a bag, and so does a thief that looks into it: not in the view, but as options."""
    return its_owner(t, owner, seat) or any(duty.seat == seat for duty in t.duties[:1] if isinstance(duty, Snatching))


def a_scout(t: LootTable, _owner: Seat | None, seat: Seat | None) -> bool:
    """A scout sees the top monsters."""
    return t.over or any(duty.seat == seat for duty in t.duties[:1] if isinstance(duty, Scouting))


def the_finder(t: LootTable, _owner: Seat | None, seat: Seat | None) -> bool:
    """The active seat sees the found card."""
    return t.active == seat


def scouted(t: LootTable) -> int:
    """The number of top monsters that a scout is being shown."""
    return sum(duty.count for duty in t.duties[:1] if isinstance(duty, Scouting))


def lay_scouted(t: LootTable, _seat: Seat, cards: list[CardId]) -> None:
    """Lay monsters on top of their deck."""
    t.decks["monster"][: len(cards)] = cards


def lay_unscouted(t: LootTable, _seat: Seat, cards: list[CardId]) -> None:
    """Lay monsters below those that a scout is being shown."""
    t.decks["monster"][scouted(t) :] = cards


def lay_find(t: LootTable, _seat: Seat, cards: list[CardId]) -> None:
    """Replace the found card."""
    t.found = cards[0] if cards else None


def own_zone(name: str, pool: str) -> Zone[LootTable]:
    """The zone of hands or banks."""
    return Zone.in_field(name, f"adventurers[seat].{name}", its_owner, pool=pool)


def bags(name: str, *, looked_into: bool) -> Zone[LootTable]:
    """The zone of the bags that a thief sees now, or of all other bags."""

    def cards(t: LootTable, seat: Seat) -> list[CardId]:
        return t.adventurers[seat].bag if is_looked_into(t, seat) == looked_into else []

    def lay(t: LootTable, seat: Seat, cards: list[CardId]) -> None:
        if is_looked_into(t, seat) == looked_into:
            t.adventurers[seat].bag = cards

    seen = its_owner_or_the_thief if looked_into else its_owner
    return Zone(name, cards, lay, seen, in_view=not looked_into, each=True, pool="loot")


def deck(pile: str, pool: str) -> Zone[LootTable]:
    """The zone of a deck; loot lies in the deck of its rarity."""

    def lay(t: LootTable, _seat: Seat, cards: list[CardId]) -> None:
        t.decks[pile] = cards

    def fits(t: LootTable, card: CardId) -> bool:
        return t.loot(card).rarity == pile

    fitting = fits if pile in RARITIES else any_card
    return Zone(f"{pile} deck", lambda t, _: t.decks[pile], lay, at_the_end, ordered=True, fits=fitting, pool=pool)


def discard_pile(pile: str) -> Zone[LootTable]:
    """The zone of a discard pile."""
    return Zone(f"{pile} discard pile", lambda t, _: t.discards[pile], ordered=True)


ZONES: list[Zone[LootTable]] = [
    deck("ability", "abilities"),
    own_zone("hand", "abilities"),
    Zone(
        "scouted monsters",
        lambda t, _: t.decks["monster"][: scouted(t)],
        lay_scouted,
        a_scout,
        in_view=False,
        ordered=True,
    ),
    Zone("monster deck", lambda t, _: t.decks["monster"][scouted(t) :], lay_unscouted, at_the_end, ordered=True),
    *(deck(rarity, "loot") for rarity in RARITIES),
    Zone(
        "find",
        lambda t, _: [] if t.found is None else [t.found],
        lay_find,
        the_finder,
        fits=lambda t, card: t.loot(card).rarity == "common",
        pool="loot",
    ),
    bags("bag", looked_into=False),
    bags("bag that a thief looks into", looked_into=True),
    own_zone("bank", "loot"),
    Zone("gear", lambda t, seat: t.adventurers[seat].gear(), each=True),
    Zone("vendor", lambda t, _: [] if t.town is None else t.town.vendor),
    Zone("fight", lambda t, _: [] if t.fight is None else [t.fight.monster]),
    Zone("spoils", lambda t, _: [] if t.spoils is None else t.spoils.loot),
    *map(discard_pile, PILES),
]
