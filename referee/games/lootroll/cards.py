"""The card set: abilities, loot and monsters as typed rows, and the numbers that the rules use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from referee.errors import CardSetError
from referee.games.lootroll.kinds import (
    EVERY_WINDOW,
    Discount,
    DrawLoot,
    Effect,
    EnterFight,
    Kind,
    LeaveFight,
    MonsterEffect,
    MonsterSurv,
    MoreLoot,
    Passive,
    Positive,
    Rarity,
    Recover,
    Reroll,
    Roll,
    SetDie,
    ShieldLoss,
    Slot,
    Steal,
    Surv,
    SwapMonster,
    Symbol,
    WindowName,
)
from referee.games.lootroll.longest import check_lists
from referee.games.lootroll.words import CARD_IDS, PILES, CardId, Mode
from referee.kernel import cards as reading
from referee.kernel.texts import ShownAs

RARITIES: tuple[Rarity, ...] = ("common", "rare", "epic")
SLOTS: tuple[Slot, ...] = ("head", "body", "legs", "feet", "main", "off")
HANDS: tuple[Slot, ...] = ("main", "off")

_FIGHT: tuple[WindowName, ...] = ("prep", "fight")
_BAG_MAY_FILL: tuple[WindowName, ...] = ("turn", "prep", "fight", "town")

# The windows in which a kind is allowed. No card may fill a bag during a roll, because who may roll has already been
# decided.
WINDOWS_OF: dict[type[Kind], tuple[WindowName, ...]] = {
    Surv: _FIGHT,
    MonsterSurv: _FIGHT,
    MoreLoot: _FIGHT,
    ShieldLoss: _FIGHT,
    LeaveFight: ("fight",),
    EnterFight: ("fight",),
    SwapMonster: ("prep",),
    Roll: ("roll",),
    Reroll: ("roll",),
    SetDie: ("roll",),
    DrawLoot: _BAG_MAY_FILL,
    Steal: _BAG_MAY_FILL,
    Recover: _BAG_MAY_FILL,
    Discount: ("town",),
}


class Row(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fields of every row. Copies with the same id are interchangeable."""

    id: CardId
    name: str
    copies: Positive
    source: str


class Ability(Row, frozen=True):
    """An ability card."""

    text = "price {price}; in {windows:/}: {effect}"
    price: Positive
    windows: tuple[WindowName, ...]
    effect: Effect


class Use(Struct, frozen=True, forbid_unknown_fields=True):
    """When a loot card can be played, what happens to the card then, and its effect."""

    text = "in {windows:/}{cost}: {effect}"
    windows: tuple[WindowName, ...]
    cost: Annotated[Literal["discard", "dungeon"], ShownAs({"discard": "", "dungeon": ", once a dungeon"})]
    effect: Effect


class Loot(Row, frozen=True):
    """A loot card. If it has a slot, it is gear."""

    text = "{rarity}, treasure {treasure}[; {slot} {surv:+d}][; worn: {passive}][; {use}]"
    rarity: Rarity
    treasure: Annotated[int, Meta(ge=0)]
    slot: Annotated[Symbol | None, ShownAs(lambda slot: "two-handed" if slot == "two" else slot)] = None
    surv: int = 0
    passive: Passive | None = None
    use: Use | None = None

    @property
    def fills(self) -> tuple[Slot, ...]:
        """The slots that the card fills when it is equipped."""
        if self.slot is None:
            return ()
        return HANDS if self.slot == "two" else (self.slot,)


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """A monster's numbers in one mode."""

    text = "{surv}, loot {loot} {rarity}"
    surv: int
    loot: Annotated[int, Meta(ge=0)]
    rarity: Rarity


class Monster(Row, frozen=True):
    """A monster card."""

    text = "[{slash:}normal {normal}; boss {boss}|always {normal}][; {effects:; }]"
    slash: bool
    normal: Numbers
    boss: Numbers
    effects: tuple[MonsterEffect, ...]

    def numbers(self, mode: Mode) -> Numbers:
        """The numbers that apply in this mode."""
        return self.boss if mode == "boss" else self.normal


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """The header of the set."""

    game: Literal["lootroll"]
    set: str
    seats_min: int
    seats_max: int
    turn_limit: int
    plays_per_window: Positive
    source: str


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers that the rules use."""

    slots: tuple[str, ...]
    symbols: tuple[str, ...]
    windows: tuple[str, ...]
    colours: dict[Rarity, str]
    base_survivability: int
    bag_limit: Positive
    die: Annotated[int, Meta(ge=2)]  # with one side every roll would be a tie, and be repeated forever
    start_abilities: Positive
    dungeons: Positive
    regulars_before_boss: Positive
    vendor_size: Positive
    town_turns: Positive
    buys_per_town_turn: Positive
    source: str


class Cards(Struct, frozen=True, eq=False):
    """The whole card set; cards by id.

    Card sets are compared by identity, so that values computed from a set can be cached.
    """

    rules: Rules
    plays_per_window: int
    abilities: dict[CardId, Ability]
    loot: dict[CardId, Loot]
    monsters: dict[CardId, Monster]

    def any_card(self, card: CardId) -> Ability | Loot | Monster:
        """The card with the given id, of any kind."""
        return self.abilities.get(card) or self.loot.get(card) or self.monsters[card]

    def pile(self, name: str) -> list[CardId]:
        """All cards of one pile, with every copy, in the order of the set."""
        rows: Iterable[Row] = {"ability": self.abilities.values(), "monster": self.monsters.values()}.get(
            name, [card for card in self.loot.values() if card.rarity == name]
        )
        return [row.id for row in rows for _ in range(row.copies)]


def load_cards(raw: reading.CardData) -> Cards:
    """Read and check a card set."""
    reading.check_parts(raw, {"meta", "rules", "counts", "ability", "loot", "monster"})
    meta = reading.section(raw, "meta", About)
    abilities = reading.rows(raw, "ability", Ability)
    loot = reading.rows(raw, "loot", Loot)
    monsters = reading.rows(raw, "monster", Monster)
    _check_ids([*abilities, *loot, *monsters])
    cards = Cards(
        rules=reading.section(raw, "rules", Rules),
        plays_per_window=meta.plays_per_window,
        abilities={card.id: card for card in abilities},
        loot={card.id: card for card in loot},
        monsters={card.id: card for card in monsters},
    )
    _check_rules(cards.rules)
    _check_counts(cards, reading.section(raw, "counts", dict[str, int]))
    for ability in abilities:
        _check_windows(f"ability {ability.id!r}", ability.windows, ability.effect)
    for card in loot:
        _check_loot(card)
    for monster in monsters:
        if not monster.slash and monster.normal != monster.boss:
            raise CardSetError(f"monster {monster.id!r}: slash is false, so normal and boss must be the same")
    check_lists(cards)
    return cards


def _check_ids(rows: Sequence[Row]) -> None:
    reading.check_unique("card", (row.id for row in rows))
    for row in rows:
        if row.id not in CARD_IDS:
            raise CardSetError(
                f"card {row.id!r}: this id is not known; allowed are those of the game's own set, whose cards can be "
                f"changed or left out (a new one needs a number on the wire: CARD_IDS in words.py)"
            )


def _check_rules(rules: Rules) -> None:
    for name, wanted in {"slots": SLOTS, "symbols": (*SLOTS, "two"), "windows": EVERY_WINDOW}.items():
        if getattr(rules, name) != wanted:
            raise CardSetError(f"[rules]: {name} must be {', '.join(wanted)}")


def _check_counts(cards: Cards, counts: Mapping[str, Any]) -> None:
    if counts.keys() != set(PILES):
        raise CardSetError(f"[counts] must name {', '.join(PILES)}")
    for pile in PILES:
        rows_of = f"[[loot]] with rarity = {pile!r}" if pile in RARITIES else f"[[{pile}]]"
        reading.check_count(f"copies of all {rows_of} ([counts] {pile})", len(cards.pile(pile)), counts[pile])


def _check_windows(where: str, windows: Sequence[WindowName], effect: Effect) -> None:
    allowed = WINDOWS_OF.get(type(effect), EVERY_WINDOW)
    if not windows or not set(windows) <= set(allowed):
        raise CardSetError(f"{where}: windows is {list(windows)}; its effect allows {', '.join(allowed)}")


def _check_loot(card: Loot) -> None:
    where = f"loot {card.id!r}"
    if card.slot is None and (card.surv or card.passive is not None):
        raise CardSetError(f"{where}: without a slot it can have neither surv nor passive")
    if card.use is None:
        return
    _check_windows(where, card.use.windows, card.use.effect)
    if card.use.cost == "dungeon" and (card.slot is None or card.copies != 1):
        raise CardSetError(f"{where}: only gear with copies = 1 may have the cost 'dungeon'; others 'discard'")
