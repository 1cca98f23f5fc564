"""Where cards lie, and who sees them: spec, section 10.1. When the game is over, everybody sees all."""

from __future__ import annotations

from referee.games.lootroll.cards import RARITIES
from referee.games.lootroll.state import LootTable, Scouting, Snatching
from referee.games.lootroll.words import PILES, CardId
from referee.kernel.seats import Seat
from referee.kernel.zones import Zone, any_card


def at_the_end(t: LootTable, _owner: Seat | None, _seat: Seat | None) -> bool:
    """What lies in a deck is shown when the game is over."""
    return t.over


def its_owner(t: LootTable, owner: Seat | None, seat: Seat | None) -> bool:
    """Hands and banks are their owners'."""
    return t.over or owner == seat


def its_owner_or_a_thief(t: LootTable, owner: Seat | None, seat: Seat | None) -> bool:
    """A bag is its owner's, and a thief is shown it."""
    shown = [duty for duty in t.duties[:1] if isinstance(duty, Snatching)]
    return its_owner(t, owner, seat) or any(duty.seat == seat and duty.target == owner for duty in shown)


def a_scout(t: LootTable, _owner: Seat | None, seat: Seat | None) -> bool:
    """The top monsters are shown to a scout."""
    return t.over or any(duty.seat == seat for duty in t.duties[:1] if isinstance(duty, Scouting))


def the_finder(t: LootTable, _owner: Seat | None, seat: Seat | None) -> bool:
    """A find is shown to the active seat."""
    return t.active == seat


def scouted(t: LootTable) -> int:
    """How many monsters lie on top that a scout is being shown."""
    return sum(duty.count for duty in t.duties[:1] if isinstance(duty, Scouting))


def lay_scouted(t: LootTable, _seat: Seat, cards: list[CardId]) -> None:
    """Lays monsters on top of their deck."""
    t.decks["monster"][: len(cards)] = cards


def lay_unscouted(t: LootTable, _seat: Seat, cards: list[CardId]) -> None:
    """Lays monsters under those that a scout is being shown."""
    t.decks["monster"][scouted(t) :] = cards


def lay_find(t: LootTable, _seat: Seat, cards: list[CardId]) -> None:
    """Lets another card have been found."""
    t.found = cards[0] if cards else None


def own_zone(name: str, pool: str) -> Zone[LootTable]:
    """A hand, bag or bank."""

    def lay(t: LootTable, seat: Seat, cards: list[CardId]) -> None:
        setattr(t.adventurers[seat], name, cards)

    seen = its_owner_or_a_thief if name == "bag" else its_owner
    return Zone(name, lambda t, seat: getattr(t.adventurers[seat], name), lay, seen, each=True, pool=pool)


def deck(pile: str, pool: str) -> Zone[LootTable]:
    """A deck; loot lies in the deck of its rarity."""

    def lay(t: LootTable, _seat: Seat, cards: list[CardId]) -> None:
        t.decks[pile] = cards

    def fits(t: LootTable, card: CardId) -> bool:
        return t.loot(card).rarity == pile

    fitting = fits if pile in RARITIES else any_card
    return Zone(f"{pile} deck", lambda t, _: t.decks[pile], lay, at_the_end, ordered=True, fits=fitting, pool=pool)


def discard_pile(pile: str) -> Zone[LootTable]:
    """A discard pile."""
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
    own_zone("bag", "loot"),
    own_zone("bank", "loot"),
    Zone("gear", lambda t, seat: t.adventurers[seat].gear(), each=True),
    Zone("vendor", lambda t, _: [] if t.town is None else t.town.vendor),
    Zone("fight", lambda t, _: [] if t.fight is None else [t.fight.monster]),
    Zone("spoils", lambda t, _: [] if t.spoils is None else t.spoils.loot),
    *map(discard_pile, PILES),
]
