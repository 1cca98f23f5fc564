"""The card set: the twelve characters, the blocking chart, and the Hoards that end the match."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Any

from msgspec import Meta, Struct

from referee.errors import CardSetError
from referee.games.inns import effects
from referee.games.inns.effects import LootAbility, RevealAbility
from referee.games.inns.words import CHARACTERS, INNS, MORALITIES, Character, trait_text
from referee.kernel import cards as reading
from referee.kernel.texts import ShownAs

SEAT_COUNTS = range(3, 9)
INITIATIVES = range(1, 7)
LAST_INITIATIVE = INITIATIVES[-1]
Initiative = Annotated[int, Meta(ge=INITIATIVES[0], le=LAST_INITIATIVE)]
COPIES = 8


class CardRow(Struct, frozen=True, forbid_unknown_fields=True):
    """One character as the file describes it."""

    id: str
    name: str
    inn: str
    initiative: Initiative
    race: str
    morality: str
    starting_loot: effects.Amount
    block: bool
    copies: int
    from_rulebook: list[str]
    reveal: dict[str, Any]
    loot: dict[str, Any]
    source: str


class SetHead(Struct, frozen=True, forbid_unknown_fields=True):
    """The header of the set."""

    id: str
    copies_per_character: int
    source: str


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of the box; the rules use only the cards."""

    wobblin_wagon_cards: int
    jaded_dragon_cards: int
    play_mats: int
    target_tokens: int
    head_of_the_table_tokens: int
    loot_tokens: int
    source: str


class Hoard(Struct, frozen=True, forbid_unknown_fields=True):
    """The Hoard that ends the match, by number of players."""

    by_players: dict[int, int]
    source: str


class BlockingChart(Struct, frozen=True, forbid_unknown_fields=True):
    """The initiative that a card of each initiative may block."""

    may_block: dict[Initiative, Initiative]
    source: str


class Traits(Struct, frozen=True, forbid_unknown_fields=True):
    """The values that each trait can have."""

    inn: list[str]
    race: list[str]
    morality: list[str]
    source: str

    def values(self, trait: str) -> list[str] | range:
        """The values of one trait."""
        if trait == "initiative":
            return INITIATIVES
        values: list[str] = getattr(self, trait)
        return values


class Card(Struct, frozen=True, cache_hash=True):
    """A character."""

    text = (
        "{race}, {morality}, {inn}; Starting Loot {starting_loot}[; may block a card of initiative {may_block}]; "
        "{reveal}; at the end {loot}"
    )
    name: str
    inn: Annotated[str, ShownAs(trait_text)]
    initiative: int
    race: str
    morality: str
    starting_loot: int
    may_block: int | None
    reveal: RevealAbility
    loot: LootAbility


class Cards(Struct, frozen=True):
    """The whole card set. `pairs` contains the characters of both inns for each initiative."""

    characters: list[Card]
    hoard_goals: dict[int, int]
    pairs: list[tuple[Character, Character]]

    def initiative(self, character: Character) -> int:
        """The initiative of a character."""
        return self.characters[character].initiative

    def hands(self) -> list[tuple[Character, ...]]:
        """Every possible hand; the choice for initiative 1 changes fastest in this list."""
        return [hand[::-1] for hand in product(*reversed(self.pairs))]


def load_cards(raw: reading.CardData) -> Cards:
    """Read and check a card set."""
    reading.check_parts(raw, {"set", "components", "hoard", "blocking_chart", "traits", "card"})
    rows = reading.rows(raw, "card", CardRow)
    if tuple(row.id for row in rows) != CHARACTERS:
        raise CardSetError(f"the ids of [[card]] must be {', '.join(CHARACTERS)}, in this order")
    head = reading.section(raw, "set", SetHead)
    reading.check_count("[set] copies_per_character", head.copies_per_character, COPIES)
    box = reading.section(raw, "components", Components)
    for inn, found in zip(INNS, (box.wobblin_wagon_cards, box.jaded_dragon_cards), strict=True):
        reading.check_count(f"[components] {inn}_cards", found, len(INITIATIVES) * COPIES)
    traits = reading.section(raw, "traits", Traits)
    for trait, words in (("inn", INNS), ("morality", MORALITIES)):
        if tuple(traits.values(trait)) != words:
            raise CardSetError(f"[traits] {trait} must be {', '.join(words)}, in this order")
    chart = reading.section(raw, "blocking_chart", BlockingChart).may_block
    hoards = reading.section(raw, "hoard", Hoard).by_players
    for players in SEAT_COUNTS:
        if hoards.get(players, 0) < 1:
            raise CardSetError(f"[hoard] by_players has no Hoard for {players} players; it needs one of 1 or more")
    return Cards([_card(row, traits, chart) for row in rows], hoards, _pairs(rows))


def _card(row: CardRow, traits: Traits, chart: dict[int, int]) -> Card:
    where = f"card {row.id!r}"
    for trait in ("inn", "race", "morality"):
        _check_value(trait, getattr(row, trait), traits, f"{where}: {trait}")
    reading.check_count(f"{where}: copies", row.copies, COPIES)
    if row.block and row.initiative not in chart:
        raise CardSetError(
            f"{where}: block is true, but [blocking_chart] may_block has entries for {', '.join(map(str, chart))} "
            f"alone, not for initiative {row.initiative}"
        )
    reveal = effects.read_reveal(row.reveal, f"{where}: reveal")
    loot = effects.read_loot(row.loot, f"{where}: loot")
    counted = reveal.count if isinstance(reveal, effects.GainPer) else None
    for effect, field in ((reveal, "reveal"), (counted, "reveal"), (loot.count, "loot")):
        if isinstance(effect, effects.WithValue):
            _check_value(effect.trait, effect.value, traits, f"{where}: {field}.value")
    return Card(
        name=row.name,
        inn=row.inn,
        initiative=row.initiative,
        race=row.race,
        morality=row.morality,
        starting_loot=row.starting_loot,
        may_block=chart[row.initiative] if row.block else None,
        reveal=reveal,
        loot=loot,
    )


def _check_value(trait: str, value: str | int, traits: Traits, where: str) -> None:
    if value not in traits.values(trait):
        raise CardSetError(f"{where} is {value!r}; allowed are {', '.join(map(str, traits.values(trait)))}")


def _pairs(rows: list[CardRow]) -> list[tuple[Character, Character]]:
    pairs = []
    for initiative in INITIATIVES:
        found = [[n for n, row in enumerate(rows) if (row.inn, row.initiative) == (inn, initiative)] for inn in INNS]
        for inn, characters in zip(INNS, found, strict=True):
            reading.check_count(
                f"number of [[card]] with inn = {inn!r} and initiative = {initiative}", len(characters), 1
            )
        pairs.append((found[0][0], found[1][0]))
    return pairs
